/** Sums of push nudges. Rows of sends and subscriptions are deleted with the person; sums stay. */
import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { pushCounts, pushDays } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { dayOf } from '#app/lib/time.ts'

type DayColumn = 'subscribed' | 'unsubscribed' | 'gone'

/** Adds to the site's day. */
export async function countDay(
  tx: Queries,
  { teamId, siteId }: Pick<SiteScope, 'teamId' | 'siteId'>,
  {
    at,
    subscribed = 0,
    unsubscribed = 0,
    gone = 0,
  }: { at: Date } & Partial<Record<DayColumn, number>>,
): Promise<void> {
  if (subscribed + unsubscribed + gone === 0) return
  await tx
    .insert(pushDays)
    .values({ siteId, teamId, day: dayOf(at), subscribed, unsubscribed, gone })
    .onConflictDoUpdate({
      target: [pushDays.siteId, pushDays.day],
      set: {
        subscribed: sql`${pushDays.subscribed} + excluded.subscribed`,
        unsubscribed: sql`${pushDays.unsubscribed} + excluded.unsubscribed`,
        gone: sql`${pushDays.gone} + excluded.gone`,
      },
    })
}

type CountColumn =
  | 'sends'
  | 'accepted'
  | 'shown'
  | 'clicked'
  | 'closed'
  | 'stopped'
  | 'failed'
  | 'skipped'
  | 'converted'

/** One event of a message. */
export type Counted = {
  teamId: number
  siteId: number
  messageId: number
  variant: 'a' | 'b' | 'holdout'
  column: CountColumn
}

const columns: readonly CountColumn[] = [
  ...(['sends', 'accepted', 'shown', 'clicked', 'closed'] as const),
  ...(['stopped', 'failed', 'skipped', 'converted'] as const),
]

/** Adds one for each event, in the order of the rows, so that two processes don't deadlock. */
export async function countEvents(
  tx: Queries,
  events: readonly Counted[],
  at: Date,
): Promise<void> {
  const rows = new Map<string, Counted & { total: Partial<Record<CountColumn, number>> }>()
  for (const event of events) {
    const key = `${String(event.messageId).padStart(16, '0')} ${event.variant}`
    const row = rows.get(key) ?? { ...event, total: {} }
    row.total[event.column] = (row.total[event.column] ?? 0) + 1
    rows.set(key, row)
  }
  if (rows.size === 0) return
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  await tx
    .insert(pushCounts)
    .values(
      sorted.map(({ teamId, siteId, messageId, variant, total }) => ({
        ...total,
        messageId,
        variant,
        day: dayOf(at),
        teamId,
        siteId,
      })),
    )
    .onConflictDoUpdate({
      target: [pushCounts.messageId, pushCounts.variant, pushCounts.day],
      set: Object.fromEntries(columns.map((column) => [column, addedTo(column)])) as Record<
        CountColumn,
        SQL
      >,
    })
}

const addedTo = (column: CountColumn): SQL =>
  sql`${pushCounts[column]} + ${sql.raw(`excluded.${pushCounts[column].name}`)}`
