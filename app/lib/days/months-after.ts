/** The same day and time of a later month, in UTC. A month that is too short gives its last day. */
export function monthsAfter(from: Date, months: number): Date {
  const first = new Date(from)
  first.setUTCDate(1)
  first.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
  ).getUTCDate()
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return first
}
