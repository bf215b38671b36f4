/**
 * Alternating rounds: product, floor, product, floor. Repeats a round during which the host took
 * much of the machine.
 */
import { randomBytes } from 'node:crypto'
import type { LoadGenerator, LoadJob, LoadResult } from './load.ts'
import { cpuSeconds, cpuTimes, stealPercent } from './machine.ts'
import { median } from './summary.ts'

const mostSteal = 12
const mostRepeats = 3

export type ServedProcesses = {
  port: number
  /** All processes that work for it: the server, and the database if it is separate. */
  pids: number[]
}

export type RoundJob = Omit<LoadJob, 'port' | 'prefix' | 'first'>

export type Measured = LoadResult & {
  perSecond: number
  cpuMicros: number
  databaseMicros: number
  stealPercent: number
}

export type BenchTools = {
  load: LoadGenerator
  rounds: number
  /** Duration of a round per side. */
  millis: number
  /** Reports progress. */
  printLine: (line: string) => void
}

/** @returns the rounds of both sides; those with the same index belong together */
export async function alternateRounds(
  tools: BenchTools,
  sides: { product: RoundSide; floor: RoundSide },
): Promise<{ product: Measured[]; floor: Measured[] }> {
  const product: Measured[] = []
  const floor: Measured[] = []
  await sides.product(true)
  await sides.floor(true)
  for (let round = 0; round < tools.rounds; round += 1) {
    let best: [Measured, Measured] | undefined
    for (let repeat = 0; repeat <= mostRepeats; repeat += 1) {
      // Alternates the first side, so neither is always second.
      const first = round % 2 === 0 ? 'product' : 'floor'
      const one = await sides[first](false)
      const other = await sides[first === 'product' ? 'floor' : 'product'](false)
      const pair: [Measured, Measured] = first === 'product' ? [one, other] : [other, one]
      if (!best || stealOf(pair) < stealOf(best)) best = pair
      if (stealOf(pair) <= mostSteal) break
      tools.printLine(`  ${stealOf(pair).toFixed(0)} % of the machine was taken away: once more`)
    }
    if (!best) continue
    product.push(best[0])
    floor.push(best[1])
    tools.printLine(`  round ${String(round + 1)}: ${show(best[0])} | ${show(best[1])}`)
  }
  return { product, floor }
}

const stealOf = ([one, other]: [Measured, Measured]) =>
  Math.max(one.stealPercent, other.stealPercent)

const show = ({ perSecond, p99, cpuMicros }: Measured) =>
  `${perSecond.toFixed(0)}/s, p99 ${(p99 ?? 0).toFixed(1)} ms, ${cpuMicros.toFixed(0)} µs`

/** Time for V8 to optimize, until a server has its full speed. */
const warmUpMillis = 2_000

/** Runs one round. A warm-up doesn't count. */
export type RoundSide = (isWarmUp: boolean) => Promise<Measured>

/** @param wanted the job; its duration defaults to the tools' */
export function sideOf(
  { load, millis }: BenchTools,
  served: ServedProcesses,
  wanted: RoundJob,
): RoundSide {
  return (isWarmUp) =>
    measure(load, served, { ...wanted, millis: isWarmUp ? warmUpMillis : millis })
}

/** Runs a job and adds its cost. @throws Error for an unexpected response */
export async function measure(
  load: LoadGenerator,
  { port, pids }: ServedProcesses,
  wanted: RoundJob & Partial<Pick<LoadJob, 'prefix' | 'first'>>,
): Promise<Measured> {
  const cpu = () => pids.map(cpuSeconds)
  const times = cpuTimes()
  const before = cpu()
  const result = await load.run({ prefix: newPrefix(), first: 0, ...wanted, port })
  const spent = cpu().map((seconds, at) => seconds - (before[at] ?? 0))
  const each = (seconds: number) => (seconds * 1e6) / Math.max(1, result.good)
  if (result.odd !== '') throw new Error(`An unexpected answer: ${result.odd}`)
  if (result.good === 0) throw new Error('Nothing was answered.')
  return {
    ...result,
    perSecond: result.good / result.seconds,
    cpuMicros: each(spent.reduce((sum, one) => sum + one, 0)),
    databaseMicros: each(spent[1] ?? 0),
    stealPercent: stealPercent(times, cpuTimes()),
  }
}

export const newPrefix = (): string => randomBytes(4).toString('hex')

/** The median over the rounds; null when one of them has no value. */
export function middleOf(rounds: readonly Measured[], of: (one: Measured) => number | null) {
  const values = rounds.map(of)
  return values.some((value) => value === null) ? null : median(values.map(Number))
}
