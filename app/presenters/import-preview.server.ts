/** One import as its owner looks it through: what would be taken in, how it reads, what is wrong. */
import type { Language } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { imports } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { readOptions } from '#app/presenters/activity-feed/activity-feed.server.ts'
import type { Report } from '#app/domain/activities/activity-row.server.ts'
import { tellActivity } from '#app/presenters/activity-feed/activity-text.server.ts'
import {
  listTellingNudges,
  tellingOf,
} from '#app/presenters/activity-feed/nudges-showing.server.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import type { ProductFacts } from '#app/domain/products/product-fields.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { foreseeReports, type Foreseen } from '#app/domain/imports/foresee.server.ts'
import {
  endOfWaiting,
  noImport,
  ofImport,
  stateOf,
  type ImportLine,
} from '#app/domain/imports/imports.server.ts'
import { cellsOfFact } from '#app/domain/imports/fact-cells.ts'
import {
  readRows,
  type FaultyRow,
  type FileHead,
  type FileRows,
} from '#app/domain/imports/stored-rows.ts'

export type ToldRow = {
  line: number
  title: string
  text: string
  occurredAt: Date
  isOld: boolean
}

export type ImportCounts = {
  /** What taking it in would add. */
  fresh: number
  /** Known already, or again in the file. */
  repeated: number
  /** Older than two years. */
  old: number
  faulty: number
}

export type OneImport = ImportLine & {
  head: FileHead
  counts: ImportCounts
  /** The first that would be added, in the words of a nudge. */
  told: ToldRow[]
  products: { line: number; product: ProductFacts }[]
  faulty: FaultyRow[]
  language: Language
  direction: 'ltr' | 'rtl'
  endsAt: Date
  now: Date
}

const maxTold = 5

/** @throws Refusal `not_found` */
export function readImport(
  { db, now }: Services,
  site: SiteScope,
  uuid: string,
): Promise<OneImport> {
  const at = now()
  return db.asTeam(site, async (tx) => {
    const [row] = await tx.select().from(imports).where(ofImport(site, uuid))
    if (!row) throw new Refusal('not_found', noImport)
    const rows = readRows(row.rows)
    const options = await readOptions(tx, site)
    const judged = await judge(tx, site, { rows, at })
    const { kind, fileName, taken, createdAt, finishedAt } = row
    const telling = kind === 'product' ? null : tellingOf(await listTellingNudges(tx, site), kind)
    const say = (report: Report) =>
      tellActivity(tellable(report), 0, { options, words: wordsOf(options.language) })
    return {
      ...{ uuid, kind, fileName, taken, createdAt, finishedAt, state: stateOf(row), now: at },
      head: rows.head,
      counts: judged.counts,
      told: judged.fresh.slice(0, maxTold).map(({ line, report }) => {
        const occurredAt = new Date(report.fact.occurred_at)
        const isOld = at.getTime() - occurredAt.getTime() > (telling?.seconds ?? 0) * 1000
        return { line, ...say(report), occurredAt, isOld }
      }),
      products: rows.products.slice(0, maxTold),
      faulty: judged.faulty,
      language: options.language,
      direction: options.direction,
      endsAt: endOfWaiting(createdAt),
    }
  })
}

const sentences: Partial<Record<Foreseen, string>> = {
  conflict: 'Another one with this id says something else. It stays as it is.',
  early: 'It lies in the future.',
}

async function judge(tx: Queries, site: SiteScope, { rows, at }: { rows: FileRows; at: Date }) {
  const reports = rows.reports.map(({ report }) => report)
  const foreseen = await foreseeReports(tx, site, { reports, at })
  const of = (...wanted: Foreseen[]) =>
    rows.reports.filter((_row, place) => wanted.some((one) => one === foreseen[place]))
  const refused = rows.reports.flatMap(({ line, report }, place): FaultyRow[] => {
    const outcome = foreseen[place]
    const sentence = outcome === undefined ? undefined : sentences[outcome]
    if (sentence === undefined) return []
    const column = outcome === 'conflict' ? 'id' : 'occurred_at'
    return [{ line, faults: [{ column, sentence }], cells: cellsOfFact(report.fact) }]
  })
  const faulty = [...rows.faulty, ...refused].toSorted((one, other) => one.line - other.line)
  const fresh = of('new')
  const ids = new Set(rows.products.map(({ product }) => product.externalId))
  return {
    fresh,
    faulty,
    counts: {
      fresh: fresh.length + ids.size,
      repeated: of('repeated').length + rows.products.length - ids.size,
      old: of('old').length,
      faulty: faulty.length,
    },
  }
}

/** A city is named only where five people of the window share it: that is not known before. */
const tellable = ({ fact }: Report): Parameters<typeof tellActivity>[0] => ({
  kind: fact.kind,
  firstName: fact.person?.first_name || null,
  lastName: fact.person?.last_name || null,
  city: null,
  cityKey: null,
  country: fact.person?.country ?? null,
  productTitle: fact.items?.[0]?.title ?? null,
  stars: fact.kind === 'review' ? fact.stars : null,
  body: fact.kind === 'review' ? fact.body || null : null,
})
