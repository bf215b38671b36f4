/** The cookie of a visit at the top (app/domain/shops/tenants/top-visits.server.ts), and what it opens. */
import { defineCookie } from '#app/auth/define-cookie.server.ts'
import type { Config } from '#app/config.server.ts'
import { readTenantId, type TenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { topPath, visitHeader, visitParameter } from './frame-paths.ts'

/**
 * Kept for as long as the frame's session can last, longer than the visit in it: it knows the way back afterwards.
 * One for all stores: another store's visit takes its place, and pages that name the first are refused.
 *
 * Lax: a bank's and Stripe's pages lead back to ours. Writes of other origins are refused with it, too.
 */
export const topVisitCookie = defineCookie({ name: 'card_visit', seconds: 43_200, sameSite: 'Lax' })

/** The screens of billing, and the calls that every screen makes. */
const opened = /^\/(?:billing(?:[/.]|$)|frame\/top$|api\/(?:user|spark-variables)$)/

/** Whether a screen of billing is asked for, not one of the calls. */
export const isBilling = (request: Request): boolean =>
  /^\/billing(?:[/.]|$)/.test(new URL(request.url).pathname)

/** Content of the cookie. Null: there is none, or it opens nothing here. */
export const readTopVisit = (config: Pick<Config, 'appUrl'>, request: Request): string | null =>
  opened.test(new URL(request.url).pathname) ? topVisitCookie.read(config, request) : null

/** The store that the page is open for, as its address or its call names it. It proves nothing. Null: none. */
export function readVisitName({ url, headers }: Pick<Request, 'url' | 'headers'>): TenantId | null {
  const named = new URL(url).searchParams.getAll(visitParameter)
  return named.length > 0
    ? readTenantId(named.length === 1 ? (named[0] ?? null) : null)
    : readTenantId(headers.get(visitHeader))
}

/** The path with the name of the store that its page is open for. */
export function pathOfVisit(path: string, tenantId: TenantId): string {
  const url = new URL(path, 'http://visit.invalid')
  url.searchParams.set(visitParameter, tenantId)
  return url.pathname + url.search
}

/** Where the visit of a store ends. */
export const endOfVisit = (tenantId: TenantId): string => pathOfVisit(topPath, tenantId)
