/**
 * Where providers return to. The addresses name the organization, because another one may be open by then,
 * and no payment: their pages ask the provider what was paid. A shop’s owner returns into the shop’s admin, which opens the same paths.
 * The owner of a site in Wix who has no login of ours returns to Wix, from where the app opens. A payment that
 * begins in the frame of a site or store leads back into its admin.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { teams, users } from '#app/db/schema/index.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { findWixInstance } from '#app/domain/billing/channels/wix-instances.server.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { findShopOfTeam } from '#app/domain/shops/shops.server.ts'
import { findAdminAddress } from '#app/domain/shops/tenants/admin-address.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'

/** Screens that a payment ends at, by the last part of the address that the provider gets. */
export const returnScreens = {
  success: '/billing/checkout/success',
  'add-ons': '/billing/checkout/add-ons/success',
  'visitor-boost': '/billing/checkout/visitor-boost/success',
  canceled: '/billing',
} as const

type ReturnScreen = keyof typeof returnScreens

/** Names the organization in an address that a provider returns to. */
export const returnedTeam = 'organization'

/** Return URL for a plan. */
export const planReturnUrl = (services: Services, scope: TeamScope): Promise<string> =>
  returnUrl(services, scope, 'success')

/** Return and cancel URLs for a boost, for the person who buys it. */
export async function boostReturnUrls(
  services: Services,
  scope: TeamScope,
  { frameSessionId }: Pick<Account, 'frameSessionId'>,
): Promise<{ returnUrl: string; cancelUrl: string }> {
  const admin = frameSessionId === null ? null : await findAdminAddress(services, frameSessionId)
  const urlOf = (screen: ReturnScreen) =>
    admin?.(returnScreens[screen]) ?? returnUrl(services, scope, screen)
  return { returnUrl: await urlOf('visitor-boost'), cancelUrl: await urlOf('canceled') }
}

async function returnUrl(
  services: Services,
  scope: TeamScope,
  screen: ReturnScreen,
): Promise<string> {
  const { appUrl } = services.config
  if (!(await findShopOfTeam(services, scope))) {
    const dashboard = await findDashboard(services, scope)
    if (dashboard !== null) return dashboard
    return `${appUrl}/billing/returned/${screen}?${returnedTeam}=${String(scope.teamId)}`
  }
  return appUrl + (screen === 'success' ? '/shopify/billing/success' : returnScreens[screen])
}

/** Null: the organization has no site in Wix, or its owner can log in. */
async function findDashboard(services: Services, scope: TeamScope): Promise<string | null> {
  const { wix, db } = services
  const instance = wix && (await findWixInstance(services, scope))
  if (!instance) return null
  const [owner] = await db.system
    .select({ id: users.id })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(and(inTeam(teams, scope), isNull(users.passwordHash)))
  return owner ? wix.dashboardUrl(instance.instanceId) : null
}
