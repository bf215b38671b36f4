/** The list of integrations: what is connected, what fits the site, and everything else. */
import { isNotNull, and, eq, sql } from 'drizzle-orm'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { activities, formRules, productFeeds } from '#app/db/schema/index.ts'
import { listSiteConnections } from '#app/domain/connections/site-connections.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { findHomePage } from '#app/domain/sites/home-page/home-page.server.ts'
import { platformNames } from '#app/domain/sites/home-page/platform.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { findIntegration, integrations } from '#app/integrations/registry.ts'
import { recipes } from '#app/integrations/smart/recipes.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { RecipeLine } from '#app/presenters/smart-webhooks/recipes.server.ts'
import { healthOf, healthRank, type Health } from './health.ts'
import {
  fittingName,
  isForSite,
  matchesSearch,
  searchedTexts,
  directIntegrations,
  type ListedCategory,
  type ListedIntegration,
} from './listed.ts'
import { lackOf, readyWays, type Lack } from './requirements.server.ts'

export type ConnectedCard = {
  uuid: string
  name: ConnectableName
  service: string
  category: ListedCategory
  /** Which of several accounts. */
  account: string
  /** The first account of its service. */
  isFirst: boolean
  health: Health
  lastRecordAt: Date | null
}

export type OfferedCard = ListedIntegration & {
  service: string
  /** Data arrives without a connection. */
  isInUse: boolean
  /** The plan that includes it, may be empty. Null: the current one does. */
  neededPlan: string | null
}

/** A service that isn't set up on this installation, which its operator can do. */
export type MissingCard = OfferedCard & { lack: Lack }

export type IntegrationList = {
  connected: ConnectedCard[]
  /** Made for the platform that the home page comes from. Null: unknown, or it is connected. */
  fitting: { card: OfferedCard; platform: string } | null
  /** By their labels, without the services that are connected. */
  offered: OfferedCard[]
  /** By their labels: those that this installation can't connect now. */
  missing: MissingCard[]
  /** Services without an integration. In a search, also those that have one. */
  recipes: RecipeLine[]
  now: Date
}

type Wanted = {
  text: string
  category: ListedCategory | null
  /** Whether the admin that frames the list allows such a text. Absent: all. */
  isNamed?: (text: string) => boolean
}

/** The shop's own app opens the connection of a Shopify shop, where there is such an app. */
const shopifyApp: ListedIntegration = {
  name: 'shopify',
  category: 'shop',
  summary: 'Orders, customers, products and stock of your Shopify shop.',
}

/** Everything that has a screen, connected or not. */
export function listBuilt({ shopify }: Pick<Services, 'shopify'>): ListedIntegration[] {
  const registered = integrations
    .filter(({ name }) => name !== 'smart_webhook')
    .map(({ name, category, summary }) => ({ name, category, summary }))
  const hasShopify = registered.some(({ name }) => name === 'shopify')
  return [
    ...registered,
    ...(shopify !== null && !hasShopify ? [shopifyApp] : []),
    ...directIntegrations,
  ]
}

export async function readIntegrationList(
  services: Services,
  site: SiteScope,
  { text, category, isNamed = () => true }: Wanted,
): Promise<IntegrationList> {
  const now = services.now()
  const [connections, homePage, inUse, entitlements] = await Promise.all([
    listSiteConnections(services, site),
    findHomePage(services, site),
    readDirectInUse(services, site),
    readEntitlements(services, site),
  ])
  const built = listBuilt(services)
  const isWanted = (one: ListedIntegration) =>
    (category === null || one.category === category) && matchesSearch(text, searchedTexts(one))

  const connected = connections
    .flatMap(({ uuid, integration: name, label, account, lastRecordAt, ...facts }) => {
      const listed = built.find((one) => one.name === name)
      if (!listed || facts.state === 'pending' || !isWanted(listed)) return []
      const service = integrationLabels[name]
      const { category: of } = listed
      const neededPlan = facts.isOfApp ? null : entitlements.neededPlan(`integrations.${name}`)
      const health = healthOf({ ...facts, lastRecordAt, neededPlan }, service, now)
      return [
        { uuid, name, service, category: of, account: label ?? account, health, lastRecordAt },
      ]
    })
    .sort((one, other) => healthRank[one.health.state] - healthRank[other.health.state])
    .map((one, place, all) => ({
      ...one,
      isFirst: all.findIndex(({ name }) => name === one.name) === place,
    }))

  const isConnected = (name: ConnectableName) =>
    connections.some((one) => one.integration === name && one.state !== 'pending')
  const platform = homePage?.platform ?? null
  const isOffered = (one: ListedIntegration) =>
    isWanted(one) &&
    isNamed(`${integrationLabels[one.name]} ${one.summary}`) &&
    isForSite(one, { homePage: platform, isConnected })
  const cards = built.filter(isOffered).map((one) => ({
    ...one,
    service: integrationLabels[one.name],
    isInUse: inUse.has(one.name),
    neededPlan: entitlements.neededPlan(`integrations.${one.name}`),
  }))
  const fits = fittingName(platform)
  const card = cards.find(({ name }) => name === fits && !isConnected(name))
  const others = cards
    .filter((one) => one !== card && !isConnected(one.name))
    .sort((one, other) => one.service.localeCompare(other.service, 'en'))
    .map((one) => ({ ...one, lack: missingOf(services, one.name) }))
  return {
    connected,
    fitting: card && platform ? { card, platform: platformNames[platform] } : null,
    offered: others.filter(({ lack }) => lack === null),
    missing: others.filter(({ lack }) => lack !== null),
    recipes:
      category === null
        ? matchingRecipes(text).filter(({ label, summary }) => isNamed(`${label} ${summary}`))
        : [],
    now,
  }
}

/** Null: it can be connected in one way at least, or from the service's side. */
function missingOf(services: Services, name: ConnectableName): Lack {
  const definition = findIntegration(name)
  if (!definition || readyWays(services, definition).length > 0) return null
  return lackOf(services, definition)
}

const matchingRecipes = (text: string): RecipeLine[] =>
  recipes
    .filter(({ label, summary, beside }) =>
      text === '' ? beside === undefined : matchesSearch(text, [label, summary, 'smart webhook']),
    )
    .map(({ id, label, summary }) => ({ id, label, summary }))

/** A source counts as in use for this long after its last record. */
const usedDays = 30

async function readDirectInUse(
  { db, now }: Services,
  site: SiteScope,
): Promise<ReadonlySet<ConnectableName>> {
  const since = new Date(now().getTime() - usedDays * dayMillis).toISOString()
  const [row] = await db.asTeam(site, (tx) => {
    const arrived = (source: 'rest_api' | 'pixel') =>
      sql<boolean>`exists (${tx
        .select({ one: sql`1` })
        .from(activities)
        .where(
          and(
            inSite(activities, site),
            eq(activities.source, source),
            sql`${activities.receivedAt} >= ${since}::timestamptz`,
          ),
        )})`
    return tx
      .select({
        rest_api: arrived('rest_api'),
        javascript: arrived('pixel'),
        form_submissions: sql<boolean>`exists (${tx
          .select({ one: sql`1` })
          .from(formRules)
          .where(and(inSite(formRules, site), eq(formRules.isActive, true)))})`,
        google_shopping: sql<boolean>`exists (${tx
          .select({ one: sql`1` })
          .from(productFeeds)
          .where(and(inSite(productFeeds, site), isNotNull(productFeeds.readAt)))})`,
      })
      .from(sql`(select 1) as one`)
  })
  const names = Object.entries(row ?? {}).flatMap(([name, isUsed]) => (isUsed ? [name] : []))
  return new Set(names as ConnectableName[])
}
