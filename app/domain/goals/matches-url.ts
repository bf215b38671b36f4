/** Which pages reach a goal. The server counts by it, and the owner tries addresses with it. */
import type { Goal } from './goal.ts'

/** Whether the page's path is the goal. A trailing slash is not a different page. */
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
