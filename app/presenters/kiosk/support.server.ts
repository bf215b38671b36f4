/** Support in the kiosk: the list of conversations, and one with what staff need to answer it. */
import { and, asc, eq, ilike, isNull, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { supportRequests, teams, users } from '#app/db/schema/index.ts'
import { readLastStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import type { SupportState } from '#app/domain/support/conversation.ts'
import {
  isUnread,
  listMessages,
  newestFirst,
  newestMessageId,
  olderThan,
  supportCursor,
} from '#app/domain/support/messages.server.ts'
import { endpointHost } from '#app/domain/webhooks/endpoint.ts'
import type { Services } from '#app/services.ts'
import { kioskPageSize } from './search/search-page.ts'
import { searchPattern } from './search/search-pattern.ts'
import { readKioskTeam } from './team.server.ts'

export type KioskSupportFilter = {
  /** Null: all. */
  state: SupportState | null
  /** A member of staff; `nobody`: not assigned yet. Null: all. */
  assignee: number | 'nobody' | null
  /** Part of the subject, of the person or of the organization. Empty: everything. */
  text: string
  /** The last one that was shown. Null: the first page. */
  /** `next` of the page before. Null, and anything else: the first page. */
  before: string | null
}

export type KioskRequest = {
  id: number
  subject: string
  state: SupportState
  person: { id: number; name: string; email: string }
  team: { id: number; name: string } | null
  assignee: { id: number; name: string } | null
  lastMessageAt: Date
  createdAt: Date
  /** No member of staff has opened it since the person wrote. */
  isUnread: boolean
}

const assignees = alias(users, 'assignees')

const selectRequests = ({ db }: Services) =>
  db.system
    .select({
      id: supportRequests.id,
      subject: supportRequests.subject,
      state: supportRequests.state,
      person: { id: users.id, name: users.name, email: users.email },
      team: { id: teams.id, name: teams.name },
      assignee: { id: assignees.id, name: assignees.name },
      lastMessageAt: supportRequests.lastMessageAt,
      createdAt: supportRequests.createdAt,
      isUnread: isUnread('staff'),
      lastMessageId: newestMessageId,
    })
    .from(supportRequests)
    .innerJoin(users, eq(users.id, supportRequests.userId))
    .leftJoin(teams, eq(teams.id, supportRequests.teamId))
    .leftJoin(assignees, eq(assignees.id, supportRequests.assigneeId))

/**
 * The one with the newest message first. A search reads conversations from there, which are few beside
 * people.
 *
 * @returns `next` is null on the last page
 */
export async function listKioskRequests(
  services: Services,
  { state, assignee, text, before }: KioskSupportFilter,
): Promise<{ requests: KioskRequest[]; isFirst: boolean; next: string | null }> {
  const position = supportCursor.read(before)
  const rows = await selectRequests(services)
    .where(
      and(
        state === null ? undefined : eq(supportRequests.state, state),
        assignedTo(assignee),
        containing(text),
        olderThan(position),
      ),
    )
    .orderBy(...newestFirst)
    .limit(kioskPageSize + 1)
  const requests = rows.slice(0, kioskPageSize)
  const last = rows.length > kioskPageSize ? requests.at(-1) : undefined
  return {
    requests,
    isFirst: position === null,
    next: last ? supportCursor.write({ at: last.lastMessageAt, id: last.id }) : null,
  }
}

function assignedTo(assignee: KioskSupportFilter['assignee']): SQL | undefined {
  if (assignee === null) return undefined
  return assignee === 'nobody'
    ? isNull(supportRequests.assigneeId)
    : eq(supportRequests.assigneeId, assignee)
}

function containing(text: string): SQL | undefined {
  const pattern = searchPattern(text)
  if (pattern === null) return undefined
  return or(
    ...[supportRequests.subject, users.name, users.email, teams.name].map((column) =>
      ilike(column, pattern),
    ),
    /^\d{1,15}$/.test(text) ? eq(supportRequests.id, Number(text)) : undefined,
  )
}

/** Those who can be assigned, by name. */
export const listStaff = ({ db }: Services): Promise<{ id: number; name: string }[]> =>
  db.system
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.isStaff, true))
    .orderBy(asc(users.name), asc(users.id))

export type KioskConversation = NonNullable<Awaited<ReturnType<typeof readKioskConversation>>>

/** @param before see `listMessages`. @returns null: there is no such conversation */
export async function readKioskConversation(
  services: Services,
  { requestId, before }: { requestId: number; before: number | null },
) {
  const [request] = await selectRequests(services).where(eq(supportRequests.id, requestId))
  if (!request) return null
  const { person, team } = request
  const [page, context, lastActId] = await Promise.all([
    listMessages(services, { requestId, before }),
    team ? readKioskTeam(services, team.id) : null,
    readLastStaffAct(services, { userId: person.id }),
  ])
  return { ...request, ...page, context: context && contextOf(context), lastActId }
}

type Team = NonNullable<Awaited<ReturnType<typeof readKioskTeam>>>

/** Facts that are likely to be asked about, from the organization’s page. */
const contextOf = ({ planName, usage, sites, connections, failedWebhooks }: Team) => ({
  planName,
  isLimitReached: usage.isLimitReached,
  siteBoosts: usage.siteBoosts,
  sites: sites.map(({ id, name, url, pixelSeenAt, pausedAt }) => ({
    id,
    name,
    url,
    pixelSeenAt,
    isPaused: pausedAt !== null,
  })),
  failing: connections
    .filter(({ state, fault }) => state === 'lost' || fault !== null)
    .map(({ id, integration, site, fault }) => ({ id, integration, site, fault })),
  failedWebhook: failedWebhooks[0] ? webhookOf(failedWebhooks[0]) : null,
})

const webhookOf = ({ url, status, fault, at }: Team['failedWebhooks'][number]) => ({
  host: endpointHost(url),
  answer: status === null ? (fault ?? 'No answer') : String(status),
  at,
})
