/** HTML forms can't send PUT, so form data with PUT is sent as POST with a `_method` field. */
import { readBearer } from '#app/lib/web/bearer.ts'

/**
 * The intended method. Any website's form could contain any method, so the field counts only with a
 * Bearer token or from our own pages, and only for PUT (docs/threats.md T12).
 *
 * @param form the request's body; the query is ignored
 */
export function effectiveMethod(request: Request, form: FormData, appUrl: string): string {
  const isAsked = request.method === 'POST' && form.get('_method') === 'PUT'
  return isAsked && (readBearer(request) || isFromOurPages(request, appUrl))
    ? 'PUT'
    : request.method
}

/** Browsers send these headers themselves. Without them, the request isn't trusted. */
const isFromOurPages = (request: Request, appUrl: string) =>
  request.headers.get('sec-fetch-site') === 'same-origin' ||
  request.headers.get('origin') === appUrl
