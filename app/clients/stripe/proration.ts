/** The moment from which a switch counts what is left of the paid period. */
import type { SwitchOrder } from '#app/domain/billing/channel.ts'

/** Stripe’s unit of time. */
export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** Now, within the period: Stripe's clock may be a little behind or ahead. */
export function countFrom(now: Date, { start, end }: { start: Date; end: Date }): Date {
  const at = Math.min(Math.max(now.getTime(), start.getTime()), end.getTime())
  return new Date(secondsOf(new Date(at)) * 1000)
}

/** Another moment is another request, which needs another key. */
export const operationOf = ({ operation, countedFrom }: SwitchOrder): string =>
  countedFrom == null ? operation : `${operation}-${String(secondsOf(countedFrom))}`
