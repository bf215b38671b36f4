/** Sends one message, and what its answer means for the message and for the endpoint. */
import { randomInt } from 'node:crypto'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import {
  webhookAttempts,
  webhookEndpoints,
  webhookEventRows as events,
  webhookMessages as messages,
} from '#app/db/schema/webhooks.ts'
import { secondMillis } from '#app/lib/time.ts'
import { NotFetched } from '#app/lib/web/guarded-opener.server.ts'
import type { PostAnswer } from '#app/lib/web/guarded-post.server.ts'
import { readRetryAfter } from '#app/lib/web/retry-after.ts'
import type { Services } from '#app/services.ts'
import { secretName } from './endpoints.server.ts'
import { bodyName, messageId } from './outbox.server.ts'
import { pauseEndpoint } from './pause-endpoint.server.ts'
import { isGivenUp, pauseAfter, restAfter } from './retry-schedule.ts'
import { webhookHeaders } from './signature.server.ts'

export type EndpointInTurn = { id: number; uuid: string; teamId: number; siteId: number }

/** An answer that takes longer makes the endpoint a slow one. */
const slowMillis = 3 * secondMillis

/** For name, connection and answer together. */
const attemptMillis = 15 * secondMillis

/** Kept of each answer's body, for the log. */
const maxResponseBytes = 4_096

type Sending = { maxMillis?: number | undefined; signal: AbortSignal }

/** @returns whether the endpoint can be sent another message now */
export async function sendNext(
  services: Services,
  endpoint: EndpointInTurn,
  { maxMillis = attemptMillis, signal }: Sending,
): Promise<boolean> {
  const { db, now, net, security } = services
  const at = now()
  const found = await findNext(services, endpoint, at)
  if (!found) return false
  const { message, event, target } = found
  const secretOf = (sealed: Buffer) => security.secrets.open(sealed, secretName(endpoint.uuid))
  const isRotating = target.previousUntil !== null && target.previousUntil > at
  const former = isRotating && target.previousSecret ? [secretOf(target.previousSecret)] : []
  const body = security.secrets.open(event.body, bodyName(event.uuid))
  const signed = { id: messageId(event.uuid), at, body }
  const headers = webhookHeaders(signed, [secretOf(target.secret), ...former])

  const began = performance.now()
  const answer = await net
    .post(target.url, { headers, body, maxMillis, maxBytes: maxResponseBytes, signal })
    .catch((error: unknown) => {
      if (error instanceof NotFetched) return error
      throw error
    })
  // A request that our shutdown cut off is no failure of the endpoint.
  if (signal.aborted) return false
  const millis = Math.round(performance.now() - began)
  return db.transaction((tx) =>
    storeOutcome(tx, services, { endpoint, message, answer, millis, at: now() }),
  )
}

async function findNext({ db }: Services, { id }: EndpointInTurn, at: Date) {
  const [row] = await db.system
    .select({
      messageId: messages.id,
      attempts: messages.attempts,
      teamId: messages.teamId,
      siteId: messages.siteId,
      eventUuid: events.uuid,
      body: events.body,
      url: webhookEndpoints.url,
      secret: webhookEndpoints.secret,
      previousSecret: webhookEndpoints.previousSecret,
      previousUntil: webhookEndpoints.previousUntil,
    })
    .from(messages)
    .innerJoin(events, eq(events.id, messages.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, messages.endpointId))
    .where(
      and(
        eq(messages.endpointId, id),
        eq(messages.state, 'waiting'),
        lte(messages.dueAt, at),
        eq(webhookEndpoints.state, 'active'),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(1)
  if (row?.body == null) return null
  const { messageId: rowId, attempts, teamId, siteId, eventUuid, body, ...target } = row
  return {
    message: { id: rowId, attempts, teamId, siteId },
    event: { uuid: eventUuid, body },
    target,
  }
}

/** The name under which an attempt's answer is encrypted. */
export const responseName = (message: number): string => `webhook_attempts:${String(message)}`

type Outcome = {
  endpoint: EndpointInTurn
  message: { id: number; attempts: number; teamId: number; siteId: number }
  answer: PostAnswer | NotFetched
  millis: number
  at: Date
}

async function storeOutcome(
  tx: Transaction,
  services: Services,
  { endpoint, message, answer, millis, at }: Outcome,
): Promise<boolean> {
  const { secrets } = services.security
  // Deleted in between, by hand or with its subject.
  const [locked] = await tx
    .select({
      tokenId: webhookEndpoints.tokenId,
      failingSince: webhookEndpoints.failingSince,
      failures: webhookEndpoints.failures,
    })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpoint.id))
    .for('no key update')
  const [known] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.id, message.id))
    .for('no key update')
  if (!locked || !known) return Boolean(locked)

  const isAnswer = !(answer instanceof NotFetched)
  const text = isAnswer ? answer.text : ''
  await tx.insert(webhookAttempts).values({
    teamId: message.teamId,
    siteId: message.siteId,
    messageId: message.id,
    status: isAnswer ? answer.status : null,
    fault: isAnswer ? null : answer.why,
    millis,
    // PostgreSQL’s text has no room for every byte that a server may answer.
    response: text === '' ? null : secrets.seal(text, responseName(message.id)),
    attemptedAt: at,
  })

  const attempts = message.attempts + 1
  if (isAnswer && answer.status >= 200 && answer.status < 300) {
    await changeMessage(tx, message.id, { state: 'delivered', attempts })
    const isSlow = millis > slowMillis
    await changeEndpoint(tx, endpoint.id, {
      failingSince: null,
      failures: 0,
      restsUntil: null,
      lastDeliveredAt: at,
      slowSince: isSlow ? at : null,
    })
    return true
  }

  const failures = locked.failures + 1
  const failingSince = locked.failingSince ?? at
  await changeEndpoint(tx, endpoint.id, { failures, failingSince, slowSince: at })
  if (isAnswer && answer.status === 410) {
    await changeMessage(tx, message.id, { state: 'failed', attempts })
    await endEndpoint(tx, services, { endpoint, tokenId: locked.tokenId, at })
    return false
  }

  const asked = isAnswer ? readRetryAfter(answer.retryAfter, at) : null
  const pause = pauseAfter(attempts, randomInt(1_000) / 1_000)
  const later = (millisFromNow: number) => new Date(at.getTime() + millisFromNow)
  if (pause === null) await changeMessage(tx, message.id, { state: 'failed', attempts })
  else await changeMessage(tx, message.id, { attempts, dueAt: asked ?? later(pause) })
  const rest = restAfter(failures)
  const restsUntil = asked ?? (rest === 0 ? null : later(rest))
  await changeEndpoint(tx, endpoint.id, { restsUntil })
  if (isGivenUp({ failingSince, failures }, at)) {
    await pauseEndpoint(tx, services, { ...endpoint, reason: 'failing', at })
    return false
  }
  return restsUntil === null
}

type Ending = { endpoint: EndpointInTurn; tokenId: number | null; at: Date }

/** 410 ends a subscription. One that a person added is kept, paused, with its log. */
async function endEndpoint(
  tx: Transaction,
  services: Services,
  { endpoint, tokenId, at }: Ending,
): Promise<void> {
  if (tokenId === null) await pauseEndpoint(tx, services, { ...endpoint, reason: 'gone', at })
  else await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint.id))
}

const changeMessage = (
  tx: Transaction,
  id: number,
  change: Partial<typeof messages.$inferInsert>,
) => tx.update(messages).set(change).where(eq(messages.id, id))

const changeEndpoint = (
  tx: Transaction,
  id: number,
  change: Partial<typeof webhookEndpoints.$inferInsert>,
) => tx.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id))
