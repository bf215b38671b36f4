/**
 * Responses of `user` and `spark-variables`, in the specification's field names. Lists every field,
 * so no row leaks. Fields of features that aren't built are absent.
 */
import { and, eq, isNotNull } from 'drizzle-orm'
import { shops, teams, twoFactors, users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { imageUrl } from '#app/domain/images/image-url.ts'
import { sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import { nudgeTypes } from '#app/contract/nudges.ts'
import {
  cancellationDiscountCents,
  currency,
  findPlan,
  interval,
  plans,
  trialDays,
  type Channel,
  type Plan,
} from '#app/domain/plans/catalog.ts'
import { integrationNames } from '#app/contract/integrations.ts'
import { integrations } from '#app/integrations/registry.ts'
import { entitlementsOf, planIncludes } from '#app/domain/plans/entitlements.ts'
import {
  featureFlags,
  inlineTypes,
  optionFlags,
  queryFlags,
  reviewSources,
} from '#app/domain/plans/feature-flags.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
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

/** The specification's flags of a plan, with what isn't built off. */
function describePlanFlags(plan: Plan) {
  const group = (of: string, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, !plan.lacks.some((flag) => flag === `${of}.${name}`)]),
    )
  return {
    // Of what some plans lack.
    summary: gatedFlags.filter((flag) => planIncludes(plan, flag)),
    nudges: group('nudges', nudgeTypes),
    inline_nudges: inlineTypes.filter((type) => planIncludes(plan, `inline_nudges.${type}`)),
    options: {
      ...group('options', optionFlags),
      timingMode: timingModes(planIncludes(plan, 'options.timingMode')),
    },
    nudge_query_options: group('nudge_query_options', queryFlags),
    integrations: Object.fromEntries(
      integrationNames.map((name) => [
        name,
        integrations.some((one) => one.name === name) && planIncludes(plan, `integrations.${name}`),
      ]),
    ),
    datafeed: planIncludes(plan, 'datafeed'),
    analytics: planIncludes(plan, 'analytics'),
    ai_engine: planIncludes(plan, 'ai_engine'),
    volume_discount: planIncludes(plan, 'volume_discount'),
    datashake_limits: Object.fromEntries(reviewSources.map((name) => [name, plan.reviewsLimit])),
  }
}

const timingModes = (isIncluded: boolean) => ({
  custom: isIncluded,
  standard: true,
  accelerated: isIncluded,
})

const gatedFlags = featureFlags.filter((flag) => {
  const having = plans.filter((plan) => planIncludes(plan, flag))
  return having.length > 0 && having.length < plans.length
})

/** The public part of a plan. */
const describePlan = (plan: Plan) => ({
  id: plan.id,
  name: plan.name,
  price: plan.priceCents / 100,
  trialDays,
  interval,
  active: plan.isActive,
  type: 'team',
  group: 'default',
  features: {
    ...describePlanFlags(plan),
    visitorLimit: plan.visitorLimit,
    reviewsLimit: plan.reviewsLimit,
  },
  attributes: {
    billingType: plan.meteredBy,
    interval,
    impressionLimit: plan.impressionLimit ?? null,
    cancellationDiscountPrice: cancellationDiscountCents / 100,
    wixPlanId: variantOf(plan, 'wix'),
    shopifyPlanId: variantOf(plan, 'shopify'),
    isWixActive: variantOf(plan, 'wix') !== null,
  },
})

/** Id of the same plan for a channel; null: the channel doesn't have it. */
const variantOf = ({ name }: Plan, channel: Channel): string | null =>
  plans.find((one) => one.name === name && one.channel === channel && one.isActive)?.id ?? null

/** Also the variants for Wix and Shopify: a feature's plan is looked up among those metered alike. */
const availablePlans = plans.map(describePlan)

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
export const describeProduct = (isProduction: boolean) => ({
  currency,
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
