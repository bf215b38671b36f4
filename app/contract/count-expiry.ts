/**
 * When a count expires. Payloads are read later than they are compiled – from our memory, from
 * caches, by open pages – and activities leave the time frame all the time. So only activities that
 * are still within it at expiry are counted: whenever it is read, the number isn't too high.
 */

/** Our memory and a cache behind it can be this old. */
const shortestStep = 60
const longestStep = 1800
/** Length of a step, as a fraction of the time frame. */
const parts = 24

/**
 * One to two steps ahead, and constant during a step, so that the payload doesn't change and needs
 * no download.
 *
 * @param seconds of the time frame
 */
export function countExpiry(seconds: number, at: Date): Date {
  const step = Math.min(Math.max(Math.floor(seconds / parts), shortestStep), longestStep)
  return new Date((Math.floor(at.getTime() / 1000 / step) + 2) * step * 1000)
}
