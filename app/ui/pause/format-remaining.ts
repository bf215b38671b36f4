import { countWithNoun } from '../format/format-number.ts'

const minute = 60

/** "13 hours 20 minutes", "59 minutes", "95 seconds". Rounded up, so it never says less than is left. */
export function formatRemaining(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000))
  if (seconds < 2 * minute) return countWithNoun(seconds, 'second')
  const minutes = Math.ceil(seconds / minute)
  if (minutes < 2 * minute) return countWithNoun(minutes, 'minute')
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const whole = countWithNoun(hours, 'hour')
  return rest === 0 ? whole : `${whole} ${countWithNoun(rest, 'minute')}`
}
