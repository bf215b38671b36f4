/** The product on its own address: people log in here, and a cookie holds their session. */
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import type { Platform } from '#app/platforms/platform.ts'

export const standalone: Platform = {
  name: 'standalone',
  claims: () => true,
  async authenticate(request, services) {
    const token = readSessionToken(services.config, request)
    return token ? findSessionAccount(services, token) : null
  },
  frameAncestors: () => "'none'",
}
