/**
 * Until when the number of a window may be told. A payload is read later than it is made, by us from
 * memory, by caches, by a page that stays open; and with every second facts leave the window. So the
 * window is counted as it will stand at that end, without what will have left it by then: whenever it
 * is read, the number is at most that of the facts.
 */

/** A memory of ours, and a cache behind it, may be as old. */
const shortestStep = 60
const longestStep = 1800
/** A step is so small a part of the window. */
const parts = 24

/**
 * One to two steps ahead, and the same moment for as long as a step lasts: what is told is then the
 * same text, and costs nobody another download.
 *
 * @param seconds of the window
 */
export function countExpiry(seconds: number, at: Date): Date {
  const step = Math.min(Math.max(Math.floor(seconds / parts), shortestStep), longestStep)
  return new Date((Math.floor(at.getTime() / 1000 / step) + 2) * step * 1000)
}
