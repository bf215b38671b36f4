/** The bodies of webhooks: the shapes of the REST API, with nothing that it wouldn't answer. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { WebhookBody } from '#app/contract/webhooks.ts'
import type { Queries } from '#app/db/db.ts'
import { activities, goalConversions, goals, nudges } from '#app/db/schema/index.ts'
import { activityColumns } from '#app/domain/activities/columns.ts'
import { monthAround } from '#app/domain/plans/meter.server.ts'
import type { DescribeEvents, StoredEvent } from '#app/domain/webhooks/outbox.server.ts'
import { fromCents } from '#app/lib/money.ts'
import { describeActivity } from './activity-answer.ts'

type Data = WebhookBody['data']
type Described = readonly (readonly [number, Data])[]

/** As things are now. An event whose subject no longer exists has no body. */
export const describeWebhooks: DescribeEvents = async (queries, events) =>
  new Map([
    ...(await describeActivities(queries, events)),
    ...(await describeConversions(queries, events)),
    ...(await describeNudges(queries, events)),
    ...describeFacts(events),
  ])

async function describeActivities(
  queries: Queries,
  events: readonly StoredEvent[],
): Promise<Described> {
  const wanted = events.flatMap(({ activityId }) => (activityId === null ? [] : [activityId]))
  if (wanted.length === 0) return []
  const rows = await queries
    .select({ ...activityColumns, id: activities.id })
    .from(activities)
    // The payment of an order is announced as the order.
    .where(and(inArray(activities.id, wanted), isNull(activities.sameSaleAs)))
  const byId = new Map(rows.map(({ id, ...activity }) => [id, describeActivity(activity)]))
  return events.flatMap((event) => pairOf(event, byId.get(event.activityId ?? 0)))
}

async function describeConversions(
  queries: Queries,
  events: readonly StoredEvent[],
): Promise<Described> {
  const wanted = events.filter(({ goalId }) => goalId !== null)
  if (wanted.length === 0) return []
  const rows = await queries
    .select({
      goalId: goalConversions.goalId,
      key: goalConversions.uniqueKey,
      goal: goals.uuid,
      name: goals.name,
      reachedAt: goalConversions.reachedAt,
      amountCents: goalConversions.amountCents,
      currency: goalConversions.currency,
    })
    .from(goalConversions)
    .innerJoin(goals, eq(goals.id, goalConversions.goalId))
    .where(
      or(
        ...wanted.map(({ goalId, conversionKey }) =>
          and(
            eq(goalConversions.goalId, goalId ?? 0),
            eq(goalConversions.uniqueKey, conversionKey ?? ''),
          ),
        ),
      ),
    )
  const byKey = new Map(
    rows.map(({ goalId, key, reachedAt, amountCents, ...row }) => [
      `${String(goalId)} ${key}`,
      {
        goal: row.goal,
        name: row.name,
        order: orderIn(key),
        reached_at: reachedAt.toISOString(),
        value: fromCents(amountCents),
        currency: row.currency,
      },
    ]),
  )
  return wanted.flatMap((event) =>
    pairOf(event, byKey.get(`${String(event.goalId)} ${event.conversionKey ?? ''}`)),
  )
}

/** Other keys identify visitors and must not leave the product. */
const orderIn = (key: string): string | null => /^order:(.*)$/s.exec(key)?.[1] ?? null

async function describeNudges(
  queries: Queries,
  events: readonly StoredEvent[],
): Promise<Described> {
  const wanted = events.flatMap(({ nudgeId }) => (nudgeId === null ? [] : [nudgeId]))
  if (wanted.length === 0) return []
  const rows = await queries
    .select({
      id: nudges.id,
      uuid: nudges.uuid,
      name: nudges.name,
      type: nudges.type,
      surface: nudges.surface,
      version: nudges.version,
    })
    .from(nudges)
    .where(inArray(nudges.id, wanted))
  const byId = new Map(rows.map(({ id, ...nudge }) => [id, nudge]))
  return events.flatMap((event) => {
    const nudge = byId.get(event.nudgeId ?? 0)
    const published = { published_at: event.happenedAt.toISOString() }
    return pairOf(event, nudge && { ...nudge, ...published })
  })
}

/** Describes events by facts that are known only while they happen. */
const describeFacts = (events: readonly StoredEvent[]): Described =>
  events.flatMap((event) => {
    const { type, facts, happenedAt } = event
    if (facts === null) return []
    if (type !== 'limit.reached') return pairOf(event, facts as Data)
    const resetsAt = monthAround(happenedAt).to.toISOString()
    return pairOf(event, { ...facts, resets_at: resetsAt } as Data)
  })

const pairOf = ({ id }: StoredEvent, data: Data | undefined): [number, Data][] =>
  data === undefined ? [] : [[id, data]]
