/**
 * Responses of `user` and `spark-variables`, in the specification's field names. Lists every field,
 * so no row leaks. Fields of features that aren't built are absent.
 */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { shops, teams, tenants, twoFactors, users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { imageUrl } from '#app/domain/images/image-url.ts'
import { sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import { currency, findPlan } from '#app/domain/plans/catalog.ts'
import { entitlementsOf } from '#app/domain/plans/entitlements.ts'
import { featureFlags } from '#app/domain/plans/feature-flags.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { readUsage } from '#app/domain/plans/meter.server.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'
import { shownAddress, type Account } from '#app/domain/accounts/account.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { describeTeamBilling } from './session-billing.server.ts'
import { availablePlans, describePlan } from './session-plans.ts'
import { readUserOrigin, type UserOrigin } from './user-origin.server.ts'

type TeamName = { id: number; name: string; role: string }

export type CurrentUser = UserOrigin & {
  id: number
  name: string
  first_name: string
  last_name: string
  email: string
  email_verified_at: Date | null
  password_created_at: Date | null
  photo_url: string | null
  uses_two_factor_auth: boolean
  country_code: string | null
  phone: string | null
  last_read_announcements_at: Date | null
  /** Onboarding steps that the person skipped. */
  extra_attributes: { skippedSteps: string[] }
  current_team_id: number | null
  current_site_id: number | null
  is_admin: boolean
  owned_teams: TeamName[]
  teams: TeamName[]
  /** Place of the request, as far as our proxy knows. */
  geoip_data: { country_code: string } | null
  created_at: Date
  updated_at: Date
}

/** @param asked `country` of the request, ISO 3166-1 alpha-2; empty when it's unknown */
export async function describeCurrentUser(
  services: Services,
  account: Account,
  { memberships, country }: { memberships: readonly Membership[]; country: string },
): Promise<CurrentUser> {
  const [row] = await services.db.system
    .select({
      email_verified_at: users.emailVerifiedAt,
      password_created_at: users.passwordCreatedAt,
      country_code: users.countryCode,
      phone: users.phone,
      last_read_announcements_at: users.lastReadAnnouncementsAt,
      factorSince: twoFactors.confirmedAt,
      kept: users.extraAttributes,
      attribution: users.attribution,
      created_at: users.createdAt,
      updated_at: users.updatedAt,
    })
    .from(users)
    .leftJoin(twoFactors, and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.confirmedAt)))
    .where(eq(users.id, account.id))
  if (!row) throw new Error('The account no longer exists.')

  const { factorSince, kept, attribution, ...fields } = row
  const { id, name, email, isStaff, currentSiteId, currentTeamId } = account
  const [first_name = '', ...others] = name.split(/\s+/)
  const teamNames = memberships.map(({ scope, name: of, role }) => ({
    id: scope.teamId,
    name: of,
    role,
  }))
  return {
    id,
    name,
    first_name,
    last_name: others.join(' '),
    email: shownAddress(email),
    ...fields,
    ...(await readUserOrigin(services, account, attribution)),
    geoip_data: country === '' ? null : { country_code: country },
    photo_url: photoAddress(account.photoId),
    uses_two_factor_auth: factorSince !== null,
    current_team_id: currentTeamId,
    current_site_id: currentSiteId,
    is_admin: isStaff,
    extra_attributes: { skippedSteps: kept.skippedSteps ?? [] },
    owned_teams: teamNames.filter(({ role }) => role === 'owner'),
    teams: teamNames,
  }
}

/** Hash of the team's store in BigCommerce, the first one if there are several. Null without one. */
const storeOfTeam = sql<string | null>`(
  select ${tenants.tenantId} from ${tenants}
  where ${tenants.teamId} = ${teams.id} and ${tenants.platform} = 'bigcommerce'
  order by ${tenants.id} limit 1)`

/** In the size of a list image; null without one. */
function photoAddress(photoId: string | null): string | null {
  const source = sourceOfPhoto(photoId)
  return source && imageUrl(source, 128, 1)
}

/**
 * By flag: whether the team's plan includes it, and otherwise the plan that does, as next to the
 * controls. The name is empty if no plan is recommended. Without a team: as on the free plan.
 */
export async function describeFeatures(services: Services, scope: TeamScope | null) {
  const { includes, neededPlan } = scope
    ? await readEntitlements(services, scope)
    : entitlementsOf({ plan: 'free', meteredBy: 'visitors', overrides: {} })
  return Object.fromEntries(
    featureFlags.map((flag) => [
      flag,
      { isIncluded: includes(flag), neededPlan: neededPlan(flag) },
    ]),
  )
}

/** The public part of the bootstrap object. */
export const describeProduct = ({ config, billing }: Pick<Services, 'config' | 'billing'>) => ({
  currency,
  currencyLocale: 'en',
  env: config.isProduction ? 'production' : 'local',
  roles: [],
  teamsPrefix: 'teams',
  cashierPath: 'billing',
  usesApi: true,
  usesTeams: true,
  usesStripe: billing.card !== null,
  stripeKey: billing.card?.publishableKey ?? null,
  chargesUsersPerSeat: false,
  chargesTeamsPerSeat: false,
  chargesUsersPerTeam: false,
  chargesTeamsPerMember: false,
  availablePlans,
})

/** The current team. Only its owner sees payment and remaining usage. */
export async function describeTeam({ db, now }: Services, { scope, role }: Membership) {
  return db.asTeam(scope, async (tx) => {
    const [team] = await tx
      .select({
        id: teams.id,
        owner_id: teams.ownerId,
        name: teams.name,
        slug: teams.slug,
        photoId: teams.photoId,
        plan: teams.plan,
        visitor_boost: teams.visitorBoost,
        visitor_boost_expires_at: teams.visitorBoostExpiresAt,
        shop_id: shops.id,
        bc_store_id: storeOfTeam,
      })
      .from(teams)
      .leftJoin(shops, eq(shops.teamId, teams.id))
      .where(inTeam(teams, scope))
    if (!team) throw new Error('The team no longer exists.')

    const { plan: planId, visitor_boost, visitor_boost_expires_at, photoId, ...rest } = team
    const named = { ...rest, isShopify: rest.shop_id !== null, photo_url: photoAddress(photoId) }
    if (role !== 'owner') return named
    const at = now()
    const { isLimitReached } = await readUsage(tx, scope, at)
    const plan = findPlan(planId)
    return {
      ...named,
      current_billing_plan: planId,
      visitor_boost,
      visitor_boost_expires_at,
      onFreePlan: plan?.priceCents === 0,
      plan: plan ? describePlan(plan) : null,
      metadata: { visit_limit_exceeded: isLimitReached },
      ...(await describeTeamBilling(tx, scope, { planId, at })),
    }
  })
}
