/** Setup's question "Which shop do you use?", and the one way that the answer leads to. */
import {
  listSiteConnections,
  type SiteConnection,
} from '#app/domain/connections/site-connections.server.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { ShopPlatform } from '#app/domain/sites/home-page/platform.ts'
import type { AnyIntegration, ConnectWay, Effort } from '#app/integrations/integration.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import type { Services } from '#app/services.ts'
import { healthOf, isRunning, type Health } from '#app/presenters/integrations/health.ts'
import { fieldsOf } from '#app/presenters/integrations/integration.server.ts'
import { fittingName } from '#app/presenters/integrations/listed.ts'
import { isReadingPast } from '#app/presenters/integrations/reading-past.server.ts'
import { readyWays } from '#app/presenters/integrations/requirements.server.ts'
import type { SettingsField } from '#app/presenters/integrations/settings-fields.server.ts'
import { setupShops, type SetupShop, type ShopChoice } from './setup-shops.ts'

export type ShopQuestion = {
  /** Those that this installation can connect. */
  shops: readonly { name: SetupShop; service: string }[]
  /** Null: not answered. */
  chosen: ShopChoice | null
  /** The system that the home page is made with, if the answer follows from it. */
  found: string | null
  /** Null: not answered, or by a shop that has no connection. */
  answer: ShopAnswer | null
}

export type ShopAnswer = {
  name: SetupShop
  service: string
  /** Null: not connected. */
  connected: ConnectedShop | null
  /** Our app in the shop, which adds the pixel and sends orders. Null: this installation has none. */
  app: { takes: string; url: string | null } | null
  way: ConnectWay
  /** The work that connecting is, for example "1 approval, about 1 minute". */
  takes: string
  /** Which orders arrive. */
  orders: string
  /** To enter here. Empty: they are on the integration's screen. */
  fields: readonly SettingsField[]
  /** The plan that includes it, may be empty. Null: the current one does. */
  neededPlan: string | null
}

type ConnectedShop = { health: Health; isReadingPast: boolean }

type AskedSite = {
  scope: SiteScope
  url: string
  /** The platform of its home page. Null: unknown. */
  platform: ShopPlatform | null
  /** The answer in the address of the step. */
  given: ShopChoice | null
}

export async function readShopQuestion(
  services: Services,
  { scope, url, platform, given }: AskedSite,
): Promise<ShopQuestion> {
  const offered = setupShops.flatMap((name) => {
    const definition = findIntegration(name)
    return definition && readyWays(services, definition).length > 0 ? [{ name, definition }] : []
  })
  const shops = offered.map(({ name }) => ({ name, service: integrationLabels[name] }))
  const isOffered = (name: string | null) => offered.find((one) => one.name === name)
  const connections = (await listSiteConnections(services, scope)).filter(
    ({ state }) => state !== 'pending',
  )
  const connected = connections.find(({ integration }) => isOffered(integration))
  const suggested = platform === null ? null : (fittingName(platform) ?? 'other')
  const wanted = given ?? connected?.integration ?? suggested
  const shop = isOffered(wanted)
  const chosen = shop?.name ?? (wanted === null ? null : ('other' as const))
  return {
    shops,
    chosen,
    found: shop && suggested === shop.name ? integrationLabels[shop.name] : null,
    answer: shop ? await readAnswer(services, { scope, url, connections, ...shop }) : null,
  }
}

type Answered = Pick<AskedSite, 'scope' | 'url'> & {
  connections: readonly SiteConnection[]
  name: SetupShop
  definition: AnyIntegration
}

async function readAnswer(
  services: Services,
  { scope, url, connections, name, definition }: Answered,
): Promise<ShopAnswer> {
  const service = integrationLabels[name]
  const { neededPlan } = await readEntitlements(services, scope)
  const needed = neededPlan(`integrations.${name}`)
  const [way = 'keys'] = readyWays(services, definition)
  const effort = definition.effort?.[way]
  const appEffort = definition.effort?.app
  const rows = connections.filter(({ integration }) => integration === name)
  return {
    name,
    service,
    connected: await findConnected(services, scope, { rows, service, neededPlan: needed }),
    app:
      appEffort && hasApp(services, name)
        ? { takes: describeEffort(appEffort), url: appUrls[name] ?? null }
        : null,
    way,
    takes: effort ? describeEffort(effort) : '',
    orders: describeOrders(definition.pastOrderDays ?? 0),
    fields: way === 'approve' ? fieldsOf(definition, way, rows.length === 0 ? url : undefined) : [],
    neededPlan: needed,
  }
}

const describeEffort = ({ asks, minutes }: Effort) =>
  `${asks}, about ${minutes === 1 ? '1 minute' : `${String(minutes)} minutes`}`

const describeOrders = (days: number) =>
  days === 0
    ? 'New orders arrive automatically, but past ones don’t.'
    : `Orders of the last ${String(days)} days are read, and new ones arrive automatically.`

/** Where our app is installed from. BigCommerce has its own marketplace alone. */
const appUrls: Partial<Record<SetupShop, string>> = { shopify: '/shopify', wix: '/wix/auth' }

/** Whether the operator registered an app there. */
function hasApp({ shopify, wix, bigcommerce }: Services, name: SetupShop): boolean {
  if (name === 'shopify') return shopify !== null
  if (name === 'wix') return wix !== null
  return name === 'bigcommerce' && bigcommerce !== null
}

type Sought = {
  /** Connections of the shop. */
  rows: readonly SiteConnection[]
  service: string
  neededPlan: string | null
}

/** One that works counts more than others. */
async function findConnected(
  services: Services,
  scope: SiteScope,
  { rows, service, neededPlan }: Sought,
): Promise<ConnectedShop | null> {
  const found = rows.map((row) => {
    const needed = row.isOfApp ? null : neededPlan
    return { ...row, health: healthOf({ ...row, neededPlan: needed }, service, services.now()) }
  })
  const shop = found.find(({ health }) => isRunning(health.state)) ?? found[0]
  if (!shop) return null
  return { health: shop.health, isReadingPast: await isReadingPast(services, scope, shop) }
}
