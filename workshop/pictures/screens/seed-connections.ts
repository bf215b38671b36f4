/** Connections of a site as they look after a while: working, failing, lost. */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { activities, connections, deliveries } from '#app/db/schema/index.ts'
import {
  hookHashOf,
  newCredentials,
  sealCredentials,
} from '#app/domain/connections/credentials.server.ts'
import { rowName } from '#app/domain/deliveries/store-delivery.server.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'

type Row = typeof connections.$inferInsert
type Kind = 'working' | 'waiting' | 'failing' | 'lost' | 'paused'

const before = (services: Services, millis: number) => new Date(services.now().getTime() - millis)

function stateOf(services: Services, kind: Kind): Partial<Row> {
  const [firstRecordAt, lastRecordAt] = [
    before(services, 20 * dayMillis),
    before(services, 12 * minuteMillis),
  ]
  const arrived = { state: 'active' as const, stored: 486, firstRecordAt, lastRecordAt }
  const pullDueAt = new Date(services.now().getTime() + hourMillis)
  switch (kind) {
    case 'working':
      return { ...arrived, pullDueAt }
    case 'waiting':
      return { state: 'active', pullDueAt }
    case 'failing':
      return {
        ...arrived,
        failures: 6,
        failingSince: before(services, 3 * hourMillis),
        fault: 'The service is busy or can’t be reached. We try again automatically.',
      }
    case 'lost':
      return { ...arrived, state: 'lost', failingSince: before(services, 2 * dayMillis) }
    case 'paused':
      return { ...arrived, state: 'paused' }
  }
}

/** Returns the uuid of the first, which has deliveries and brought the site's latest orders. */
export async function storeConnections(
  services: Services,
  site: TestSite,
  shops: readonly { host: string; kind: Kind }[],
): Promise<string> {
  const first = await storeRows(services, site, shops)
  await claimOrders(services, { siteId: site.scope.siteId, connectionId: first.id })
  await storeDeliveries(services, first)
  return first.uuid
}

/** Returns the uuid of a connection of which nothing has arrived yet. */
export async function storeConnection(
  services: Services,
  site: TestSite,
  host: string,
): Promise<string> {
  const { uuid } = await storeRows(services, site, [{ host, kind: 'waiting' }])
  return uuid
}

async function storeRows(
  services: Services,
  { scope: { teamId, siteId } }: TestSite,
  shops: readonly { host: string; kind: Kind }[],
) {
  const rows = shops.map(({ host, kind }) => {
    const uuid = randomUUID()
    const credentials = newCredentials({
      store: `https://${host}`,
      consumerKey: `ck_${'0'.repeat(40)}`,
      consumerSecret: `cs_${'0'.repeat(40)}`,
    })
    return {
      uuid,
      teamId,
      siteId,
      integration: 'wordpress' as const,
      account: host,
      label: host,
      credentials: sealCredentials(services.security.secrets, uuid, credentials),
      hookHash: hookHashOf(credentials.hookToken),
      createdAt: before(services, 20 * dayMillis),
      ...stateOf(services, kind),
    } satisfies Row
  })
  const stored = await services.db.system
    .insert(connections)
    .values(rows)
    .returning({ id: connections.id, uuid: connections.uuid })
  const [first] = stored
  if (!first) throw new Error('No connection was stored.')
  return first
}

/** The site's latest orders count as delivered by it. */
async function claimOrders(
  { db }: Services,
  { siteId, connectionId }: { siteId: number; connectionId: number },
): Promise<void> {
  const isOrder = and(eq(activities.siteId, siteId), eq(activities.kind, 'purchase'))
  const latest = await db.system
    .select({ id: activities.id })
    .from(activities)
    .where(isOrder)
    .orderBy(desc(activities.occurredAt))
    .limit(3)
  await db.system
    .update(activities)
    .set({ source: 'integration', connectionId })
    .where(
      inArray(
        activities.id,
        latest.map(({ id }) => id),
      ),
    )
}

async function storeDeliveries(
  services: Services,
  { id, uuid }: { id: number; uuid: string },
): Promise<void> {
  const order = { id: 727, status: 'processing', billing: { first_name: 'Emma', city: 'Utrecht' } }
  const envelope = { type: 'application/json', query: '', body: JSON.stringify(order) }
  const outcomes = [
    { topic: 'order.created', state: 'done', fault: null },
    { topic: 'product.updated', state: 'done', fault: null },
    { topic: 'order.updated', state: 'failed', fault: 'A time can’t be read.' },
    { topic: 'order.created', state: 'waiting', fault: null },
  ] as const
  const rows = outcomes.map((outcome, place) => {
    const deliveryId = `${uuid}:${String(place)}`
    const name = rowName('wordpress', deliveryId)
    return {
      provider: 'wordpress' as const,
      connectionId: id,
      account: uuid,
      deliveryId,
      body: services.security.secrets.seal(JSON.stringify(envelope), name),
      receivedAt: before(services, (5 - place) * hourMillis),
      dueAt: new Date(services.now().getTime() + hourMillis),
      ...outcome,
    }
  })
  await services.db.system.insert(deliveries).values(rows)
}
