/** Rolls up closed days once, so that statistics over months read few rows. */
import { sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { rolledDays } from '#app/db/schema/events.ts'
import type { Services } from '#app/services.ts'
import { isLogged } from './log/stream-cursors.server.ts'
import { dailyMarginals, insertMarginals, monthlyMarginals, type SiteDays } from './marginals.ts'
import { dayMillis, dayOf, monthOf, hourMillis } from '#app/lib/time.ts'
import { rawMarginals } from './raw-marginals.ts'

/**
 * Events belong to the hour in which our server received them, regardless of the browser. After
 * midnight only queued events can still be added to the previous day, which takes seconds. The rest
 * of the hour is for servers with different clocks.
 */
const closingMillis = hourMillis

/** An arbitrary constant, the same in every process. */
const advisoryLock = 7_263_403

/** Small enough that a statement stays far below its time limit. */
const sitesAtOnce = 200

/**
 * Rolls up every closed day (UTC), oldest first, each in one transaction with its row in
 * `rolled_days`. Does nothing while another process is doing it.
 *
 * Keeps the hourly sums: a time frame that starts within a day reads that day's hours, and days are
 * checked against them.
 *
 * @returns the days that this call rolled up
 */
export async function rollDays({ db, now }: Services): Promise<string[]> {
  const lastClosed = dayOf(new Date(now().getTime() - closingMillis - dayMillis))
  const rolled: string[] = []
  for (;;) {
    const day = await db.longTransaction((tx) => rollNext(tx, lastClosed, now()))
    if (day === null) return rolled
    rolled.push(day)
  }
}

async function rollNext(tx: Queries, lastClosed: string, at: Date): Promise<string | null> {
  if (!(await isLocked(tx))) return null
  const day = await findNext(tx)
  if (day === null || day > lastClosed) return null

  const next = dayAfter(day)
  if (await isLogged(tx, at, new Date(next))) return null
  await eachSites(tx, async (siteIds) => {
    const span: SiteDays = { from: day, to: next, siteIds }
    await tx.execute(insertMarginals(dailyMarginals(span)))
    await tx.execute(insertMarginals(rawMarginals(span)))
    if (!next.endsWith('-01')) return
    const month: SiteDays = { from: monthOf(new Date(day)), to: next, siteIds }
    await tx.execute(insertMarginals(monthlyMarginals(month)))
  })
  await tx.insert(rolledDays).values({ day, rolledAt: at })
  return day
}

/**
 * Held until the end of the transaction. Doesn't wait, because the day would then be rolled up
 * already.
 */
async function isLocked(tx: Queries): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLock}) as taken`,
  )
  return rows[0]?.taken === true
}

/** The day after the last one, or the first day with sums. */
async function findNext(tx: Queries): Promise<string | null> {
  const { rows } = await tx.execute<{ day: string | null }>(sql`
    select coalesce(
      (select max(day) + 1 from rolled_days),
      (select (min(first) at time zone 'UTC')::date from sites cross join lateral (
        select least(
          (select min(hour) from hourly_events where site_id = sites.id),
          (select min(hour) from hourly_pages where site_id = sites.id)
        ) as first
      ) as oldest)
    )::text as day`)
  return rows[0]?.day ?? null
}

/**
 * Processes all sites in groups. Deleting a site has to wait, or rows written here would outlive
 * it.
 */
export async function eachSites(
  tx: Queries,
  work: (siteIds: number[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from sites where id > ${after} order by id limit ${sitesAtOnce} for key share`,
    )
    const siteIds = rows.map(({ id }) => Number(id))
    const last = siteIds.at(-1)
    if (last === undefined) return
    await work(siteIds)
    after = last
  }
}

const dayAfter = (day: string) => dayOf(new Date(new Date(day).getTime() + dayMillis))
