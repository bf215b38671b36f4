/** The review of an import: what it would add, how that reads, and which rows have errors. */
import type { NudgeLanguage, SiteOptions } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { imports } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { readOptions } from '#app/presenters/activity-feed/activity-feed.server.ts'
import { activityState, type ActivityState } from '#app/domain/activities/activity-state.ts'
import type { ActivityReport } from '#app/domain/activities/activity-row.server.ts'
import { plainFact } from '#app/domain/activities/plain-fact.ts'
import { cutWords } from '#app/domain/wording/text.ts'
import { formatActivity } from '#app/presenters/activity-feed/activity-text.server.ts'
import {
  listActivityQueries,
  activityWindowOf,
} from '#app/presenters/activity-feed/nudges-showing.server.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import type { ProductFacts } from '#app/domain/products/product-fields.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { dryRunReports, type DryRunOutcome } from '#app/domain/imports/dry-run.server.ts'
import {
  endOfWaiting,
  noImport,
  ofImport,
  stateOf,
  type ImportLine,
} from '#app/domain/imports/imports.server.ts'
import { openTable, type FileTable } from '#app/domain/imports/file-table.server.ts'
import { describeColumns } from '#app/domain/imports/match-columns.ts'
import { cellsOfFact } from '#app/domain/imports/columns.ts'
import {
  readRows,
  type InvalidRow,
  type FileHead,
  type FileRows,
} from '#app/domain/imports/import-draft.ts'

type SampleRow = {
  line: number
  title: string
  text: string
  occurredAt: Date
  /** As the list of data would show it after the import. */
  state: ActivityState
}

type ImportCounts = {
  /** How many it would add. */
  fresh: number
  /** New ones that no nudge would ever show: tests, free, canceled or refunded, or excluded. */
  excluded: number
  /** Already stored, or repeated in the file. */
  repeated: number
  /** Older than two years. */
  old: number
  faulty: number
}

export type OneImport = ImportLine & {
  head: FileHead
  /** How the columns are used beyond the chosen ones. */
  columns: ReturnType<typeof describeColumns>
  /** Some values of each column, while columns can be chosen. */
  values: string[][]
  counts: ImportCounts
  /** The first new ones, formatted like nudges. */
  samples: SampleRow[]
  products: { line: number; product: ProductFacts }[]
  faulty: InvalidRow[]
  /** Parts of new rows that would be left out. */
  notes: InvalidRow[]
  language: NudgeLanguage
  direction: SiteOptions['direction']
  endsAt: Date
  now: Date
}

const maxSamples = 5

/** @throws Refusal `not_found` */
export function readImport(
  { db, now, security: { secrets } }: Services,
  site: SiteScope,
  uuid: string,
): Promise<OneImport> {
  const at = now()
  return db.asTeam(site, async (tx) => {
    const [row] = await tx.select().from(imports).where(ofImport(site, uuid))
    if (!row) throw new Refusal('not_found', noImport)
    const rows = readRows(row.rows)
    const options = await readOptions(tx, site)
    const dryRun = await runDryRun(tx, site, { rows, at })
    const { kind, fileName, taken, createdAt, finishedAt } = row
    const activityWindow =
      kind === 'product' ? null : activityWindowOf(await listActivityQueries(tx, site), kind)
    const formatReport = (report: ActivityReport) =>
      formatActivity(toActivityTextRow(report), 0, { options, words: wordsOf(options.language) })
    return {
      uuid,
      kind,
      fileName,
      taken,
      createdAt,
      finishedAt,
      state: stateOf(row),
      now: at,
      head: rows.head,
      values: rows.table === null ? [] : sampleValues(openTable(secrets, rows.table, uuid)),
      counts: dryRun.counts,
      columns: describeColumns(kind, rows.head),
      samples: dryRun.fresh.slice(0, maxSamples).map(({ line, report, row: facts }) => ({
        line,
        ...formatReport(report),
        occurredAt: facts.occurredAt,
        state: activityState(facts, activityWindow?.seconds ?? 0, at),
      })),
      products: rows.products.slice(0, maxSamples),
      faulty: dryRun.faulty,
      notes: dryRun.notes,
      language: options.language,
      direction: options.direction,
      endsAt: endOfWaiting(createdAt),
    }
  })
}

const maxValues = 3
const maxValueLength = 30

/** Without email addresses, which the stored table has no longer. */
const sampleValues = ({ names, rows }: FileTable): string[][] =>
  names.map((_name, place) => {
    const values = new Set<string>()
    for (const { cells } of rows) {
      const cell = cells[place]
      const value = typeof cell === 'string' ? cell.trim() : ''
      if (value !== '') values.add(cutWords(value, maxValueLength))
      if (values.size === maxValues) break
    }
    return [...values]
  })

const sentences: Partial<Record<DryRunOutcome, string>> = {
  conflict: 'Another record with this ID has different data. It won’t be changed.',
  early: 'The date is in the future.',
}

async function runDryRun(tx: Queries, site: SiteScope, { rows, at }: { rows: FileRows; at: Date }) {
  const reports = rows.reports.map(({ report }) => report)
  const runs = await dryRunReports(tx, site, { reports, at })
  const rowsWithRuns = rows.reports.flatMap((reportRow, place) => {
    const run = runs[place]
    return run ? [{ ...reportRow, ...run }] : []
  })
  const of = (wanted: DryRunOutcome) => rowsWithRuns.filter(({ outcome }) => outcome === wanted)
  const refused = rowsWithRuns.flatMap(({ line, report, outcome }): InvalidRow[] => {
    const sentence = sentences[outcome]
    if (sentence === undefined) return []
    const column = outcome === 'conflict' ? 'id' : 'occurred_at'
    return [{ line, faults: [{ column, sentence }], cells: cellsOfFact(report.fact) }]
  })
  const faulty = [...rows.faulty, ...refused].toSorted((one, other) => one.line - other.line)
  const fresh = of('new')
  const ids = new Set(rows.products.map(({ product }) => product.externalId))
  const imported = new Set([...fresh, ...rows.products].map(({ line }) => line))
  return {
    fresh,
    faulty,
    notes: rows.notes.filter(({ line }) => imported.has(line)),
    counts: {
      fresh: fresh.length + ids.size,
      excluded: fresh.filter(({ row }) => !row.isShowable || row.approval === 'hidden').length,
      repeated: of('repeated').length + rows.products.length - ids.size,
      old: of('old').length,
      faulty: faulty.length,
    },
  }
}

/** Without a city, because it is only shown when five people in the time frame share it. */
const toActivityTextRow = (report: ActivityReport): Parameters<typeof formatActivity>[0] => {
  const fact = plainFact(report.fact)
  return {
    kind: fact.kind,
    firstName: fact.person?.first_name || null,
    lastName: fact.person?.last_name || null,
    city: null,
    cityKey: null,
    country: fact.person?.country ?? null,
    productTitle: fact.items?.[0]?.title ?? null,
    stars: fact.kind === 'review' ? fact.stars : null,
    body: fact.kind === 'review' ? fact.body || null : null,
  }
}
