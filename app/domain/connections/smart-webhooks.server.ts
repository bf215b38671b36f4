/** Smart webhooks of a site: their settings, and what was sent to them. */
import { and, desc, eq, gte, inArray, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import { connections } from '#app/db/schema/connections.ts'
import { deliveries } from '#app/db/schema/deliveries.ts'
import { rowName } from '#app/domain/deliveries/store-delivery.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { smartWebhook, smartWebhookSettings } from '#app/integrations/catalog/smart-webhook.ts'
import type { StoredDelivery } from '#app/integrations/integration.ts'
import { recipes } from '#app/integrations/smart/recipes.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { connectWithSettings, type Connected } from './connect.server.ts'
import { listConnections, type Connection } from './connection.server.ts'
import { readEnvelope } from './envelope.ts'
import { findSiteConnection } from './manage-connections.server.ts'

export type SmartSettings = z.output<typeof smartWebhookSettings>

export type SmartWebhook = { connection: Connection; settings: SmartSettings }

/** Its address works immediately. @param recipe id of the recipe that it begins with */
export function createSmartWebhook(
  services: Services,
  site: SiteScope,
  { name, recipe, by }: { name: string; recipe?: string; by?: number },
): Promise<Connected> {
  const given = { name, ...(recipe === undefined ? {} : recipeSettings(recipe)) }
  const author = by === undefined ? {} : { by }
  return connectWithSettings(services, site, { integration: smartWebhook, given, ...author })
}

/** Settings that a recipe fills in. Empty for an unknown id. */
export function recipeSettings(id: string): Partial<SmartSettings> {
  const recipe = recipes.find((one) => one.id === id)
  if (!recipe) return {}
  return { recipe: id, mapping: recipe.mapping, verification: recipe.verification }
}

/** Oldest first, without those that were deleted. */
export async function listSmartWebhooks(
  services: Services,
  site: SiteScope,
): Promise<SmartWebhook[]> {
  const which = and(
    inSite(connections, site),
    eq(connections.integration, smartWebhook.name),
    inArray(connections.state, ['active', 'paused', 'lost']),
  )
  const found = await services.db.asTeam(site, (tx) => listConnections(services, which, tx))
  return found.sort((one, other) => one.id - other.id).map(withSettings)
}

/** Null: the site has no such smart webhook. */
export async function findSmartWebhook(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<SmartWebhook | null> {
  const connection = await findSiteConnection(services, site, uuid)
  if (connection?.integration !== smartWebhook || connection.state === 'ended') return null
  return withSettings(connection)
}

const withSettings = (connection: Connection): SmartWebhook => ({
  connection,
  settings: smartWebhookSettings.parse(connection.credentials.settings),
})

export type Sample = StoredDelivery & {
  id: number
  state: 'waiting' | 'done' | 'failed'
  fault: string | null
}

type Wanted = { days: number; limit: number }

/** Deliveries with their bodies, newest first. The caller has found the connection in its site. */
export async function listSamples(
  { db, now, security: { secrets } }: Services,
  connection: { id: number },
  { days, limit }: Wanted,
): Promise<Sample[]> {
  const rows = await db.system
    .select({
      id: deliveries.id,
      topic: deliveries.topic,
      state: deliveries.state,
      fault: deliveries.fault,
      receivedAt: deliveries.receivedAt,
      provider: deliveries.provider,
      deliveryId: deliveries.deliveryId,
      body: deliveries.body,
    })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.connectionId, connection.id),
        gte(deliveries.receivedAt, new Date(now().getTime() - days * dayMillis)),
        isNotNull(deliveries.body),
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(limit)
  return rows.flatMap(({ provider, deliveryId, body, ...row }) =>
    body ? [{ ...row, ...readEnvelope(secrets.open(body, rowName(provider, deliveryId))) }] : [],
  )
}
