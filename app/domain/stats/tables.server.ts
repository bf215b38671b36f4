/** All tables of the statistics as rows of a file, with the same numbers as on screens. */
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { readEffect, type Effect } from './effect/read-effect.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { breakdownNames, breakdowns, countedColumns, type Ranking } from './breakdown-choice.ts'
import type { CsvCell } from '#app/lib/csv.ts'
import { definitions, metrics } from './definitions.ts'
import { readFilteredDays, type Filter } from './filter.server.ts'
import { figureDefinition, figuresOf } from './filter.ts'
import { notShownReasons } from '#app/contract/pixel-events.ts'
import {
  readNotShown,
  readNotShownByNudge,
  type NamedNotShown,
  type NotShown,
} from './not-shown.server.ts'
import { notShownWords } from './not-shown-words.ts'
import { readMetricDays } from './overview.server.ts'
import { spanOf } from '#app/lib/days/counted-days.ts'
import { labelDays } from '#app/lib/days/day-text.ts'
import type { DayRange } from './range.ts'
import { readTopMembers } from './top-members.server.ts'
import { webVitalsGroupNames, webVitalsGroups, webVitalsTexts } from './web-vitals-text.ts'
import { readWebVitals, type WebVitals } from './web-vitals.server.ts'

const tableNames = [
  'days',
  'nudges',
  ...breakdowns,
  'products',
  'not-shown',
  'effect',
  'speed',
] as const
export type TableName = (typeof tableNames)[number]

/** Enough for a spreadsheet. The file says when members were left out. */
const mostRows = 10_000

type Rows = CsvCell[][]
/** A filter only applies to the days. */
type Wanted = { table: TableName; range: DayRange; filter?: Filter | null }

/** @throws Refusal `not_found` when there is no such table */
export function readTableName(word: string | null, path: string): TableName {
  const name = tableNames.find((one) => one === word)
  if (name !== undefined) return name
  throw new Refusal('not_found', errorCatalog.notFound(path))
}

/** The first row contains the headings. */
export async function readTable(
  services: Services,
  site: SiteScope,
  { table, range, filter = null }: Wanted,
): Promise<Rows> {
  const window = spanOf(site.timeZone, range)
  if (table === 'days') {
    return filter ? readDaysOf(services, site, { filter, range }) : readDays(services, site, range)
  }
  if (table === 'not-shown') return readOutcomes(services, site, range)
  if (table === 'effect') return effectRows(await readEffect(services, site, window), site)
  if (table === 'speed') return webVitalsRows(await readWebVitals(services, site, range))
  if (table === 'nudges') return readMembers(services, site, { by: 'nudge', range })
  if (table === 'products') return readMembers(services, site, { by: 'product', range })
  return readMembers(services, site, { by: table, range })
}

const dayHeading = ({ now }: Services, { timeZone }: SiteScope) =>
  `Day (${labelDays(timeZone, now())})`

async function readDays(services: Services, site: SiteScope, range: DayRange): Promise<Rows> {
  const { days, byDay } = await readMetricDays(services, site, range)
  return [
    [dayHeading(services, site), ...metrics.map((metric) => definitions[metric].name)],
    ...days.map((day, at) => [day, ...metrics.map((metric) => byDay[metric][at] ?? 0)]),
  ]
}

async function readDaysOf(
  services: Services,
  site: SiteScope,
  { filter, range }: { filter: Filter; range: DayRange },
): Promise<Rows> {
  const { days, byDay } = await readFilteredDays(services, site, { filter, days: range })
  const figures = figuresOf[filter.by]
  return [
    [
      dayHeading(services, site),
      ...figures.map((figure) => figureDefinition(figure, filter.by).name),
    ],
    ...days.map((day, at) => [day, ...figures.map((figure) => byDay[figure]?.[at] ?? 0)]),
  ]
}

async function readMembers(
  services: Services,
  site: SiteScope,
  { by, range }: { by: Ranking; range: DayRange },
): Promise<Rows> {
  const columns = countedColumns(by)
  const { rows, hasNext } = await readTopMembers(services, site, {
    window: spanOf(site.timeZone, range),
    by,
    sort: null,
    page: 1,
    size: mostRows,
  })
  const cut = `Only the first ${String(mostRows)} rows are included.`
  return [
    [...headingsOf(by), ...columns.map(({ name }) => name)],
    ...rows.map(({ member, name, totals }) => [
      ...(by === 'product' ? [name, member] : [name]),
      ...columns.map(({ type }) => totals[type] ?? 0),
    ]),
    ...(hasNext ? [[cut]] : []),
  ]
}

/** Two products can have the same title. */
function headingsOf(by: Ranking): string[] {
  if (by === 'product') return ['Product', 'ID']
  return [by === 'nudge' ? 'Nudge' : breakdownNames[by].one]
}

/** Outcomes of all nudges with the reasons of whole pages, then those that occurred by nudge. */
async function readOutcomes(services: Services, site: SiteScope, range: DayRange): Promise<Rows> {
  const window = spanOf(site.timeZone, range)
  const [all, byNudge] = await Promise.all([
    readNotShown(services, site, window),
    readNotShownByNudge(services, site, { window }),
  ])
  return [
    ['Nudge', 'Outcome', 'Count'],
    ...outcomesOf({ ...all, name: 'All nudges' }),
    ...byNudge.flatMap(outcomesOf).filter(([, , count]) => count !== 0),
  ]
}

const outcomesOf = ({
  name,
  evaluations,
  shown,
  reasons,
}: Pick<NamedNotShown, 'name' | keyof NotShown>): Rows => [
  [name, 'Shown', shown],
  ...notShownReasons.map((reason) => [name, notShownWords[reason].name, reasons[reason]]),
  [name, 'All checks', evaluations],
]

function effectRows(effect: Effect, { timeZone }: SiteScope): Rows {
  if (effect.kind === 'no_experiment') return [['No holdout group.']]

  const { arms, window, days } = effect
  const zone = labelDays(timeZone, window.from)
  const estimate =
    effect.kind === 'compared' && effect.comparison.kind === 'estimate' ? effect.comparison : null
  return [
    ['Group', 'Visitors', 'Converted visitors'],
    ['Can see nudges', arms.shown.visitors, arms.shown.converters],
    ['Holdout group', arms.holdout.visitors, arms.holdout.converters],
    [`First day (${zone})`, days.from, null],
    [`Last day (${zone})`, days.to, null],
    ...(estimate
      ? [
          ['Lift', estimate.lift.value, null],
          ['Lift, lower bound', estimate.lift.lower, null],
          ['Lift, upper bound', estimate.lift.upper, null],
        ]
      : [[effect.kind === 'untrusted' ? 'Group sizes don’t match.' : 'Not enough data yet.']]),
  ]
}

/** In their measured units. */
const webVitalsRows = ({ metrics }: WebVitals): Rows => [
  ['Metric', 'Unit', 'Group', 'Page loads', '75th percentile', 'Lower bound', 'Upper bound'],
  ...metrics.flatMap(({ metric, groups }) =>
    webVitalsGroups.flatMap((group) => {
      const found = groups[group]
      if (!found) return []
      const unit = metric === 'cls' ? 'score' : 'ms'
      const figures = [found.value, found.lower, found.upper].map((value) =>
        Number(value.toPrecision(3)),
      )
      return [
        [webVitalsTexts[metric].name, unit, webVitalsGroupNames[group], found.pages, ...figures],
      ]
    }),
  ),
]
