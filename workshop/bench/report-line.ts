/** Output of a bench: one line of JSON, and all of them as a table. */
import { middleOf, type Measured } from './rounds.ts'
import { pairedRatio } from './summary.ts'

export type Line = {
  bench: string
  database: string
  /** The value that the goal is about. Null: not measured. */
  ratio: number | null
  /** For example `>= 0.9`; empty without a goal. */
  goal: string
  ok: boolean | null
  /** Medians, in `unit`. */
  product: number | null
  floor: number | null
  unit: string
  rounds: number
  /** Milliseconds. */
  p50: number | null
  p99: number | null
  floorP99: number | null
  /** CPU time of server and database per request. */
  cpuMicros: number | null
  floorCpuMicros: number | null
  /** The database's share of it. */
  databaseMicros: number | null
  stealPercent: number | null
  /** Explains the numbers. */
  note?: string
  /** Why there are no numbers. */
  skipped?: string
}

export type About = { bench: string; database: string }

const nothing = {
  ratio: null,
  goal: '',
  ok: null,
  product: null,
  floor: null,
  unit: '',
  rounds: 0,
  p50: null,
  p99: null,
  floorP99: null,
  cpuMicros: null,
  floorCpuMicros: null,
  databaseMicros: null,
  stealPercent: null,
}

/** A line with any subset of numbers. Absent ones weren't measured. */
export const lineOf = (about: About, figures: Partial<Line>): Line => ({
  bench: about.bench,
  database: about.database,
  ...nothing,
  ...Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? rounded(value) : value,
    ]),
  ),
})

export const skippedLine = (about: About, skipped: string): Line => lineOf(about, { skipped })

/** Three significant digits. More would be noise of the machine. */
const rounded = (value: number) => (Number.isFinite(value) ? Number(value.toPrecision(3)) : value)

type Pairs = { product: Measured[]; floor: Measured[] }

/** Summary of both sides' rounds. @param perRequest units per good response */
export function figuresOf({ product, floor }: Pairs, unit: string, perRequest = 1) {
  const speed = ({ perSecond }: Measured) => perSecond * perRequest
  const all = [...product, ...floor]
  return {
    ratio: pairedRatio(product.map(speed), floor.map(speed)),
    product: middleOf(product, speed),
    floor: middleOf(floor, speed),
    unit,
    rounds: product.length,
    p50: middleOf(product, ({ p50 }) => p50),
    p99: middleOf(product, ({ p99 }) => p99),
    floorP99: middleOf(floor, ({ p99 }) => p99),
    cpuMicros: middleOf(product, ({ cpuMicros }) => cpuMicros / perRequest),
    floorCpuMicros: middleOf(floor, ({ cpuMicros }) => cpuMicros / perRequest),
    databaseMicros: middleOf(product, ({ databaseMicros }) => databaseMicros / perRequest),
    stealPercent: middleOf(all, ({ stealPercent }) => stealPercent),
  }
}

export const atLeast = (value: number | null, goal: number) => ({
  goal: `>= ${String(goal)}`,
  ok: value !== null && value >= goal,
})

export const atMost = (value: number | null, goal: number) => ({
  goal: `<= ${String(goal)}`,
  ok: value !== null && value <= goal,
})

/** The lines as a table for docs/performance.md. */
export function tableOf(lines: readonly Line[]): string {
  const heads = ['Bench', 'Database', 'Figure', 'Goal', 'Met', 'Product', 'Floor', 'Unit']
  const more = ['p50 / p99 ms', 'Floor p99', 'CPU µs', 'Floor CPU µs', 'Steal %', 'Note']
  const rows = lines.map((line) => [
    ...[
      line.bench,
      line.database,
      formatNumber(line.ratio),
      line.goal,
      line.ok === null ? '–' : line.ok ? 'yes' : 'no',
    ],
    ...[
      formatNumber(line.product),
      formatNumber(line.floor),
      line.unit,
      `${formatNumber(line.p50)} / ${formatNumber(line.p99)}`,
    ],
    ...[
      formatNumber(line.floorP99),
      formatNumber(line.cpuMicros),
      formatNumber(line.floorCpuMicros),
      formatNumber(line.stealPercent),
    ],
    line.skipped ?? line.note ?? '',
  ])
  const all = [[...heads, ...more], [...heads, ...more].map(() => '---'), ...rows]
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const formatNumber = (value: number | null) => (value === null ? '–' : value.toLocaleString('en'))
