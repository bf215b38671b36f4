/** Budgets of requests to providers that all nodes share: each request asks the database before it is sent. */
import { createHash } from 'node:crypto'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#app/db/db.ts'
import { providerBudgets } from '#app/db/schema/connections.ts'
import { dayMillis, secondMillis } from '#app/lib/time.ts'
import type { RequestBudgets } from '#app/lib/web/request-budget.ts'
import type { Services } from '#app/services.ts'

/** Clocks of nodes differ. A moment further ahead was noted before a clock was set back, and must not block. */
const aheadMillis = 5 * secondMillis

/**
 * Exact for all nodes together, as far as their clocks agree. A request is noted at its node's time, or at the last
 * request's if that is later: its node's clock may be behind, or it waited for a connection.
 */
export function createSharedBudgets({ system }: Database): RequestBudgets {
  return {
    async spend(account, { requests, seconds }, now) {
      const key = keyOf(account)
      const at = now.getTime()
      const windowMillis = seconds * secondMillis
      const { spent, pausedUntil } = providerBudgets
      const latest = sql`greatest(${at}::bigint,
        (select max(moment) from unnest(${spent}) as moment where moment <= ${at + aheadMillis}))`
      const kept = sql`array(select moment from unnest(${spent}) as moment
        where moment > ${latest} - ${windowMillis}::bigint and moment <= ${at + aheadMillis} order by moment)`
      // Concurrent requests wait for the row, and each sees what the one before it has left.
      const { rowCount } = await system
        .insert(providerBudgets)
        .values({ key, spent: [at], usedAt: now })
        .onConflictDoUpdate({
          target: providerBudgets.key,
          set: { spent: sql`${kept} || ${latest}`, usedAt: now },
          setWhere: sql`coalesce(${pausedUntil} <= ${now.toISOString()}::timestamptz, true)
            and cardinality(${kept}) < ${requests}`,
        })
      if (rowCount === 1) return null

      const [row] = await system.select().from(providerBudgets).where(eq(providerBudgets.key, key))
      const known = (row?.spent ?? []).filter((moment) => moment <= at + aheadMillis)
      const from = Math.max(at, ...known.slice(-1)) - windowMillis
      const last = known.filter((moment) => moment > from).at(-requests)
      const freeAt = last === undefined ? at : last + windowMillis
      // Something may have become free in between.
      return new Date(Math.max(freeAt, row?.pausedUntil?.getTime() ?? 0, at + 1))
    },
    async pause(account, until) {
      await system
        .insert(providerBudgets)
        .values({ key: keyOf(account), spent: [], pausedUntil: until, usedAt: until })
        .onConflictDoUpdate({
          target: providerBudgets.key,
          set: {
            pausedUntil: sql`greatest(${providerBudgets.pausedUntil}, excluded.paused_until)`,
          },
        })
    },
  }
}

/** Accounts can be addresses of shops. */
const keyOf = (account: string) => createHash('sha256').update(account).digest('base64url')

/** Removes accounts without a request and a pause for a day, which no budget remembers. Called by a job. */
export async function sweepProviderBudgets({
  db,
  now,
}: Pick<Services, 'db' | 'now'>): Promise<void> {
  const limit = new Date(now().getTime() - dayMillis)
  await db.system
    .delete(providerBudgets)
    .where(
      and(
        lt(providerBudgets.usedAt, limit),
        or(isNull(providerBudgets.pausedUntil), lt(providerBudgets.pausedUntil, limit)),
      ),
    )
}
