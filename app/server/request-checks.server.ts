/** Refuses requests by their method, address and headers, before anything is looked up. */
import type { IncomingMessage } from 'node:http'
import { Refusal } from '#app/lib/errors.ts'
import { readUrl } from '#app/lib/read-url.ts'
import { headerOf } from './edge/request-head.ts'
import { isForeignWrite } from './security.server.ts'

const methodsWithoutBody = ['GET', 'HEAD']
const methods = [...methodsWithoutBody, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Whether a request by this method can bring a body that a screen or a call reads. */
export const hasBody = (method: string): boolean => !methodsWithoutBody.includes(method)

/** The address of a request is built from it. */
export function hasReadableHost(request: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const host = headerOf(request, 'host')
  return host === undefined || readUrl(`http://${host}`) !== null
}

/** Asks Remix for one route's data, as its older clients did. Remix logs a warning as an error. */
const oldDataParameter = '_data'

/** @param by the options of `isForeignWrite` */
export function findRefusal(
  request: Request,
  by: Parameters<typeof isForeignWrite>[1],
): Refusal | null {
  if (!methods.includes(request.method)) {
    const allow = methods.filter((method) => method !== 'OPTIONS')
    return new Refusal('method_not_allowed', `Use ${allow.join(', ')}.`, { allow })
  }
  if (isForeignWrite(request, by)) return new Refusal('forbidden', 'Cross-site request blocked.')
  if (new URL(request.url).searchParams.has(oldDataParameter)) {
    return new Refusal('malformed', `The parameter ${oldDataParameter} isn’t supported.`)
  }
  return null
}

/** For other paths the router can't even render the not-found page. */
export function isReadable(path: string): boolean {
  try {
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    return !/[\\\u0000-\u001f]/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
