/**
 * Responses of `user` and `spark-variables`, in the specification's field names. Lists every field,
 * so no row leaks. Fields of features that aren't built are absent.
 */
import { and, eq, isNotNull } from 'drizzle-orm'
import { shops, teams, twoFactors, users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { imageUrl } from '#app/domain/images/image-url.ts'
import { sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import { nudgeTypes, queryDefaults } from '#app/contract/nudges.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { inlineNudgeTypes } from '#app/domain/nudges/types/registry.ts'
import { findPlan, plans, type Plan } from '#app/domain/plans/catalog.ts'
import { integrationNames } from '#app/contract/integrations.ts'
import { integrations } from '#app/integrations/registry.ts'
import { allowsFeature, features, neededPlan } from '#app/domain/plans/features.ts'
import { reviewsLimitOf } from '#app/domain/plans/reviews-limit.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { readUsage } from '#app/domain/plans/meter.server.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'

type TeamName = { id: number; name: string; role: string }

export type CurrentUser = {
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
  created_at: Date
  updated_at: Date
}

export async function describeCurrentUser(
  { db }: Services,
  account: Account,
  memberships: readonly Membership[],
): Promise<CurrentUser> {
  const [row] = await db.system
    .select({
      email_verified_at: users.emailVerifiedAt,
      password_created_at: users.passwordCreatedAt,
      country_code: users.countryCode,
      phone: users.phone,
      last_read_announcements_at: users.lastReadAnnouncementsAt,
      factorSince: twoFactors.confirmedAt,
      kept: users.extraAttributes,
      created_at: users.createdAt,
      updated_at: users.updatedAt,
    })
    .from(users)
    .leftJoin(twoFactors, and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.confirmedAt)))
    .where(eq(users.id, account.id))
  if (!row) throw new Error('The account no longer exists.')

  const { factorSince, kept, ...fields } = row
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
    email,
    ...fields,
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

/** In the size of a list image; null without one. */
function photoAddress(photoId: string | null): string | null {
  const source = sourceOfPhoto(photoId)
  return source && imageUrl(source, 128, 1)
}

/** No plan lacks one that is built. */
const builtIntegrations = Object.fromEntries(
  integrationNames.map((name) => [name, integrations.some((one) => one.name === name)]),
)

/** The specification's flags. Every plan allows what no feature gates. */
function describePlanFlags(planId: string) {
  const gated = {
    brandingRemoval: ['branding', 'inlineBranding'],
    skipSeenNudges: ['skipSeenNudges'],
  }
  const denied = features.flatMap((one) => (allowsFeature(planId, one) ? [] : gated[one]))
  const flagsOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, !denied.includes(name)]))
  return {
    summary: features.filter((one) => allowsFeature(planId, one)),
    nudges: flagsOf(nudgeTypes),
    inline_nudges: inlineNudgeTypes,
    options: flagsOf(optionFlags),
    nudge_query_options: flagsOf(Object.keys(queryDefaults)),
    integrations: builtIntegrations,
    datafeed: true,
    analytics: true,
  }
}

/** The site options that the specification lists as flags of plans. */
const optionFlags = [
  ...['color', 'theme', 'offset', 'timings', 'branding', 'language', 'position', 'animation'],
  ...['direction', 'showClose', 'conversion', 'timingMode', 'limitNudges', 'colorLibrary'],
  ...['inlineBorder', 'imagePosition', 'inlineBranding', 'mobilePosition', 'showNudgeTitle'],
  ...['useGeoLocation', 'acceleratedMode', 'affiliateBranding', 'nudgeRandomization'],
  ...['closeNudgeBehaviour', 'ignoreQueryParameters', 'showVisitorsWithLocationOnly'],
] as const satisfies (keyof SiteOptions)[]

/** The public part of a plan. */
const describePlan = ({ id, name, priceCents, meteredBy, ...plan }: Plan) => ({
  id,
  name,
  price: priceCents / 100,
  trialDays: 0,
  interval: 'monthly',
  active: true,
  group: 'default',
  features: {
    ...describePlanFlags(id),
    visitorLimit: plan.visitorLimit,
    reviewsLimit: reviewsLimitOf(id),
  },
  attributes: {
    billingType: meteredBy,
    interval: 'monthly',
    impressionLimit: plan.impressionLimit ?? null,
  },
})

/** Also the variants for Wix and Shopify: a feature's plan is looked up among those metered alike. */
const availablePlans = plans.map(describePlan)

/**
 * By feature: whether the team's plan includes it, and otherwise the plan that does, as next to the
 * controls. The name is empty if no plan is recommended.
 */
export async function describeFeatures(services: Services, scope: TeamScope | null) {
  const team = scope && (await readTeamPlan(services, scope))
  return Object.fromEntries(
    features.map((feature) => {
      const needed = neededPlan(team ?? { plan: '', meteredBy: 'visitors' }, feature)
      return [feature, { isIncluded: needed === null, neededPlan: needed }]
    }),
  )
}

/** The public part of the bootstrap object. */
export const describeProduct = (isProduction: boolean) => ({
  currency: 'usd',
  currencyLocale: 'en',
  env: isProduction ? 'production' : 'local',
  roles: [],
  teamsPrefix: 'teams',
  cashierPath: 'billing',
  usesApi: true,
  usesTeams: true,
  usesStripe: false,
  stripeKey: null,
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
      })
      .from(teams)
      .leftJoin(shops, eq(shops.teamId, teams.id))
      .where(inTeam(teams, scope))
    if (!team) throw new Error('The team no longer exists.')

    const { plan: planId, visitor_boost, visitor_boost_expires_at, photoId, ...rest } = team
    const named = { ...rest, isShopify: rest.shop_id !== null, photo_url: photoAddress(photoId) }
    if (role !== 'owner') return named
    const { isLimitReached } = await readUsage(tx, scope, now())
    const plan = findPlan(planId)
    return {
      ...named,
      current_billing_plan: planId,
      visitor_boost,
      visitor_boost_expires_at,
      onFreePlan: plan?.priceCents === 0,
      plan: plan ? describePlan(plan) : null,
      metadata: { visit_limit_exceeded: isLimitReached },
    }
  })
}
