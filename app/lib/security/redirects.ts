/** The only check for a path that came from outside. Prevents open redirects. */

/**
 * The wanted path if it is one of ours, otherwise the fallback. Refuses other origins, schemes,
 * backslashes, control characters and their encoded forms.
 */
export function safeRedirectPath(wanted: string | null | undefined, fallback = '/'): string {
  if (!wanted || wanted.length > 2048) return fallback
  if (!/^\/(?![/\\])/.test(wanted)) return fallback
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\\\u0000-\u001f\u007f]|%5c|%0[0-9a-f]|%1[0-9a-f]|%2f%2f|^\/%2f/i.test(wanted))
    return fallback
  const url = new URL(wanted, 'http://own.invalid')
  return url.origin === 'http://own.invalid' ? url.pathname + url.search + url.hash : fallback
}
