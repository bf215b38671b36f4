/** The sample shop's organization, site, goals, nudges and token, as they were created on its first day. */
import { and, asc, eq } from 'drizzle-orm'
import { goalInput } from '#app/contract/goals.ts'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import { freshSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { apiTokens, demoShops, nudges, sites, teamMembers, teams } from '#app/db/schema/index.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { createGoal, listGoals } from '#app/domain/goals/goals.server.ts'
import { createNudge, saveDraft } from '#app/domain/nudges/editing/drafts.server.ts'
import { publishNudge } from '#app/domain/nudges/editing/publish.server.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { inSite, inTeam } from '#app/domain/scope-conditions.server.ts'
import { normalizeSiteUrl } from '#app/domain/sites/site-url.ts'
import { createSite, findSite, listSites } from '#app/domain/sites/sites.server.ts'
import { insertTeam, listMemberships } from '#app/domain/teams/teams.server.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import type { Services } from '#app/services.ts'
import type { BillingDouble } from '../doubles/stripe-billing/start-billing.ts'
import { findDemoShop, storeDemoShop, updateDemoSiteUrl } from '../demo/demo-organization.server.ts'
import { ensureSamplePlan } from './sample-plan.server.ts'
import type { SamplePeople } from './sample-people.server.ts'

const name = 'Sample shop'

/** Percentage of visitors. */
const holdout = 20

export type SampleShop = {
  scope: SiteScope
  merchantId: number
  tokenId: number
  /** Uuids of the goals that its pages report. Null: its merchant deleted that one. */
  goals: { adds: string | null; signsUp: string | null }
  /** Until when its history is stored. */
  filledUntil: Date
}

/**
 * Creates what is missing, and sets the site's URL to the product's. Once a day of its history is stored, the
 * organization is its merchant's: people, goals and nudges that are removed or renamed stay so.
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
  const userId = ids.merchant
  const known = await findDemoShop(services, true)
  const team = known?.scope ?? (await ensureTeam(early, userId))
  await ensureSamplePlan(services, { team, userId, begins, billing })
  const site = known?.scope ?? (await ensureSite(early, { team, userId }))
  const { filledUntil } = await ensureToken(early, { site, userId })
  await followAddress(services, site)
  if (filledUntil === null) {
    await ensureColleague(early, team, ids.colleague)
    await ensureGoals(early, site)
    await ensureNudges(early, { site, userId })
  }
  return readShop(services, { site, merchantId: userId })
}

/** As it is now. Null: its merchant deleted it, or there is none yet. */
export async function findSampleShop(
  services: Services,
  merchantId: number,
): Promise<SampleShop | null> {
  const known = await findDemoShop(services, true)
  return known && readShop(services, { site: known.scope, merchantId })
}

async function readShop(
  services: Services,
  { site, merchantId }: { site: SiteScope; merchantId: number },
): Promise<SampleShop> {
  const [token, createdAt] = await Promise.all([
    findToken(services, site),
    readCreatedAt(services, site),
  ])
  if (!token) throw new Error('The sample shop has no token.')
  const made = await listGoals(services, site)
  const uuidOf = (goal: WantedGoal) => {
    const at = createdAt.getTime() + wantedGoals[goal].millis
    return made.find((one) => one.createdAt.getTime() === at)?.uuid ?? null
  }
  return {
    scope: site,
    merchantId,
    tokenId: token.tokenId,
    goals: { adds: uuidOf('adds'), signsUp: uuidOf('signsUp') },
    filledUntil: token.filledUntil ?? createdAt,
  }
}

/** Known by its flag: its merchant may have other organizations, which aren't touched. */
async function ensureTeam(services: Services, merchantId: number): Promise<TeamScope> {
  const memberships = await listMemberships(services, merchantId)
  const known = memberships.find(({ isSample }) => isSample)
  if (known) return known.scope
  // Together: an interrupted start leaves none without the flag.
  return services.db.transaction(async (tx) => {
    const team = await insertTeam(tx, { owner: { id: merchantId }, name, at: services.now() })
    await tx.update(teams).set({ isSample: true }).where(inTeam(teams, team))
    return team
  })
}

async function ensureColleague({ db, now }: Services, { teamId }: TeamScope, userId: number) {
  await db.system
    .insert(teamMembers)
    .values({ teamId, userId, role: 'statistics', createdAt: now() })
    .onConflictDoNothing()
}

type Owned = { team: TeamScope; userId: number }

/** For an organization whose sample site isn't stored. Another site of its merchant has another name or URL. */
async function ensureSite(services: Services, { team, userId }: Owned): Promise<SiteScope> {
  const url = siteAddress(services)
  const known = (await listSites(services, team)).find(
    (one) => one.name === name && one.url === url,
  )
  const found = known && (await findSite(services, team, known.uuid))
  if (found) return found.scope
  const made = await createSite(services, { team, userId }, { name, url })
  await changeOptions(services, made, { holdout })
  return made
}

async function readCreatedAt({ db }: Services, site: SiteScope): Promise<Date> {
  const [row] = await db.system
    .select({ createdAt: sites.createdAt })
    .from(sites)
    .where(inSite(sites, site))
  if (!row) throw new Error('The sample site is not stored.')
  return row.createdAt
}

type OfSite = { site: SiteScope; userId: number }

/** For its orders alone. */
async function ensureToken(services: Services, { site, userId }: OfSite) {
  const known = await findToken(services, site)
  if (known) return known
  const owner = { team: site, actor: { id: userId, isVerified: true }, siteId: site.siteId }
  const input = { name: 'Sample data', abilities: ['activities:write' as const] }
  await storeDemoShop(services, site, await createToken(services, owner, input))
  const made = await findToken(services, site)
  if (!made) throw new Error('The sample shop has no token.')
  return made
}

/** The row says as well how much of its history is stored. */
async function findToken({ db }: Services, site: SiteScope) {
  const [row] = await db.system
    .select({ tokenId: apiTokens.id, filledUntil: demoShops.filledUntil })
    .from(demoShops)
    .innerJoin(apiTokens, eq(apiTokens.siteId, demoShops.siteId))
    .where(eq(demoShops.siteId, site.siteId))
    .orderBy(asc(apiTokens.id))
    .limit(1)
  return row
}

async function followAddress(services: Services, scope: SiteScope): Promise<void> {
  const url = siteAddress(services)
  const found = await findSite(services, scope, scope.siteUuid)
  if (found && found.site.url !== url) await updateDemoSiteUrl(services, scope, url)
}

const siteAddress = ({ config }: Services) => normalizeSiteUrl(config.appUrl) ?? config.appUrl

/** Each is known by how long after its site it was created, which no edit changes. */
const wantedGoals = {
  orders: { millis: 0, input: goalInput.parse({ kind: 'order', name: 'Orders' }) },
  adds: { millis: 1_000, input: goalInput.parse({ kind: 'js', name: 'Added to cart' }) },
  signsUp: {
    millis: 2_000,
    input: goalInput.parse({ kind: 'js', name: 'Newsletter', value: 2, currency: 'EUR' }),
  },
}
type WantedGoal = keyof typeof wantedGoals

async function ensureGoals(services: Services, site: SiteScope): Promise<void> {
  const createdAt = await readCreatedAt(services, site)
  const made = await listGoals(services, site)
  for (const { millis, input } of Object.values(wantedGoals)) {
    const at = new Date(createdAt.getTime() + millis)
    if (made.some((one) => one.createdAt.getTime() === at.getTime())) continue
    await createGoal({ ...services, now: () => at }, site, input)
  }
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

/** None is published twice, so one that its merchant turns off in the first minute stays off. */
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
