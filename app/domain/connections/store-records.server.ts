/** Stores what an integration read: products first, because orders get their links from them. */
import type { ReportedFact } from '#app/contract/reviews.ts'
import type { ReviewsProvenance } from '#app/domain/activities/activity-row.server.ts'
import {
  factOf,
  isActivity,
  numberOf,
  originOf,
  type ActivityRecord,
  type IntegrationRecord,
  type ProductRecord,
} from '#app/integrations/record.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { accountOfIds, type Connection } from './connection.server.ts'
import type { NotedRecords } from './note-records.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import {
  findStoredIds,
  listProductLinks,
  recordFacts,
  type ProductLink,
  type SourcedFact,
} from './record-activities.server.ts'
import { recordProducts, type ListedProduct } from './record-products.server.ts'

/** Rows in one statement that don't hold up others in the database. */
const batchSize = 200

/** For a record whose number another one of the same account or caller has. */
const conflictSentence =
  'A record has the number of another one that is stored, so it was left out.'
type ToStore = {
  records: readonly IntegrationRecord[]
  /** Reviews that are stored only if they were before. */
  ifStored?: readonly IntegrationRecord[]
  /** Before the service was asked. */
  at: Date
  /** Reviews of the connection's page have to wait. Default: as it was checked last. */
  isUnproved?: boolean
}

/**
 * Skips records that can't be used. If a product occurs twice, its last record counts.
 *
 * @param at before the service was asked
 * @returns their numbers, for `noteRecords`
 */
export async function storeRecords(
  services: Services,
  connection: Connection,
  { records, ifStored = [], at, isUnproved = connection.pageProof?.proof === null }: ToStore,
): Promise<NotedRecords> {
  const { id: connectionId, site, createdAt: goalsSince } = connection
  const account = accountOfIds(connection)
  const listed = records.filter((record) => record.kind === 'product')
  const products = listed.flatMap((record) => listedProduct(record) ?? [])
  const lastOf = new Map(
    records.flatMap((one) =>
      one.kind === 'product' || one.kind === 'product_removed' ? [[one.id, one.kind]] : [],
    ),
  )
  await recordProducts(
    services,
    { site, connectionId },
    {
      products: products.filter(({ id }) => lastOf.get(id) === 'product'),
      deleted: [...lastOf].flatMap(([id, kind]) => (kind === 'product_removed' ? id : [])),
      at,
    },
  )

  const problems = records.flatMap((one) => (one.kind === 'unreadable' ? one.problem : []))
  const unnamed = listed.length - products.length
  if (unnamed > 0) problems.push('A product has no title.')
  const activities = [
    ...(await withoutUnknown(services, { site, account }, records.filter(isActivity))),
    ...(await onlyStored(services, { site, account }, ifStored.filter(isActivity))),
  ]
  const reviews = reviewsOf(services, connection, isUnproved)
  const reporting = { site, connectionId, account, goalsSince, reviews }
  let created = products.length
  let skipped = records.filter(({ kind }) => kind === 'unreadable').length + unnamed
  for (let start = 0; start < activities.length; start += batchSize) {
    const some = activities.slice(start, start + batchSize)
    const facts = await factsOf(services, connection, { records: some, problems })
    const recorded = await recordFacts(services, reporting, facts)
    created += recorded.filter(({ outcome }) => outcome === 'created').length
    skipped += some.length - facts.length
    const rejected = recorded.filter(({ outcome }) => outcome === 'rejected').length
    if (rejected > 0) problems.push('A record’s date is in the future or too long ago.')
    skipped += rejected
    const conflicts = recorded.filter(({ outcome }) => outcome === 'conflict').length
    if (conflicts > 0) problems.push(conflictSentence)
    skipped += conflicts
  }
  const problem = problems.at(-1) ?? null
  return { stored: created, skipped, problem }
}

/** Without orders that aren't the site's, unless they were stored before. */
async function withoutUnknown(
  { db }: Services,
  of: { site: Connection['site']; account: string },
  records: readonly ActivityRecord[],
): Promise<readonly ActivityRecord[]> {
  const foreign = records.filter(({ isElsewhere }) => isElsewhere)
  if (foreign.length === 0) return records
  const stored = await findStoredIds(
    db.system,
    of,
    foreign.map(({ id }) => ({ externalId: id })),
  )
  return records.filter(({ id, isElsewhere }) => !isElsewhere || stored.has(id))
}

async function onlyStored(
  { db }: Services,
  of: { site: Connection['site']; account: string },
  reviews: readonly ActivityRecord[],
): Promise<readonly ActivityRecord[]> {
  const keys = reviews.map(({ id }) => ({ externalId: id }))
  const stored = await findStoredIds(db.system, { ...of, kind: 'review' }, keys)
  return reviews.filter(({ id }) => stored.has(id))
}

/** The source's own terms, or our promise that nothing is shown that wasn't confirmed for a month. */
const defaultKeptHours = 30 * 24

function reviewsOf(
  { now }: Services,
  { integration: { reviews } }: Connection,
  isUnproved: boolean,
): ReviewsProvenance | undefined {
  if (!reviews) return undefined
  const millis = (reviews.keptHours ?? defaultKeptHours) * hourMillis
  return { keptUntil: new Date(now().getTime() + millis), isUnproved }
}

function listedProduct(record: ProductRecord): ListedProduct | null {
  const { id, title, price, currency, stock, isAvailable, url, image } = record
  if (id === '' || id.length > 200 || title.trim() === '') return null
  const code = currency?.toUpperCase() ?? null
  return {
    id,
    title,
    url: url ?? null,
    image: image ?? null,
    price: price ?? null,
    currency: code !== null && /^[A-Z]{3}$/.test(code) ? code : null,
    stock: stock ?? null,
    isAvailable: isAvailable ?? null,
  }
}

/** Services name a total for each order. A mapping of the owner's may have none. */
const isWithoutTotal = (
  { category }: Connection['integration'],
  { total }: ActivityRecord,
  fact: ReportedFact,
) =>
  category !== 'developer' &&
  fact.kind === 'purchase' &&
  fact.state === 'confirmed' &&
  // An amount too large to be kept is no reason to lose the order, so the record’s counts.
  total == null

async function factsOf(
  { db }: Services,
  { id: connectionId, site, integration }: Connection,
  { records, problems }: { records: readonly ActivityRecord[]; problems: string[] },
): Promise<SourcedFact[]> {
  const ids = records.flatMap(({ items }) => items?.[0]?.productId ?? [])
  // No transaction: with one, a delivery would wait for three more answers of the database.
  const links = await listProductLinks(db.system, { site, connectionId }, ids)
  return records.flatMap((record) => {
    try {
      const asOf = new Date(record.as_of ?? Number.NaN)
      const fact = factOf(withLinks(record, links))
      if (isWithoutTotal(integration, record, fact)) throw new BadRecord('A purchase has no total.')
      const sourced = { fact, asOf: Number.isNaN(asOf.getTime()) ? null : asOf }
      return [
        fact.kind === 'review'
          ? { ...sourced, origin: originOf(record) }
          : { ...sourced, orderNumber: numberOf(record) },
      ]
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error
      problems.push(error.message)
      return []
    }
  })
}

/** The record's own links count more: they are of the moment of the order. */
function withLinks(
  record: ActivityRecord,
  links: ReadonlyMap<string, ProductLink>,
): ActivityRecord {
  const { items = [] } = record
  return {
    ...record,
    items: items.map((item) => {
      const link = links.get(item.productId ?? '')
      return { ...item, url: item.url ?? link?.url, image: item.image ?? link?.image }
    }),
  }
}
