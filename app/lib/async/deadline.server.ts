/** A limit of time for a piece of work, however many calls to other companies it makes. */
import { AsyncLocalStorage } from 'node:async_hooks'

type Deadline = { at: number; now: () => Date }

const deadlines = new AsyncLocalStorage<Deadline>()

/** Runs work none of whose calls starts after these milliseconds. How long one takes is up to `millisForCall`. */
export const runWithin = <Outcome>(
  millis: number,
  now: () => Date,
  work: () => Promise<Outcome>,
): Promise<Outcome> => deadlines.run({ at: now().getTime() + millis, now }, work)

/**
 * How many milliseconds a call can take that starts now. 0: none are left.
 *
 * @param most also without a deadline
 */
export function millisForCall(most: number): number {
  const deadline = deadlines.getStore()
  if (deadline === undefined) return most
  return Math.max(0, Math.min(most, deadline.at - deadline.now().getTime()))
}
