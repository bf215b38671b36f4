/** An organization that someone has outside of Wix gets the site there: the install that began with us. */
import { eq } from 'drizzle-orm'
import { wixInstances } from '#app/db/schema/billing.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { InstanceRefused, type WixApp } from '#app/domain/billing/channels/wix.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import {
  attachInstance,
  findOrAddSite,
  isTenant,
  lockInstance,
  tenantOfInstance,
} from './wix-site.server.ts'

/** Why the organization doesn't get the site. */
export type JoinRefusal =
  /** Wix gives the app no access to it. */
  | 'removed'
  | 'away'
  /** It is another organization's. */
  | 'joined'
  /** The organization has another site in Wix, or pays elsewhere. */
  | 'pays'
  /** Its plan has no room for another site. */
  | 'plan'

/** @param instanceId proven by Wix. Repeatable */
export async function joinWixSite(
  services: Services,
  wix: WixApp,
  { team, userId, instanceId }: { team: TeamScope; userId: number; instanceId: string },
): Promise<{ refused: JoinRefusal } | null> {
  try {
    const site = await wix.readSite(instanceId)
    const timeZone = await wix.readTimeZone(instanceId)
    const at = services.now()
    return await services.db.transaction(async (tx) => {
      await lockInstance(tx, instanceId)
      const [tenant] = await tx
        .select({ teamId: tenants.teamId })
        .from(tenants)
        .where(isTenant(tenantOfInstance(instanceId)))
      const [paying] = await tx
        .select({ teamId: wixInstances.teamId, siteId: wixInstances.siteId })
        .from(wixInstances)
        .where(eq(wixInstances.instanceId, instanceId))
      const owners = [tenant?.teamId, paying?.teamId]
      if (owners.some((one) => one != null && one !== team.teamId)) {
        return { refused: 'joined' as const }
      }
      await lockTeam(tx, team.teamId)
      const siteId =
        paying?.siteId ??
        (await findOrAddSite(tx, {
          team,
          userId,
          instanceId,
          site,
          timeZone,
          at,
          isLimited: true,
        }))
      await attachInstance(tx, services, { team, instanceId, siteId, at })
      return null
    })
  } catch (error) {
    if (error instanceof InstanceRefused) return { refused: 'removed' }
    if (isFailedCall(error)) return { refused: 'away' }
    if (error instanceof Refusal && error.code === 'conflict') return { refused: 'pays' }
    if (error instanceof Refusal && error.code === 'invalid') return { refused: 'plan' }
    throw error
  }
}
