/**
 * The `headers` export of all guarded routes: passes headers of loaders and thrown responses on to
 * the client.
 */
import type { HeadersFunction } from '@remix-run/node'

export const headers: HeadersFunction = ({
  parentHeaders,
  loaderHeaders,
  actionHeaders,
  errorHeaders,
}) => {
  if (errorHeaders && [...errorHeaders].length > 0) return errorHeaders
  const merged = new Headers(parentHeaders)
  for (const source of [loaderHeaders, actionHeaders]) {
    for (const [name, value] of source) {
      if (name.toLowerCase() === 'set-cookie') merged.append(name, value)
      else merged.set(name, value)
    }
  }
  return merged
}
