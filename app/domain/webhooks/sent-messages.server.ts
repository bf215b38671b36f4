/**
 * Webhooks that sites of all organizations send, for staff. Each staff action on one is an entry of
 * their audit log, about its organization.
 */
import { and, asc, desc, eq, gt, lt, sql, type SQL } from 'drizzle-orm'
import { sites, teams } from '#app/db/schema/ground.ts'
import {
  webhookAttempts,
  webhookEndpoints,
  webhookEventRows as events,
  webhookMessages as messages,
} from '#app/db/schema/webhooks.ts'
import {
  runStaffAct,
  type StaffActRequest,
} from '#app/domain/accounts/staff/run-staff-act.server.ts'
import type { StaffActName } from '#app/domain/accounts/staff/staff-acts.ts'
import { findSiteScope } from '#app/domain/find-scope.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { resendMessage } from './log.server.ts'
import { bodyName } from './outbox.server.ts'

/** `retried`: failed at least once, and is sent again. `waiting`: it wasn't sent yet. */
type MessageState = 'failed' | 'retried' | 'waiting' | 'delivered'

export type MessageFilter = {
  state: MessageState
  /** Null: of all organizations. */
  teamId: number | null
  /** The id of the last row that was shown. Null: the newest page. */
  before: number | null
  most: number
}

const select = ({ db }: Services) =>
  db.system
    .select({
      id: messages.id,
      uuid: messages.uuid,
      state: messages.state,
      attempts: messages.attempts,
      dueAt: messages.dueAt,
      type: events.type,
      happenedAt: events.happenedAt,
      eventUuid: events.uuid,
      teamId: messages.teamId,
      team: teams.name,
      siteId: messages.siteId,
      siteUuid: sites.uuid,
      site: sites.name,
      endpoint: webhookEndpoints.uuid,
      url: webhookEndpoints.url,
      isPaused: sql<boolean>`${webhookEndpoints.state} = 'paused'`,
    })
    .from(messages)
    .innerJoin(events, eq(events.id, messages.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, messages.endpointId))
    .innerJoin(sites, eq(sites.id, messages.siteId))
    .innerJoin(teams, eq(teams.id, messages.teamId))

export type SentMessageRow = Awaited<ReturnType<typeof select>>[number]

/** Newest first. One row more than `most`, if there are. */
export const listSentMessages = (
  services: Services,
  { state, teamId, before, most }: MessageFilter,
): Promise<SentMessageRow[]> =>
  select(services)
    .where(
      and(
        inState(state),
        teamId === null ? undefined : eq(messages.teamId, teamId),
        before === null ? undefined : lt(messages.id, before),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(most + 1)

function inState(state: MessageState): SQL | undefined {
  if (state === 'retried') return and(eq(messages.state, 'waiting'), gt(messages.attempts, 0))
  if (state === 'waiting') return and(eq(messages.state, 'waiting'), eq(messages.attempts, 0))
  return eq(messages.state, state)
}

/** Null: there is no such message. */
export async function findSentMessage(
  services: Services,
  id: number,
): Promise<SentMessageRow | null> {
  return (await select(services).where(eq(messages.id, id)))[0] ?? null
}

/** Each attempt to send it, oldest first, without what was answered. */
export const listAttempts = ({ db }: Services, id: number) =>
  db.system
    .select({
      id: webhookAttempts.id,
      at: webhookAttempts.attemptedAt,
      status: webhookAttempts.status,
      fault: webhookAttempts.fault,
      millis: webhookAttempts.millis,
    })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.messageId, id))
    .orderBy(asc(webhookAttempts.id))

/** The JSON that was sent, with all that it says of people. Empty: it has no body yet. */
export async function readSentBody(
  { db, security: { secrets } }: Services,
  { eventUuid }: SentMessageRow,
): Promise<string> {
  const [row] = await db.system
    .select({ body: events.body })
    .from(events)
    .where(eq(events.uuid, eventUuid))
  return row?.body ? secrets.open(row.body, bodyName(eventUuid)) : ''
}

type MessageActRequest = Pick<StaffActRequest, 'actor' | 'reason' | 'lastActId'> & {
  message: number
}

/** @throws Refusal `not_found`, before there is an entry */
async function actOnMessage<Result>(
  services: Services,
  { message: id, ...request }: MessageActRequest,
  { act, work }: { act: StaffActName; work: (message: SentMessageRow) => Promise<Result> },
): Promise<Result> {
  const message = await findSentMessage(services, id)
  if (!message) throw new Refusal('not_found', 'Webhook not found.')
  const { teamId } = message
  const given = { ...request, act, subject: { teamId }, details: { message: id } }
  return runStaffAct(services, given, () => work(message))
}

/** @throws Refusal `not_found`, `conflict` when someone acted since */
export const openMessageByStaff = (
  services: Services,
  request: MessageActRequest,
): Promise<string> =>
  actOnMessage(services, request, {
    act: 'webhook.opened',
    work: (message) => readSentBody(services, message),
  })

/** @throws Refusal `not_found`, `conflict` when its endpoint is paused or someone acted since */
export const resendMessageByStaff = (
  services: Services,
  request: MessageActRequest,
): Promise<void> =>
  actOnMessage(services, request, {
    act: 'webhook.resent',
    async work({ siteId, endpoint, uuid, isPaused }) {
      if (isPaused) {
        throw new Refusal(
          'conflict',
          'The webhook is paused. The organization has to resume it first.',
        )
      }
      const site = await findSiteScope(services.db.system, siteId)
      if (!site) throw new Refusal('not_found', 'Webhook not found.')
      await resendMessage(services, site, { endpoint, message: uuid })
    },
  })
