/** The sample shop's organization, site, goals, nudges and token, as they were created on its first day. */
import { and, asc, eq } from 'drizzle-orm'
import { goalInput } from '#app/contract/goals.ts'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import { freshSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { apiTokens, demoShops, goals, nudges, teamMembers, teams } from '#app/db/schema/index.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { createNudge, saveDraft } from '#app/domain/nudges/editing/drafts.server.ts'
import { publishNudge } from '#app/domain/nudges/editing/publish.server.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { inSite, inTeam } from '#app/domain/scope-conditions.server.ts'
import { normalizeSiteUrl } from '#app/domain/sites/site-url.ts'
import { createSite, findSite, listSites } from '#app/domain/sites/sites.server.ts'
import { createTeam, listMemberships } from '#app/domain/teams/teams.server.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import type { Services } from '#app/services.ts'
import type { BillingDouble } from '../doubles/stripe-billing/start-billing.ts'
import { storeDemoShop, updateDemoSiteUrl } from '../demo/demo-organization.server.ts'
import { ensureSamplePlan } from './sample-plan.server.ts'
import type { SamplePeople } from './sample-people.server.ts'

const name = 'Sample shop'

/** Percentage of visitors. */
const holdout = 20

export type SampleShop = {
  scope: SiteScope
  merchantId: number
  tokenId: number
  /** Uuids of the goals that its pages report. */
  goals: { adds: string; signsUp: string }
  /** Until when its history is stored. */
  filledUntil: Date
}

/**
 * Creates what is missing, and sets the site's URL to the product's.
 *
 * @param begins its first day, for a new one
 */
export async function ensureSampleShop(
  services: Services,
  {
    ids,
    begins,
    billing,
  }: { ids: SamplePeople['ids']; begins: Date; billing: BillingDouble | null },
): Promise<SampleShop> {
  const early = { ...services, now: () => begins }
  const team = await ensureTeam(early, ids)
  await ensureSamplePlan(services, { team, userId: ids.merchant, begins, billing })
  const site = await ensureSite(early, { team, userId: ids.merchant })
  const stored = await ensureToken(early, { site, userId: ids.merchant })
  await followAddress(services, site)
  const ofPages = await ensureGoals(early, site)
  await ensureNudges(early, { site, userId: ids.merchant })
  return {
    scope: site,
    merchantId: ids.merchant,
    goals: ofPages,
    tokenId: stored.tokenId,
    filledUntil: stored.filledUntil ?? begins,
  }
}

async function ensureTeam(services: Services, ids: SamplePeople['ids']): Promise<TeamScope> {
  const { db, now } = services
  const [known] = await listMemberships(services, ids.merchant)
  const team = known?.scope ?? (await createTeam(services, { id: ids.merchant }, { name }))
  // First of all: what follows has to be known as sample data.
  await db.system.update(teams).set({ isSample: true }).where(inTeam(teams, team))
  await db.system
    .insert(teamMembers)
    .values({
      teamId: team.teamId,
      userId: ids.colleague,
      role: 'statistics',
      createdAt: now(),
    })
    .onConflictDoNothing()
  return team
}

type Owned = { team: TeamScope; userId: number }

async function ensureSite(services: Services, { team, userId }: Owned): Promise<SiteScope> {
  const [known] = await listSites(services, team)
  const found = known && (await findSite(services, team, known.uuid))
  if (found) return found.scope
  const url = siteAddress(services)
  const made = await createSite(services, { team, userId }, { name, url })
  await changeOptions(services, made, { holdout })
  return made
}

type OfSite = { site: SiteScope; userId: number }

/** For its orders alone. The row says as well how much of its history is stored. */
async function ensureToken(services: Services, { site, userId }: OfSite) {
  const find = async () => {
    const [row] = await services.db.system
      .select({ tokenId: apiTokens.id, filledUntil: demoShops.filledUntil })
      .from(demoShops)
      .innerJoin(apiTokens, eq(apiTokens.siteId, demoShops.siteId))
      .where(eq(demoShops.siteId, site.siteId))
      .orderBy(asc(apiTokens.id))
      .limit(1)
    return row
  }
  const known = await find()
  if (known) return known
  const owner = { team: site, actor: { id: userId, isVerified: true }, siteId: site.siteId }
  const input = { name: 'Sample data', abilities: ['activities:write' as const] }
  await storeDemoShop(services, site, await createToken(services, owner, input))
  const made = await find()
  if (!made) throw new Error('The sample shop has no token.')
  return made
}

async function followAddress(services: Services, scope: SiteScope): Promise<void> {
  const url = siteAddress(services)
  const found = await findSite(services, scope, scope.siteUuid)
  if (found && found.site.url !== url) await updateDemoSiteUrl(services, scope, url)
}

const siteAddress = ({ config }: Services) => normalizeSiteUrl(config.appUrl) ?? config.appUrl

const wantedGoals = {
  orders: goalInput.parse({ kind: 'order', name: 'Orders' }),
  adds: goalInput.parse({ kind: 'js', name: 'Added to cart' }),
  signsUp: goalInput.parse({ kind: 'js', name: 'Newsletter', value: 2, currency: 'EUR' }),
}

async function ensureGoals(services: Services, site: SiteScope): Promise<SampleShop['goals']> {
  const ensure = async (input: (typeof wantedGoals)[keyof typeof wantedGoals]) => {
    const [known] = await services.db.system
      .select({ uuid: goals.uuid })
      .from(goals)
      .where(and(inSite(goals, site), eq(goals.name, input.name)))
    return known?.uuid ?? (await createGoal(services, site, input)).uuid
  }
  await ensure(wantedGoals.orders)
  return { adds: await ensure(wantedGoals.adds), signsUp: await ensure(wantedGoals.signsUp) }
}

type WantedNudge = {
  type: NudgeType
  surface: 'popup' | 'inline'
  settings: Partial<NudgeSettings> & { name: string }
}

const placement = { selector: 'form.row', where: 'after' } as const

/** The first one is tested against none. */
const wantedNudges = (appUrl: string): readonly WantedNudge[] => [
  { type: 'purchase', surface: 'popup', settings: { name: 'Newest orders' } },
  { type: 'purchases', surface: 'popup', settings: { name: 'Orders of the week' } },
  { type: 'reviews', surface: 'popup', settings: { name: 'Average rating' } },
  {
    type: 'custom',
    surface: 'popup',
    settings: {
      name: 'How we pack',
      content: {
        title: 'Packed in paper',
        text: 'We send every order without plastic.',
        image: `${appUrl}/demo/images/board.svg`,
        url: `${appUrl}/demo`,
      },
    },
  },
  {
    type: 'review',
    surface: 'inline',
    settings: { name: 'Review below the button', placement },
  },
]

/** None is published twice, so one that its merchant turns off stays off. */
async function ensureNudges(services: Services, { site, userId }: OfSite): Promise<void> {
  for (const { type, surface, settings } of wantedNudges(services.config.appUrl)) {
    const [known] = await services.db.system
      .select({ uuid: nudges.uuid, publishedAt: nudges.publishedAt })
      .from(nudges)
      .where(and(inSite(nudges, site), eq(nudges.name, settings.name)))
    if (known?.publishedAt) continue
    const uuid =
      known?.uuid ??
      (await createNudge(services, site, { type, surface, name: settings.name, userId }))
    const whole = { ...freshSettings(settings.name, surface), ...settings }
    await saveDraft(services, site, { uuid, userId, settings: whole })
    await publishNudge(services, site, { uuid, userId })
  }
}
