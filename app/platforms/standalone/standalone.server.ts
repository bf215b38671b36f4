/**
 * The product on its own address: people log in here, and a cookie holds their session. People in the frame of an
 * admin open the screens of billing here, by another cookie.
 */
import { redirectDocument } from '@remix-run/node'
import { readSessionToken } from '#app/auth/cookie.server.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import type { TenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { findTopVisit, tenantOfTopVisit } from '#app/domain/shops/tenants/top-visits.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import {
  endOfVisit,
  isBilling,
  pathOfVisit,
  readTopVisit,
  readVisitName,
} from '#app/platforms/framed/top-visit.server.ts'
import type { Platform } from '#app/platforms/platform.ts'
import type { Services } from '#app/services.ts'

export const standalone: Platform = {
  name: 'standalone',
  claims: () => true,
  async authenticate(request, services) {
    const visit = readTopVisit(services.config, request)
    const named = readVisitName(request)
    // Someone may be logged in to another account in the same browser: each page is of one of both.
    if (named !== null && isOpened(request, visit)) {
      return visitorOf(request, services, { visit, named })
    }
    const token = readSessionToken(services.config, request)
    const account = token ? await findSessionAccount(services, token) : null
    if (account || visit === null || !isBilling(request)) return account
    const tenant = tenantOfTopVisit(services, visit)
    return tenant && nameVisit(request, tenant.tenantId)
  },
  frameAncestors: () => "'none'",
}

/** Calls that every screen makes are the login's, unless there is a visit. */
const isOpened = (request: Request, visit: string | null) => visit !== null || isBilling(request)

/** A page that is open for a store is never answered for the browser's own login. */
async function visitorOf(
  request: Request,
  services: Services,
  { visit, named }: { visit: string | null; named: TenantId },
): Promise<Account | Response | null> {
  const tenant = visit === null ? null : tenantOfTopVisit(services, visit)
  if (tenant && tenant.tenantId !== named) throw otherStore()
  const found = visit === null ? null : await findTopVisit(services, visit)
  if (found) return found.account
  // People of a store have no login here: the way back leads into its control panel, which opens billing again.
  return isBilling(request) ? redirectDocument(endOfVisit(named)) : null
}

/** A page whose address lost the name of its store, as after a provider's page. */
function nameVisit(request: Request, tenantId: TenantId): Response {
  const { pathname, search } = new URL(request.url)
  const isRead = request.method === 'GET'
  return redirectDocument(isRead ? pathOfVisit(pathname + search, tenantId) : endOfVisit(tenantId))
}

const otherStore = () =>
  new Refusal(
    'conflict',
    'Billing of another store was opened in this browser since. Open this page from your dashboard again.',
  )
