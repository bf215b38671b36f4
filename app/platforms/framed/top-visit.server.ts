/** The cookie of a visit at the top (app/domain/shops/tenants/top-visits.server.ts), and what it opens. */
import { defineCookie } from '#app/auth/define-cookie.server.ts'
import type { Config } from '#app/config.server.ts'

/**
 * Kept for as long as the frame's session can last, longer than the visit in it: it knows the way back afterwards.
 *
 * Lax: a bank's and Stripe's pages lead back to ours. Writes of other origins are refused with it, too.
 */
export const topVisitCookie = defineCookie({ name: 'card_visit', seconds: 43_200, sameSite: 'Lax' })

/** Where the visit begins and ends. */
export const topPath = '/frame/top'

/** The screens of billing, and the calls that every screen makes. */
const opened = /^\/(?:billing(?:[/.]|$)|frame\/top$|api\/(?:user|spark-variables)$)/

/** Whether a screen of billing is asked for, not one of the calls. */
export const isBilling = (request: Request): boolean =>
  /^\/billing(?:[/.]|$)/.test(new URL(request.url).pathname)

/** Content of the cookie. Null: there is none, or it opens nothing here. */
export const readTopVisit = (config: Pick<Config, 'appUrl'>, request: Request): string | null =>
  opened.test(new URL(request.url).pathname) ? topVisitCookie.read(config, request) : null
