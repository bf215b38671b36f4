/** Specification section 7: form data with PUT comes as POST with a `_method` field. */

/**
 * The method that the caller means. A plain form of anywhere could write any method into its body, so
 * the field counts with a Bearer header or from our own pages alone, and for PUT alone (security.md 3.0).
 *
 * @param form the request's own body; what stands in the address counts for nothing
 */
export function effectiveMethod(request: Request, form: FormData, appUrl: string): string {
  const isAsked = request.method === 'POST' && form.get('_method') === 'PUT'
  return isAsked && (hasBearer(request) || isFromOurPages(request, appUrl)) ? 'PUT' : request.method
}

const hasBearer = ({ headers }: Request) => /^Bearer \S/i.test(headers.get('authorization') ?? '')

/** Said by the browser itself: a program without one says nothing, and is not believed. */
const isFromOurPages = (request: Request, appUrl: string) =>
  request.headers.get('sec-fetch-site') === 'same-origin' ||
  request.headers.get('origin') === appUrl
