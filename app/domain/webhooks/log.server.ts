/** Messages sent to an endpoint with its answers, and sending by hand. */
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm'
import { testEvent } from '#app/contract/webhooks.ts'
import type { Queries } from '#app/db/db.ts'
import {
  webhookAttempts,
  webhookEndpoints,
  webhookEventRows as events,
  webhookMessages as messages,
} from '#app/db/schema/webhooks.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { Refusal } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { sendWebhooksJob } from './jobs.ts'
import { bodyName, bodyOf, messageId, testData } from './outbox.server.ts'
import { responseName } from './send-message.server.ts'

/** Days that sent messages and their answers are kept. */
export const logDays = 7

const pageSize = 20

export type LoggedAttempt = {
  at: Date
  /** Null: there was no answer. */
  status: number | null
  /** Why there was none. */
  fault: (typeof webhookAttempts.$inferSelect)['fault']
  millis: number
  /** The beginning of the answer's body. */
  response: string
}

export type LoggedMessage = {
  uuid: string
  /** As the receiver sees it. */
  id: string
  type: string
  state: 'waiting' | 'delivered' | 'failed'
  happenedAt: Date
  /** When a waiting message is due. */
  dueAt: Date
  body: string
  /** Oldest first. */
  attempts: LoggedAttempt[]
}

type LogWanted = {
  endpoint: string
  /** Those before this message, by its place in the log. Null: the newest. */
  before: number | null
}

/** Newest first. `next` is the place before which the next page begins; null on the last one. */
export async function listMessages(
  { db, security: { secrets } }: Services,
  site: SiteScope,
  { endpoint, before }: LogWanted,
): Promise<{ messages: LoggedMessage[]; next: number | null }> {
  return db.asTeam(site, async (tx) => {
    const rows = await tx
      .select({
        id: messages.id,
        uuid: messages.uuid,
        state: messages.state,
        dueAt: messages.dueAt,
        type: events.type,
        eventUuid: events.uuid,
        body: events.body,
        happenedAt: events.happenedAt,
      })
      .from(messages)
      .innerJoin(events, eq(events.id, messages.eventId))
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, messages.endpointId))
      .where(
        and(
          inSite(messages, site),
          eq(webhookEndpoints.uuid, endpoint),
          before === null ? undefined : lt(messages.id, before),
        ),
      )
      .orderBy(desc(messages.id))
      .limit(pageSize + 1)
    const page = rows.slice(0, pageSize)
    const ids = page.map(({ id }) => id)
    const attempts =
      ids.length === 0
        ? []
        : await tx
            .select()
            .from(webhookAttempts)
            .where(and(inSite(webhookAttempts, site), inArray(webhookAttempts.messageId, ids)))
            .orderBy(asc(webhookAttempts.id))
    const attemptsOf = (id: number): LoggedAttempt[] =>
      attempts
        .filter((one) => one.messageId === id)
        .map(({ attemptedAt, status, fault, millis, response }) => ({
          at: attemptedAt,
          status,
          fault,
          millis,
          response: response === null ? '' : secrets.open(response, responseName(id)),
        }))
    return {
      messages: page.map(({ id, eventUuid, body, ...row }) => ({
        ...row,
        id: messageId(eventUuid),
        body: body === null ? '' : secrets.open(body, bodyName(eventUuid)),
        attempts: attemptsOf(id),
      })),
      next: rows.length > pageSize ? (ids.at(-1) ?? null) : null,
    }
  })
}

/** Sends a test to only this endpoint. @throws Refusal `not_found`, `conflict`, `too_many` */
export async function sendTest(
  services: Services,
  site: SiteScope,
  endpoint: string,
): Promise<void> {
  const { db, now, jobs, security } = services
  const at = now()
  await db.asTeam(site, async (tx) => {
    const endpointId = await lockActive(tx, site, endpoint)
    await refuseSecondTest(tx, endpointId)
    const uuid = randomUUID()
    const event = { uuid, type: testEvent, site: site.siteUuid, happenedAt: at } as const
    const place = { teamId: site.teamId, siteId: site.siteId }
    const [stored] = await tx
      .insert(events)
      .values({
        ...place,
        uuid,
        type: testEvent,
        happenedAt: at,
        body: security.secrets.seal(bodyOf(event, testData), bodyName(uuid)),
        preparedAt: at,
      })
      .returning({ id: events.id })
    if (!stored) throw new Error('The test was not stored.')
    await tx.insert(messages).values({ ...place, endpointId, eventId: stored.id, dueAt: at })
    await endRest(tx, endpointId)
  })
  await jobs.send(sendWebhooksJob, {})
}

/** One at a time, so that the button can't be used to flood someone. */
async function refuseSecondTest(tx: Queries, endpointId: number): Promise<void> {
  const waiting = await tx
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(events, eq(events.id, messages.eventId))
    .where(
      and(
        eq(messages.endpointId, endpointId),
        eq(messages.state, 'waiting'),
        eq(events.type, testEvent),
      ),
    )
    .limit(1)
  if (waiting.length === 0) return
  throw new Refusal('too_many', 'The last test is still on its way. Check the log below.')
}

/** Sends a message with the same id and body, as if it were new. @throws Refusal `not_found`, `conflict` */
export async function resendMessage(
  { db, now, jobs }: Services,
  site: SiteScope,
  { endpoint, message }: { endpoint: string; message: string },
): Promise<void> {
  await db.asTeam(site, async (tx) => {
    const endpointId = await lockActive(tx, site, endpoint)
    const changed = await tx
      .update(messages)
      .set({ state: 'waiting', attempts: 0, dueAt: now() })
      .where(
        and(
          inSite(messages, site),
          eq(messages.uuid, message),
          eq(messages.endpointId, endpointId),
        ),
      )
      .returning({ id: messages.id })
    if (changed.length === 0) throw new Refusal('not_found', 'Message not found.')
    await endRest(tx, endpointId)
  })
  await jobs.send(sendWebhooksJob, {})
}

async function lockActive(tx: Queries, site: SiteScope, uuid: string): Promise<number> {
  const [row] = await tx
    .select({ id: webhookEndpoints.id, state: webhookEndpoints.state })
    .from(webhookEndpoints)
    .where(and(inSite(webhookEndpoints, site), eq(webhookEndpoints.uuid, uuid)))
    .for('no key update')
  if (!row) throw new Refusal('not_found', 'Webhook not found.')
  if (row.state === 'paused') throw new Refusal('too_many', 'Resume this webhook first.')
  return row.id
}

/** The person wants an answer now. */
const endRest = (tx: Queries, id: number) =>
  tx.update(webhookEndpoints).set({ restsUntil: null }).where(eq(webhookEndpoints.id, id))

const atOnce = 5_000

/** Called by a job. Messages and attempts go with their event. */
export async function sweepWebhooks({ db, now }: Services): Promise<void> {
  const limit = new Date(now().getTime() - logDays * dayMillis)
  const old = db.system
    .select({ id: events.id })
    .from(events)
    .where(lt(events.preparedAt, limit))
    .limit(atOnce)
  for (;;) {
    const gone = await db.system
      .delete(events)
      .where(inArray(events.id, old))
      .returning({ id: events.id })
    if (gone.length < atOnce) return
  }
}
