/** Sums closed days once, so that statistics over months read few rows. */
import { sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { rolledDays } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { dailyMarginals, insertMarginals, monthlyMarginals, type SiteDays } from './marginals.ts'
import { dayMillis, dayOf, monthOf } from '#app/lib/time.ts'
import { rawMarginals } from './raw-marginals.ts'

/**
 * An event belongs to the hour in which our own server received it, never to one that a browser
 * names. After the end of a day only what already waits in a queue can still be written to it: that
 * takes seconds (QueueLimits, the statement's time limit), and the rest of the hour is for servers
 * whose clocks differ.
 */
const closingMillis = 3_600_000

/** Any fixed number of our own, the same in every process. */
const advisoryLock = 7_263_403

/** So many sites that a statement takes far less than the server allows it. */
const sitesAtOnce = 200

/**
 * Rolls every closed day (UTC) that is not rolled yet, oldest first, each in one transaction with its
 * row in `rolled_days`. When another process is at it, it is left to that one.
 *
 * The hourly sums stay: a window that begins within a day reads that day's hours, and they are what
 * the days are checked against.
 *
 * @returns the days that this call rolled
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

/** Held until the transaction ends. Waiting would only find the day rolled. */
async function isLocked(tx: Queries): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLock}) as taken`,
  )
  return rows[0]?.taken === true
}

/** The day after the last one, or the first that has sums at all. */
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
 * Calls for all sites, some at a time. A site that is deleted meanwhile has to wait for us, or what
 * we write would stay behind without it.
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
