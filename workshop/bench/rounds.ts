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
  /** Resolves when everything that was answered is done; what it costs until then counts. */
  settle?: () => Promise<void>
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
export const alternateRounds = (
  tools: BenchTools,
  sides: { product: RoundSide; floor: RoundSide },
): Promise<{ product: Measured[]; floor: Measured[] }> => rotateRounds(tools, sides)

/** The same for any number of sides. */
export async function rotateRounds<Name extends string>(
  tools: BenchTools,
  sides: Record<Name, RoundSide>,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(sides) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Measured[]
  >
  for (const name of names) await sides[name](true)
  for (let round = 0; round < tools.rounds; round += 1) {
    let best: Record<Name, Measured> | undefined
    for (let repeat = 0; repeat <= mostRepeats; repeat += 1) {
      const played = await playOnce(sides, rotated(names, round))
      if (!best || stealOf(played) < stealOf(best)) best = played
      if (stealOf(played) <= mostSteal) break
      tools.printLine(`  ${stealOf(played).toFixed(0)} % of the machine was taken away: once more`)
    }
    const kept = best
    if (!kept) continue
    for (const name of names) measured[name].push(kept[name])
    const shown = names.map((name) => show(kept[name]))
    tools.printLine(`  round ${String(round + 1)}: ${shown.join(' | ')}`)
  }
  return measured
}

/** Another side begins in each round, so none is always the last. */
const rotated = <Name>(names: readonly Name[], round: number): Name[] => {
  const first = round % names.length
  return [...names.slice(first), ...names.slice(0, first)]
}

async function playOnce<Name extends string>(
  sides: Record<Name, RoundSide>,
  order: readonly Name[],
): Promise<Record<Name, Measured>> {
  const played: Partial<Record<Name, Measured>> = {}
  for (const name of order) played[name] = await sides[name](false)
  return played as Record<Name, Measured>
}

const stealOf = (played: Record<string, Measured>) =>
  Math.max(...Object.values(played).map((one) => one.stealPercent))

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
  { port, pids, settle }: ServedProcesses,
  wanted: RoundJob & Partial<Pick<LoadJob, 'prefix' | 'first'>>,
): Promise<Measured> {
  const cpu = () => pids.map(cpuSeconds)
  const times = cpuTimes()
  const before = cpu()
  const result = await load.run({ prefix: newPrefix(), first: 0, ...wanted, port })
  await settle?.()
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
