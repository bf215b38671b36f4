/** The result of a mapping for a sample, for its owner to look at before it counts. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { rowOf, stripEmail } from '#app/domain/activities/activity-row.server.ts'
import type { Sample } from '#app/domain/connections/smart-webhooks.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { factOf, type ActivityRecord, type ProductRecord } from '#app/integrations/record.ts'
import { applyMapping } from '#app/integrations/smart/apply-mapping.ts'
import type { Mapping } from '#app/integrations/smart/mapping.ts'
import { readBody } from '#app/integrations/smart/read-body.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { compilePicture } from '#app/presenters/activity-feed/activity-picture.server.ts'
import { singleTypeOf } from '#app/presenters/activity-feed/nudges-showing.server.ts'
import type { Services } from '#app/services.ts'
import { fieldLabels, kindLabels, labelOfPart } from './words.ts'

type TrialRecord = {
  title: string
  parts: { label: string; value: string; isMoment?: true }[]
}

export type Trial = {
  records: TrialRecord[]
  problems: { part: string; message: string; path: string }[]
  /** Entries that the conditions leave out. */
  unmatched: number
  /** The first record as a nudge. Null: none was made, or nudges don't show it one by one. */
  picture: PixelPayload | null
}

export async function tryMapping(
  services: Services,
  site: SiteScope,
  { mapping, sample }: { mapping: Mapping; sample: Sample },
): Promise<Trial> {
  const { records, problems, unmatched } = applyMapping(
    mapping,
    readBody(sample),
    sample.receivedAt,
  )
  const shown = problems.map(({ field, message, path }) => ({
    part: labelOfPart(field),
    message,
    path,
  }))
  const first = records.find((one): one is ActivityRecord => one.kind !== 'product')
  return {
    records: records.map(trialRecord),
    problems: shown,
    unmatched,
    picture: first ? await pictureOf(services, site, first) : null,
  }
}

async function pictureOf(
  services: Services,
  site: SiteScope,
  record: ActivityRecord,
): Promise<PixelPayload | null> {
  try {
    const report = stripEmail(services.security.secrets, factOf(record))
    const provenance = { source: 'import' as const }
    const row = rowOf(site, report, { provenance, rules: [], at: services.now() })
    return await compilePicture(services, site, {
      activity: {
        id: 0,
        source: 'integration',
        sameCity: 0,
        firstName: row.firstName ?? null,
        lastName: null,
        city: row.city ?? null,
        country: row.country ?? null,
        productTitle: row.productTitle ?? null,
        productUrl: row.productUrl ?? null,
        productImage: row.productImage ?? null,
        stars: row.stars ?? null,
        body: row.body ?? null,
        occurredAt: row.occurredAt,
      },
      type: singleTypeOf(record.kind),
      nudge: null,
    })
  } catch (error) {
    if (error instanceof BadRecord) return null
    throw error
  }
}

const stateWords = { confirmed: '', cancelled: ' (canceled)', refunded: ' (refunded)' }

function trialRecord(record: ActivityRecord | ProductRecord): TrialRecord {
  const parts: TrialRecord['parts'] = []
  const add = (label: string, value: string | number | null | undefined) => {
    if (value !== undefined && value !== null) parts.push({ label, value: String(value) })
  }
  add('ID', record.id)
  if (record.kind === 'product') {
    add(fieldLabels['item.title'], record.title)
    add(fieldLabels['item.price'], amount(record.price, record.currency))
    add(fieldLabels['item.stock'], record.stock)
    add(fieldLabels['item.url'], record.url)
    add(fieldLabels['item.image'], record.image)
    return { title: kindLabels.product, parts }
  }
  const { person, items = [], total, currency, stars, body, occurred_at: at, test } = record
  add(fieldLabels['person.first_name'], person?.first_name)
  add(fieldLabels['person.city'], person?.city)
  add(fieldLabels['person.country'], person?.country)
  if (person?.email) add(fieldLabels['person.email'], 'Kept as a hash only')
  for (const item of items) {
    add(fieldLabels['item.title'], item.title)
    add(fieldLabels['item.url'], item.url)
    add(fieldLabels['item.image'], item.image)
  }
  add(fieldLabels.total, amount(total, currency))
  add(fieldLabels.stars, stars)
  add(fieldLabels.body, body)
  if (at) parts.push({ label: fieldLabels.occurred_at, value: at, isMoment: true })
  if (test) add('Test', 'Yes. It is never shown.')
  return { title: `${kindLabels[record.kind]}${stateWords[record.state ?? 'confirmed']}`, parts }
}

const amount = (value: number | null | undefined, currency: string | null | undefined) =>
  value === undefined || value === null ? undefined : `${String(value)} ${currency ?? ''}`.trim()
