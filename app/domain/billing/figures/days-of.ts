import { dayMillis, dayOf } from '#app/lib/time.ts'

/** All days from the first to the last one. @param days sorted, like `2026-03-02` */
export function daysOf(days: readonly string[]): string[] {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const [from, to] = [Date.parse(first), Date.parse(last)]
  const count = Math.round((to - from) / dayMillis) + 1
  return Array.from({ length: count }, (_one, at) => dayOf(new Date(from + at * dayMillis)))
}
