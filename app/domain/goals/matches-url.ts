/** Which pages reach a goal. Used to count, and to test URLs on the goal's screen. */
import type { Goal } from './goal.ts'

/** Whether the page's path matches the goal. Ignores a trailing slash. */
export function matchesUrl(
  page: string,
  { match, pattern }: Pick<Goal, 'match' | 'pattern'>,
): boolean {
  if (pattern === null || pattern === '') return false
  const path = withoutEndSlash(page)
  const wanted = withoutEndSlash(pattern)
  if (match === 'exact') return path === wanted
  return match === 'starts_with' ? path.startsWith(wanted) : page.includes(pattern)
}

const withoutEndSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path)
