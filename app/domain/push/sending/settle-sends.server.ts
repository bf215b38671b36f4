/** Stores the outcomes of a batch of sends, in one transaction. */
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import type { SendReason, SentMessage } from '#app/db/schema/push.ts'
import { sites, teams } from '#app/db/schema/ground.ts'
import { pushMessages, pushServices, pushSends, pushWatches } from '#app/db/schema/push.ts'
import type { Services } from '#app/services.ts'
import { removeSubscriptions } from '../change-subscription.server.ts'
import type { ClaimedSend } from './claim-sends.server.ts'
import { countEvents, type Counted } from '../counts.server.ts'
import { isProductWatch } from '../watches.server.ts'

export type Settled = {
  send: ClaimedSend
  state: 'accepted' | 'failed' | 'skipped' | 'waiting'
  reason: SendReason | null
  /** The service's answer. Null: none, or it wasn't asked. */
  status: number | null
  /** Null in all states but `waiting`. */
  dueAt: Date | null
  /** A waiting one of which the service wasn't asked, so it counts as no attempt. */
  isPostponed?: boolean
  shown: SentMessage | null
  /** The service no longer knows the subscription. */
  isGone: boolean
}

/** The service's state after their answers. */
export type ServiceHealth = {
  host: string
  failures: number
  restsUntil: Date | null
  status: number | null
}

export function settleSends(
  { db, now }: Services,
  settled: readonly Settled[],
  health: ServiceHealth,
): Promise<void> {
  const at = now()
  return db.transaction(async (tx) => {
    const present = await lockMessages(tx, settled)
    const open = settled.filter(({ send }) => present.get(send.id) === 'sending')
    // Subscriptions first, as their changes lock them before their sends.
    const gone = open.filter(({ isGone }) => isGone)
    await removeGone(tx, gone, at)
    const rest = open.filter(({ isGone }) => !isGone)
    const changed = await storeStates(tx, rest, at)
    const stored = rest.filter(({ send }) => changed.has(send.id))
    await finishWatches(tx, stored)
    await countEvents(tx, [...gone, ...stored].flatMap(countedOf), at)
    await storeHealth(tx, health, at)
  })
}

/**
 * Keeps the messages until the commit. One that was deleted in the meantime took its sends and sums with it,
 * and the answers about others are stored. A send that another process settled isn't counted twice.
 *
 * @returns the states of the sends that still exist
 */
async function lockMessages(
  tx: Transaction,
  settled: readonly Settled[],
): Promise<ReadonlyMap<number, string>> {
  const ids = settled.map(({ send }) => send.id)
  const rows = await tx
    .select({ id: pushSends.id, state: pushSends.state })
    .from(pushSends)
    .innerJoin(teams, eq(teams.id, pushSends.teamId))
    .innerJoin(sites, eq(sites.id, pushSends.siteId))
    .innerJoin(pushMessages, eq(pushMessages.id, pushSends.messageId))
    .where(sql`${pushSends.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(pushSends.id)
    .for('key share', { of: [teams, sites, pushMessages] })
  return new Map(rows.map(({ id, state }) => [id, state]))
}

async function removeGone(tx: Transaction, settled: readonly Settled[], at: Date): Promise<void> {
  const bySite = new Map<number, ClaimedSend[]>()
  for (const { send, isGone } of settled) {
    if (isGone) bySite.set(send.siteId, [...(bySite.get(send.siteId) ?? []), send])
  }
  for (const [siteId, sends] of [...bySite].sort(([one], [other]) => one - other)) {
    const [first] = sends
    if (!first) continue
    const ids = [...new Set(sends.map(({ subscriptionId }) => subscriptionId))]
    await removeSubscriptions(tx, { teamId: first.teamId, siteId }, { ids, reason: 'gone', at })
  }
}

/** @returns the ids of those that were still being sent */
async function storeStates(
  tx: Transaction,
  settled: readonly Settled[],
  at: Date,
): Promise<ReadonlySet<number>> {
  const rows = settled.map(
    ({ send, state, reason, status, dueAt, shown, isPostponed = false }) => ({
      id: send.id,
      state,
      reason,
      status,
      due_at: dueAt?.toISOString() ?? null,
      shown,
      undone: isPostponed ? 1 : 0,
    }),
  )
  const { rows: changed } = await tx.execute(sql`
    update ${pushSends} set
      state = given.state,
      reason = given.reason,
      status = coalesce(given.status, push_sends.status),
      due_at = coalesce(given.due_at, push_sends.due_at),
      attempts = push_sends.attempts - given.undone,
      shown = coalesce(given.shown, push_sends.shown),
      accepted_at = case when given.state = 'accepted' then ${at.toISOString()}::timestamptz end
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      id bigint, state text, reason text, status smallint, due_at timestamptz, shown jsonb,
      undone smallint)
    where push_sends.id = given.id and push_sends.state = 'sending'
    returning push_sends.id`)
  return new Set(changed.map(({ id }) => Number(id)))
}

/**
 * An answered request is over, and so is one about a cart or a review whose fact no longer holds. Requests
 * about a product wait on when the fact no longer holds or the message ran out of time: their send is deleted,
 * so that the next time is a new one.
 */
async function finishWatches(tx: Transaction, settled: readonly Settled[]): Promise<void> {
  const answered = settled.flatMap(({ send, state, reason }) =>
    send.watchId !== null &&
    (state === 'accepted' || (reason === 'outdated' && !isProductWatch(send.kind)))
      ? [send.watchId]
      : [],
  )
  if (answered.length > 0) {
    await tx
      .delete(pushWatches)
      .where(sql`${pushWatches.id} = any(${sql.param(answered)}::bigint[])`)
  }
  const unsent = settled.flatMap(({ send, reason }) =>
    reason !== null && waitingOn.has(reason) && isProductWatch(send.kind) ? [send.id] : [],
  )
  if (unsent.length > 0) {
    await tx.delete(pushSends).where(sql`${pushSends.id} = any(${sql.param(unsent)}::bigint[])`)
  }
}

const waitingOn: ReadonlySet<SendReason> = new Set(['outdated', 'late', 'unreachable'])

function countedOf({ send, state }: Settled): Counted[] {
  if (state === 'waiting') return []
  const { teamId, siteId, messageId, variant } = send
  return [{ teamId, siteId, messageId, variant, column: state }]
}

/** Failures in a row add up across processes; a success resets them. */
async function storeHealth(
  tx: Transaction,
  { host, failures, restsUntil, status }: ServiceHealth,
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    update ${pushServices} set
      failures = ${failures}, rests_until = ${restsUntil?.toISOString() ?? null}::timestamptz,
      status = coalesce(${status}::smallint, status), updated_at = ${at.toISOString()}::timestamptz
    where host = ${host}
      and (failures <> ${failures} or rests_until is distinct from ${restsUntil?.toISOString() ?? null}::timestamptz)`)
}
