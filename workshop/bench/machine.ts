/**
 * Statistics of processes and the machine from Linux (proc(5)). On other systems everything is 0.
 */
import { readFileSync } from 'node:fs'

/** USER_HZ, the same on every Linux that Node runs on. */
const ticksPerSecond = 100
const pageBytes = 4096

/** CPU seconds of a process and all its children, including ended ones. */
export function cpuSeconds(pid: number): number {
  const fields = statFields(pid)
  if (!fields) return 0
  // Fields 14 to 17 in proc(5), counted from the third: own and ended children's times.
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0)
  return ticks / ticksPerSecond + childrenOf(pid).reduce((sum, one) => sum + cpuSeconds(one), 0)
}

/** Resident memory of a process, in bytes. */
export const residentBytes = (pid: number): number => Number(statFields(pid)?.[21] ?? 0) * pageBytes

export type CpuTimes = { stolen: number; total: number }

export function cpuTimes(): CpuTimes {
  const line = read('/proc/stat')?.split('\n', 1)[0] ?? ''
  const numbers = line.split(/\s+/).slice(1, 9).map(Number)
  return { stolen: numbers[7] ?? 0, total: numbers.reduce((sum, one) => sum + one, 0) }
}

/** Percentage of time that the host gave to others. */
export const stealPercent = (before: CpuTimes, after: CpuTimes): number =>
  (100 * (after.stolen - before.stolen)) / Math.max(1, after.total - before.total)

function statFields(pid: number): string[] | null {
  const text = read(`/proc/${String(pid)}/stat`)
  // The name in parentheses can contain anything, including spaces and parentheses.
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const childrenOf = (pid: number): number[] =>
  (read(`/proc/${String(pid)}/task/${String(pid)}/children`) ?? '')
    .split(' ')
    .filter(Boolean)
    .map(Number)

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
