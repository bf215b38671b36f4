/** Changes between two periods, in words. */
import { formatCount, formatRate } from '../format/format-number.ts'

/** Relative to the previous period; there is no rate when that had none. */
export function formatChange(now: number, before: number): string {
  if (before === 0) return 'None before'
  if (now === before) return `No change from ${formatCount(before)}`
  const change = now / before - 1
  const direction = change > 0 ? 'more' : 'fewer'
  // Both numbers: the current one is often less than the total beside it, which includes today.
  return `${formatRate(Math.abs(change))} ${direction} (${formatCount(now)} vs. ${formatCount(before)})`
}
