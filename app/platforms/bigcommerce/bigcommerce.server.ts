/**
 * The product in the control panel of a store in BigCommerce, which vouches for people by a payload that it
 * signs, and for who installs the app by a code. Source: developer.bigcommerce.com, "Handling callbacks".
 */
import { redirect } from '@remix-run/node'
import { bigcommerceOrigins } from '#app/clients/bigcommerce/bigcommerce-origins.ts'
import { storeOfContext } from '#app/clients/bigcommerce/signed-payload.ts'
import type { BigCommerceApp } from '#app/domain/shops/stores/bigcommerce-app.ts'
import { checkScripts } from '#app/domain/shops/stores/store-scripts.server.ts'
import { visitStore } from '#app/domain/shops/stores/visit-store.server.ts'
import type { TenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { safeDestination } from '#app/lib/security/redirects.ts'
import { claimsIn } from '#app/lib/security/signed-token.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import {
  defineFramedPlatform,
  type FramingAdmin,
} from '#app/platforms/framed/framed-platform.server.ts'
import type { Services } from '#app/services.ts'
import type { InstallFault } from './install-faults.ts'
import { faultUrl, installByQuery } from './install.server.ts'
import { authPath, loadPath, rootPath } from './paths.ts'

/** A control panel opens what it signed in the same moment. BigCommerce's own limit is a day. */
const freshMillis = 10 * minuteMillis

type Vouching = ReturnType<FramingAdmin['vouch']>

const refuse = (fault: InstallFault, tenantId: TenantId | null) =>
  redirect(faultUrl(fault, tenantId, true))

async function vouchByCode(services: Services, app: BigCommerceApp, url: URL): Vouching {
  const installed = await installByQuery(services, app, url.searchParams)
  if ('fault' in installed) return refuse(installed.fault, installed.tenantId)
  const { tenantId } = installed
  if (!('refused' in installed)) {
    // BigCommerce named the person in its answer to the code, which works once.
    return { tenantId, userId: installed.userId, vouchedAt: services.now(), page: '/' }
  }
  const { refused } = installed
  return refused === 'member' ? { tenantId, refused } : refuse(refused, tenantId)
}

async function vouchByPayload(services: Services, app: BigCommerceApp, url: URL): Vouching {
  const signed = url.searchParams.getAll('signed_payload_jwt')
  const [text = ''] = signed
  const payload = signed.length === 1 ? app.readPayload(text) : null
  if (!payload) return refuse('payload', claimedStore(text))
  const { tenantId, id: proofId, issuedAt } = payload
  if (services.now().getTime() - issuedAt.getTime() > freshMillis) return refuse('stale', tenantId)
  // Remembered apart from the session, which ends earlier, and before the visit stores anything.
  const proof = ['bigcommerce', tenantId, proofId].join('\n')
  if (!(await services.security.rateLimits.useOnce(proof))) return { tenantId, refused: 'used' }
  const visit = await visitStore(services, payload)
  if ('refused' in visit) {
    const { refused } = visit
    return refused === 'ended' || refused === 'seats' || refused === 'gone'
      ? refuse(refused, tenantId)
      : { tenantId, refused }
  }
  const page = await pageOf(services, app, payload)
  return { tenantId, userId: visit.userId, vouchedAt: issuedAt, page }
}

/** The page of a deep link. A script that the merchant should know about comes first, with a link to the page. */
async function pageOf(
  services: Services,
  app: BigCommerceApp,
  { url, tenantId }: { url: string; tenantId: TenantId },
): Promise<string> {
  const wanted = safeDestination(url)
  // One of our entries would want another proof.
  const path = wanted.startsWith(`${rootPath}/`) ? '/' : wanted
  const scripts = await checkScripts(services, app, tenantId)
  if (scripts?.every(({ state }) => state === 'on') !== false) return path
  return path === '/' ? rootPath : `${rootPath}?${new URLSearchParams({ to: path }).toString()}`
}

/** The store that a payload names, which proves nothing: the page about the error shows in its admin. */
function claimedStore(text: string): TenantId | null {
  try {
    const claims = claimsIn(text)
    const isObject = typeof claims === 'object' && claims !== null && 'sub' in claims
    return isObject && typeof claims.sub === 'string' ? storeOfContext(claims.sub) : null
  } catch (error) {
    if (error instanceof BadRecord) return null
    throw error
  }
}

export const bigcommerce = defineFramedPlatform({
  name: 'bigcommerce',
  isAvailable: ({ bigcommerce: account }) => account !== undefined,
  entries: [authPath, loadPath],
  proofs: ['code', 'signed_payload_jwt'],

  async vouch(request, services) {
    const { bigcommerce: app } = services
    const url = new URL(request.url)
    if (!app) return null
    return url.pathname === authPath
      ? vouchByCode(services, app, url)
      : vouchByPayload(services, app, url)
  },

  appUrl(tenantId, { bigcommerce: account }) {
    const panel = bigcommerceOrigins(account?.double).panel(tenantId)
    return account ? `${panel}/manage/app/${account.appId}` : panel
  },
})
