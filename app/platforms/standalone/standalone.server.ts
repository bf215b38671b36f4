/**
 * The product on its own address: people log in here, and a cookie holds their session. People in the frame of an
 * admin open the screens of billing here, by another cookie.
 */
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { findTopVisit } from '#app/domain/shops/tenants/top-visits.server.ts'
import { readTopVisit } from '#app/platforms/framed/top-visit.server.ts'
import type { Platform } from '#app/platforms/platform.ts'

export const standalone: Platform = {
  name: 'standalone',
  claims: () => true,
  async authenticate(request, services) {
    // Someone may be logged in to another account in the same browser.
    const visit = readTopVisit(services.config, request)
    const found = visit === null ? null : await findTopVisit(services, visit)
    if (found) return found.account
    const token = readSessionToken(services.config, request)
    return token ? findSessionAccount(services, token) : null
  },
  frameAncestors: () => "'none'",
}
