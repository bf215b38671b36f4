/**
 * Deliveries of all organizations, to connections and to apps, for staff. Each staff action on one
 * is an entry of their audit log, about its organization where that is known.
 */
import { and, desc, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { teams } from '#app/db/schema/ground.ts'
import { billingAccounts, wixInstances } from '#app/db/schema/billing.ts'
import { connections } from '#app/db/schema/connections.ts'
import { deliveries } from '#app/db/schema/deliveries.ts'
import { shops } from '#app/db/schema/shops.ts'
import {
  runStaffAct,
  type StaffActRequest,
} from '#app/domain/accounts/staff/run-staff-act.server.ts'
import type { StaffActName } from '#app/domain/accounts/staff/staff-acts.ts'
import { readEnvelope } from '#app/domain/connections/envelope.ts'
import { playAgain, readStoredBody } from '#app/domain/deliveries/play-again.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/** `retried`: failed at least once, and is tried again. `waiting`: it wasn't tried yet. */
type DeliveryState = 'failed' | 'retried' | 'waiting' | 'done'

export type DeliveryFilter = {
  state: DeliveryState
  /** Null: of all services. */
  provider: ConnectableName | null
  /** Null: of all organizations. */
  teamId: number | null
  /** The id of the last row that was shown. Null: the newest page. */
  before: number | null
  most: number
}

/** The rows that belong to an app's address, by the name that its provider has for the account. */
const isOfApp = (provider: ConnectableName): SQL | undefined =>
  and(isNull(deliveries.connectionId), eq(deliveries.provider, provider))

const teamId = sql<
  number | null
>`coalesce(${connections.teamId}, ${shops.teamId}, ${wixInstances.teamId}, ${billingAccounts.teamId})`.mapWith(
  (value: string | number | null) => (value === null ? null : Number(value)),
)

const select = ({ db }: Services) =>
  db.system
    .select({
      id: deliveries.id,
      provider: deliveries.provider,
      isOfApp: sql<boolean>`${deliveries.connectionId} is null`,
      account: deliveries.account,
      deliveryId: deliveries.deliveryId,
      topic: deliveries.topic,
      state: deliveries.state,
      attempts: deliveries.attempts,
      fault: deliveries.fault,
      receivedAt: deliveries.receivedAt,
      dueAt: deliveries.dueAt,
      hasBody: sql<boolean>`${deliveries.body} is not null`,
      /** Null: the account belongs to none. */
      teamId,
      team: teams.name,
    })
    .from(deliveries)
    .leftJoin(connections, eq(connections.id, deliveries.connectionId))
    .leftJoin(shops, and(isOfApp('shopify'), eq(shops.domain, deliveries.account)))
    .leftJoin(wixInstances, and(isOfApp('wix'), eq(wixInstances.instanceId, deliveries.account)))
    .leftJoin(
      billingAccounts,
      and(isOfApp('stripe'), eq(billingAccounts.stripeId, deliveries.account)),
    )
    .leftJoin(teams, eq(teams.id, teamId))

export type StoredDeliveryRow = Awaited<ReturnType<typeof select>>[number]

/** Newest first. One row more than `most`, if there are. */
export const listStoredDeliveries = (
  services: Services,
  { state, provider, teamId: of, before, most }: DeliveryFilter,
): Promise<StoredDeliveryRow[]> =>
  select(services)
    .where(
      and(
        inState(state),
        provider === null ? undefined : eq(deliveries.provider, provider),
        of === null ? undefined : isOfTeam(of),
        before === null ? undefined : lt(deliveries.id, before),
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(most + 1)

function inState(state: DeliveryState): SQL | undefined {
  if (state === 'retried') return and(eq(deliveries.state, 'waiting'), gt(deliveries.attempts, 0))
  if (state === 'waiting') return and(eq(deliveries.state, 'waiting'), eq(deliveries.attempts, 0))
  return eq(deliveries.state, state)
}

/** By ids and accounts, which have indexes. */
const isOfTeam = (of: number): SQL | undefined =>
  or(
    sql`${deliveries.connectionId} in (select id from ${connections} where team_id = ${of})`,
    and(
      isOfApp('shopify'),
      sql`${deliveries.account} in (select domain from ${shops} where team_id = ${of})`,
    ),
    and(
      isOfApp('wix'),
      sql`${deliveries.account} in (select instance_id from ${wixInstances} where team_id = ${of})`,
    ),
    and(
      isOfApp('stripe'),
      sql`${deliveries.account} in (select stripe_id from ${billingAccounts} where team_id = ${of})`,
    ),
  )

/** Null: there is no such delivery. */
export async function findStoredDelivery(
  services: Services,
  id: number,
): Promise<StoredDeliveryRow | null> {
  return (await select(services).where(eq(deliveries.id, id)))[0] ?? null
}

export type DeliveryContent = { contentType: string; text: string }

/** As its sender wrote it, with all that it says of people. Null: it was removed. */
export async function readDeliveryContent(
  services: Services,
  delivery: StoredDeliveryRow,
): Promise<DeliveryContent | null> {
  const stored = await readStoredBody(services, delivery)
  if (stored === null) return null
  if (delivery.isOfApp) return { contentType: 'application/json', text: stored }
  const { contentType, text } = readEnvelope(stored)
  return { contentType, text }
}

type DeliveryActRequest = Pick<StaffActRequest, 'actor' | 'reason' | 'lastActId'> & {
  delivery: number
}

/** @throws Refusal `not_found`, before there is an entry */
async function actOnDelivery<Result>(
  services: Services,
  { delivery: id, ...request }: DeliveryActRequest,
  { act, work }: { act: StaffActName; work: (delivery: StoredDeliveryRow) => Promise<Result> },
): Promise<Result> {
  const delivery = await findStoredDelivery(services, id)
  if (!delivery) throw new Refusal('not_found', 'Delivery not found.')
  const subject = delivery.teamId === null ? null : { teamId: delivery.teamId }
  const details = { delivery: id }
  return runStaffAct(services, { ...request, act, subject, details }, () => work(delivery))
}

/** @throws Refusal `not_found`, `conflict` when its content was removed or someone acted since */
export const openDeliveryByStaff = (
  services: Services,
  request: DeliveryActRequest,
): Promise<DeliveryContent> =>
  actOnDelivery(services, request, {
    act: 'delivery.opened',
    async work(delivery) {
      const content = await readDeliveryContent(services, delivery)
      if (!content) throw new Refusal('conflict', 'The content of this delivery was removed.')
      return content
    },
  })

/** @throws Refusal `not_found`, `conflict` when it can't be processed or someone acted since */
export const replayDeliveryByStaff = (
  services: Services,
  request: DeliveryActRequest,
): Promise<void> =>
  actOnDelivery(services, request, {
    act: 'delivery.replayed',
    async work({ id, isOfApp: toApp }) {
      if (await playAgain(services, { id, isOfApp: toApp })) return
      throw new Refusal(
        'conflict',
        'It’s being processed already, or its content was removed. Reload the page.',
      )
    },
  })
