/** Cookies that last up to an hour, for flows that aren't finished. Only the server reads them. */
import { pendingMinutes } from '#app/domain/accounts/two-factor/two-factor.ts'
import { defineCookie } from './define-cookie.server.ts'

const minutes = { seconds: pendingMinutes * 60, sameSite: 'Strict' } as const

/** A login that waits for its code. */
export const pendingLoginCookie = defineCookie({ name: 'pending_login', ...minutes })

/** A passkey challenge. */
export const passkeyCookie = defineCookie({ name: 'passkey', ...minutes })

/**
 * Query of a link to someone's data, so that it stays in no URL of the browser's history. Lax, because
 * browsers keep a strict cookie from a page that an email program opened.
 */
export const exportLinkCookie = defineCookie({
  name: 'data_export',
  seconds: 60 * 60,
  sameSite: 'Lax',
})
