/**
 * The product on its own address: people log in here, and a cookie holds their session. People in the frame of an
 * admin open the screens of billing here, by another cookie.
 */
import { redirectDocument } from '@remix-run/node'
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { findTopVisit, tenantOfTopVisit } from '#app/domain/shops/tenants/top-visits.server.ts'
import { isBilling, readTopVisit, topPath } from '#app/platforms/framed/top-visit.server.ts'
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
    const account = token ? await findSessionAccount(services, token) : null
    // People of a store have no login here: the way back leads into its control panel, which opens billing again.
    const isOver = visit !== null && tenantOfTopVisit(services, visit) !== null
    return isOver && !account && isBilling(request) ? redirectDocument(topPath) : account
  },
  frameAncestors: () => "'none'",
}
