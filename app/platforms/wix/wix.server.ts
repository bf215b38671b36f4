/**
 * The product in the dashboard of a site in Wix. Wix vouches with the signed parameter `instance`, which only
 * the address of the frame's first document has.
 * https://dev.wix.com/docs/build-apps/develop-your-app/frameworks/self-hosting/supported-extensions/dashboard-extensions/iframe-query-parameters-for-dashboard-extensions
 */
import { redirect } from '@remix-run/node'
import { wixOrigins } from '#app/clients/wix/wix-origins.ts'
import { openWixSite } from '#app/domain/lifecycle/wix/open-site.server.ts'
import { readTenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import {
  defineFramedPlatform,
  type FramingAdmin,
} from '#app/platforms/framed/framed-platform.server.ts'
import { errorPath, type WixFault } from './wix-faults.ts'

/** The app's page in the dashboard, as it is entered at Wix. */
const dashboardPath = '/wix/auth/dashboard'

const proof = 'instance'

/** An address that names the parameter twice would be read differently by each reader. */
const onlyValue = (query: URLSearchParams, name: string): string | null => {
  const values = query.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}

const closed = (reason: WixFault, tenant?: string) =>
  redirect(
    `${errorPath}?${new URLSearchParams({ reason, shell: 'wix', ...(tenant === undefined ? {} : { tenant }) }).toString()}`,
  )

const admin: FramingAdmin = {
  name: 'wix',
  isAvailable: ({ wix }) => wix !== undefined,
  proofs: [proof],
  entries: [dashboardPath],

  async vouch(request, services) {
    const { wix } = services
    const signed = onlyValue(new URL(request.url).searchParams, proof)
    const visitor = wix && signed !== null ? await wix.checkInstance(signed) : null
    const tenantId = readTenantId(visitor?.instanceId ?? null)
    if (!wix || !visitor || signed === null || tenantId === null) return closed('instance')
    const { instanceId, personId, signedAt } = visitor
    // Visitors of the site and its members have signed instances, too.
    if (personId === null) return closed('person', tenantId)
    const opened = await openWixSite(services, wix, { instanceId, personId })
    if ('refused' in opened)
      return opened.refused === 'member'
        ? { tenantId, refused: opened.refused }
        : closed(opened.refused, tenantId)
    // Dashboards use an instance again, and so could a thief: only its first session confirms more than a visit.
    const isFirst = signedAt !== null && (await services.security.rateLimits.useOnce(signed))
    return {
      tenantId,
      userId: opened.userId,
      page: '/',
      ...(isFirst ? { vouchedAt: signedAt } : {}),
    }
  },

  appUrl: (tenantId, { wix }) => {
    const double = wix?.double
    return double === undefined ? wixOrigins(double).sites : `${double}/dashboard/${tenantId}`
  },
}

export const wix = defineFramedPlatform(admin)
