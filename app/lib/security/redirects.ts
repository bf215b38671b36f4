/** The only check for a path that came from outside. Prevents open redirects. */
import { readUrl } from '../read-url.ts'

/** Placeholder for the product's origin, which isn't known here. */
const siteOrigin = 'http://own.invalid'

/**
 * The wanted path if it is one of ours, otherwise the fallback. Refuses other origins, schemes,
 * backslashes, control characters, dot segments, and their encoded forms. Returns the path as the
 * URL parser wrote it, because browsers read `/.//host` as another origin only after the dot is
 * removed.
 */
export function safeRedirectPath(wanted: string | null | undefined, fallback = '/'): string {
  if (!wanted || wanted.length > 2048) return fallback
  if (!wanted.startsWith('/') || wanted.startsWith('//')) return fallback
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\\\u0000-\u001f\u007f]|%5c|%0[0-9a-f]|%1[0-9a-f]|%2f%2f|^\/%2f/i.test(wanted))
    return fallback
  if (/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(wanted)) return fallback
  const url = readUrl(wanted, siteOrigin)
  if (!url) return fallback
  const { origin, pathname, search, hash } = url
  const isSameOrigin = origin === siteOrigin && !pathname.startsWith('//')
  return isSameOrigin ? pathname + search + hash : fallback
}

/**
 * The same for where a form or a link of ours may lead, when its address may be a stranger's: no path of
 * frames, whose tickets make the browser someone else's (docs/threats.md, T90).
 */
export function safeDestination(wanted: string | null | undefined): string {
  const path = safeRedirectPath(wanted)
  return isOfFrames(path) ? '/' : path
}

/** As the router reads it: in any case, decoded. */
function isOfFrames(path: string): boolean {
  const [plain = ''] = path.split(/[?#]/, 1)
  try {
    const [first] = decodeURIComponent(plain).toLowerCase().split('/').filter(Boolean)
    return first === 'frame'
  } catch {
    return true
  }
}
