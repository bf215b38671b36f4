/** Stripe's calendar: seconds, and months that keep the day of their anchor. */

export const daySeconds = 86_400
export const hourSeconds = 3_600

/** The same day so many months later; the last day of a month that is too short. In UTC. */
export function addMonths(seconds: number, months: number): number {
  const at = new Date(seconds * 1000)
  const first = new Date(at)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(at.getUTCDate(), days))
  return Math.floor(first.getTime() / 1000)
}

/** Ends of the periods that begin at the anchor. `after`: the first that is later. */
export function nextPeriodEnd(anchor: number, after: number): number {
  for (let months = 1; ; months += 1) {
    const end = addMonths(anchor, months)
    if (end > after) return end
  }
}
