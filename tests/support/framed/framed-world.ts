/** A world with stores whose admins frame the product, and sessions in them. */
import { teamMembers } from '#app/db/schema/index.ts'
import {
  openFrameSession,
  type FramePass,
} from '#app/domain/shops/tenants/frame-sessions.server.ts'
import {
  readTenantId,
  type FramedPlatform,
  type TenantName,
} from '#app/domain/shops/tenants/tenant-name.ts'
import { installTenant } from '#app/domain/shops/tenants/tenants.server.ts'
import type { TestSite, TestUser } from '../makers.ts'
import type { World } from '../world.ts'
import { joinTenant } from './join-tenant.ts'

export type Store = TenantName & { site: TestSite }

/** @throws Error for a name that no store can have */
export function tenantOf(platform: FramedPlatform, name: string): TenantName {
  const tenantId = readTenantId(name)
  if (tenantId === null) throw new Error(`No store is named ${name}.`)
  return { platform, tenantId }
}

/** A store in which the app is installed, with an organization and its site. */
export async function addStore(
  world: World,
  { platform, tenantId: name }: { platform: FramedPlatform; tenantId: string },
): Promise<Store> {
  const { tenantId } = tenantOf(platform, name)
  const site = await world.site({ name: `Site of ${tenantId}` })
  await installTenant(world.services, { platform, tenantId, accessToken: `token of ${tenantId}` })
  await joinTenant(world.services, site.team.scope, { platform, tenantId })
  return { platform, tenantId, site }
}

export async function addMember(
  { services }: World,
  { site }: Store,
  { id: userId }: TestUser,
): Promise<void> {
  await services.db.system.insert(teamMembers).values({
    teamId: site.scope.teamId,
    userId,
    role: 'editor',
    createdAt: services.now(),
  })
}

/** @throws Error when the person gets none */
export async function openStore(
  { services }: World,
  { platform, tenantId }: Store,
  { id: userId }: TestUser,
): Promise<FramePass> {
  const opened = await openFrameSession(services, { platform, tenantId, userId })
  if ('refused' in opened) throw new Error(`No session: ${opened.refused}.`)
  return opened.pass
}
