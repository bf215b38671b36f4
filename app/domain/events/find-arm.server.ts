import { maxUserAgentLength } from './visitor-key.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import { assignArm, type Arm } from '#app/domain/allocation/assign-arm.ts'

export type BrowserFacts = {
  /** As for visitors' requests. */
  address: string
  userAgent: string
}

/**
 * The arm that this browser has on the site's pages today, as long as its user hasn't consented there.
 * `none` where there is no holdout group. Stores nothing.
 */
export async function findArm(
  { siteCache, now, security: { visitorKeys } }: Services,
  { siteUuid }: SiteScope,
  { address, userAgent }: BrowserFacts,
): Promise<Arm> {
  const known = await siteCache.site(siteUuid)
  if (!known || known.holdout === 0) return 'none'
  const facts = { siteUuid, address, userAgent: userAgent.slice(0, maxUserAgentLength), at: now() }
  return assignArm(await visitorKeys.of(facts), known.holdout)
}
