/** Derives the connection's health from a call to the service or from one of its deliveries. */
import { and, eq, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { connections } from '#app/db/schema/connections.ts'
import { BlockedList, LostPlace, MissingRight } from '#app/integrations/kit/partial-failures.ts'
import { WrongSetting } from '#app/integrations/kit/wrong-setting.ts'
import { recordConnectionLost } from '#app/domain/webhooks/outbox.server.ts'
import { hourMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'
import {
  BadRecord,
  BudgetSpent,
  ConnectionLost,
  HeldUp,
  Intercepted,
  isFailedCall,
  NotGranted,
  RefusedAddress,
  TryLater,
} from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import type { Connection } from './connection.server.ts'
import { refusedAccess } from './faults.ts'
import { sendLossEmails } from './loss-notice.server.ts'
import { asksForAddress, forOwner, isForOwner } from './upkeep/for-owner.ts'

const longestPauseMillis = 6 * hourMillis

/** Who has just solved something at the service waits for the result. */
const longestHeldUpMillis = hourMillis

/** Between 0.9 and 1.1, so that connections that were made together aren't asked together. */
export const spreadOf = (id: number): number => 0.9 + ((id * 7919) % 200) / 1000

/** In plain words, for the connection's screen. */
function faultOf(error: unknown, integration: Connection['integration']): string {
  if (error instanceof BlockedList) {
    const advice = isForOwner(error.cause, integration) ? ` ${error.cause.sentence}` : ''
    return `${error.sentence}${advice} We try again automatically.`
  }
  if (error instanceof WrongSetting || error instanceof MissingRight) return error.sentence
  if (error instanceof LostPlace || error instanceof NotGranted) return error.sentence
  if (error instanceof HeldUp) return `${error.sentence} We try again automatically.`
  if (error instanceof RefusedAddress && asksForAddress(integration)) {
    return `${error.sentence} Connect it again with a different address.`
  }
  if (error instanceof ConnectionLost) return lossSentence(error)
  if (error instanceof TryLater) {
    return 'The service is busy or can’t be reached. We try again automatically.'
  }
  if (error instanceof BadRecord && isRefusedRequest(error)) {
    return 'The service refused one of our requests. We try again automatically.'
  }
  if (error instanceof BadRecord) {
    return 'The service sent something that we can’t read. We try again automatically.'
  }
  return 'Something went wrong on our side. We try again automatically.'
}

/** The service answered that it doesn't do this. Other bad records are answers that can't be read. */
export const isRefusedRequest = ({ reply }: BadRecord): boolean => (reply?.status ?? 0) >= 400

/** While an account isn't found, and hasn't been for long. */
export const missingSentence = (missing: ConnectionLost): string =>
  missing instanceof WrongSetting
    ? missing.sentence
    : 'The service no longer finds this account. Check that it still exists there.'

function lossSentence({ reply }: ConnectionLost): string {
  if (reply?.status === 404) {
    return 'The service no longer finds this account. Check that it still exists there, then connect it again.'
  }
  return refusedAccess
}

/**
 * It works: what failed before is forgotten.
 *
 * @param limit a sentence about the part that it works without; null: there is none; absent: as it was
 */
export async function noteSuccess(
  { db }: Pick<Services, 'db'>,
  { id, failures, fault }: Pick<Connection, 'id' | 'failures' | 'fault'>,
  limit?: string | null,
): Promise<void> {
  if (failures === 0 && (limit === undefined || limit === fault)) return
  await db.system
    .update(connections)
    .set({ failures: 0, failingSince: null, fault: limit ?? null, lostAt: null })
    .where(eq(connections.id, id))
}

/**
 * Ends a connection whose access is refused, and counts every other failure. That our own budget is
 * spent is none.
 *
 * @param error a MissingRight is about a part of the connection alone, and doesn't end it
 * @returns when to try again; null when only its owner can mend it
 */
export async function noteFailure(
  services: Services,
  { id, uuid, integration, failures }: Connection,
  thrown: unknown,
): Promise<Date | null> {
  const error = forOwner(thrown, integration)
  if (error instanceof BudgetSpent) return error.at
  const { db, log } = services
  const at = services.now()
  const isLost = error instanceof ConnectionLost && !(error instanceof MissingRight)
  const isOurs = !isFailedCall(error)
  const entry = { connection: uuid, integration: integration.name, err: error }
  log[isOurs ? 'error' : 'warn'](entry, 'a connection failed')
  const longest = error instanceof HeldUp ? longestHeldUpMillis : longestPauseMillis
  const retryAt = isLost ? null : retryAfter(error, retryMoment({ id, failures }, at, longest))
  await db.transaction(async (tx) => {
    await tx
      .update(connections)
      .set({
        fault: withoutPassing(error, faultOf(error, integration)),
        failures: sql`${connections.failures} + 1`,
        failingSince: sql`coalesce(${connections.failingSince}, ${at.toISOString()}::timestamptz)`,
      })
      // A connection that its owner ended in between has no faults.
      .where(and(eq(connections.id, id), ne(connections.state, 'ended')))
    if (isLost) await endAccess(tx, services, { id, at })
    const isHeld = error instanceof HeldUp || (error instanceof MissingRight && error.isRequest)
    if (isHeld) await noteHold(tx, services, { id, at, error })
  })
  return retryAt
}

/** An answer that says nothing about the account doesn't replace what its owner has to solve. */
function withoutPassing(error: unknown, fault: string): string | SQL {
  const passes = error instanceof TryLater && !(error instanceof HeldUp)
  if (!passes || error instanceof NotGranted) return fault
  return sql`case when ${connections.lostAt} is null then ${fault} else coalesce(${connections.fault}, ${fault}) end`
}

/**
 * Notifies the connection's people once, until it works again, because only they can solve the issue. An
 * account that isn't found, a service in maintenance or a page of a firewall can be temporary, so for these
 * the notice is sent after an hour.
 */
async function noteHold(
  tx: Queries,
  services: Services,
  { id, at, error }: { id: number; at: Date; error: HeldUp | MissingRight },
): Promise<void> {
  const status = error.reply?.status ?? 0
  const mayPass = error instanceof Intercepted || status === 404 || status >= 500
  const wait = mayPass ? hourMillis / secondMillis : 0
  const held = await tx
    .update(connections)
    .set({ lostAt: at })
    .where(and(eq(connections.id, id), eq(connections.state, 'active'), isNull(connections.lostAt)))
    .returning(noticed)
  for (const one of held) await sendLossEmails(tx, services, { ...one, at, wait })
}

const noticed = {
  uuid: connections.uuid,
  teamId: connections.teamId,
  siteId: connections.siteId,
  integration: connections.integration,
  account: connections.account,
  connectedBy: connections.connectedBy,
}

/** Leaves the connection paused or disconnected if the owner did that in between. */
async function endAccess(
  tx: Queries,
  services: Services,
  { id, at }: { id: number; at: Date },
): Promise<void> {
  const lost = await tx
    .update(connections)
    .set({ state: 'lost', lostAt: at })
    .where(and(eq(connections.id, id), eq(connections.state, 'active')))
    .returning(noticed)
  for (const one of lost) {
    await recordConnectionLost(tx, one, at)
    await sendLossEmails(tx, services, { ...one, at })
  }
}

/** Later, the more attempts failed. */
export function retryMoment(
  { id, failures }: Pick<Connection, 'id' | 'failures'>,
  at: Date,
  longestMillis = longestPauseMillis,
): Date {
  const pause = Math.min(longestMillis, minuteMillis * 2 ** Math.min(failures, 12))
  return new Date(at.getTime() + pause * spreadOf(id))
}

/** Not before the service wants it. */
function retryAfter(error: unknown, planned: Date): Date {
  return error instanceof TryLater && error.at > planned ? error.at : planned
}
