/** A log of events in a folder for itself, with what applies it to the world's database. */
import { gt } from 'drizzle-orm'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { eventStreams, hourlyEvents, pixelEvents } from '#app/db/schema/index.ts'
import { createApplier } from '#app/domain/events/log/applier.server.ts'
import type { Applier } from '#app/domain/events/log/applier-types.ts'
import type { EventLog, GroupPlace } from '#app/domain/events/log/event-log.ts'
import { openFileLog } from '#app/domain/events/log/file/file-log.server.ts'
import { textOf, type EventRow } from '#app/domain/events/store-events.server.ts'
import type { Services } from '#app/services.ts'
import { makeFolder, removeFolder } from '../folders.ts'
import { eventRow, liftLimits } from '../stored-events.ts'
import { createWorld, type World } from '../world.ts'

/** A pool whose applying statement goes through `around`, with its events as JSON. */
export function aroundApply(
  pool: pg.Pool,
  around: (apply: () => Promise<unknown>, events: string) => Promise<unknown>,
): pg.Pool {
  const query = (given: string | pg.QueryConfig, values?: unknown[]) => {
    const run = (): Promise<unknown> => pool.query(given as string, values)
    if (typeof given !== 'object' || given.name !== 'apply_events') return run()
    return around(run, String(given.values?.[0]))
  }
  return Object.assign(Object.create(pool) as pg.Pool, { query })
}

/** Removed after the test. */
export function logFolder(): string {
  const folder = makeFolder()
  onTestFinished(() => {
    removeFolder(folder)
  })
  return folder
}

export type OpenLog = {
  log: EventLog
  applier: Applier
  append: (...rows: EventRow[]) => Promise<GroupPlace>
  /** As when its process ends, with what isn't applied. */
  end: () => Promise<void>
}

/** Ended after the test, at the latest. */
export const openLog = (services: LogServices, folder: string): OpenLog =>
  withApplier(services, openFileLog(folder))

type LogServices = Pick<Services, 'pool' | 'log' | 'now' | 'tracing'>

/** Ended after the test, at the latest. */
export function withApplier(services: LogServices, log: EventLog): OpenLog {
  const applier = createApplier(services, log)
  // Its first turn is over before anything is appended, so a test decides when that is applied.
  const firstTurn = applier.belongs()
  let ended: Promise<void> | undefined
  const end = () =>
    (ended ??= (async () => {
      await applier.stop()
      await log.end()
      await log.close()
    })())
  onTestFinished(end)
  return {
    log,
    applier,
    async append(...rows) {
      await firstTurn
      return log.append({
        events: rows.length,
        body: textOf(rows),
        at: Math.min(...rows.map(({ receivedAt }) => receivedAt.getTime())),
      })
    },
    end,
  }
}

/** A world whose events are logged first, in a folder for itself: other tests’ logs are of other databases. */
export const createLoggedWorld = (log: 'file' | 'postgres' = 'file'): Promise<World> =>
  createWorld({ environment: { EVENT_LOG: log, DATA_DIR: logFolder() } })

export async function openShop() {
  const world = await createWorld()
  const site = await world.site({ options: { holdout: 0 } })
  // Near a limit an applier goes on without being asked, so a test wouldn't decide when it does.
  await liftLimits(world.services)
  const folder = logFolder()
  const visit = (wanted: Partial<EventRow> = {}) =>
    eventRow(site, { receivedAt: world.clock.now(), arm: 'shown', ...wanted })
  return { world, services: world.services, site, folder, visit }
}

export async function countStored({ db }: Services): Promise<{ rows: number; total: number }> {
  const sums = await db.system.select({ total: hourlyEvents.total }).from(hourlyEvents)
  const rows = await db.system.$count(pixelEvents)
  return { rows, total: sums.reduce((sum, { total }) => sum + total, 0) }
}

/** Without the rows by which the database knows the log and its processes. */
export const cursorsOf = ({ db }: Services) =>
  db.system.select().from(eventStreams).where(gt(eventStreams.n, 0))

/** As in a database that never got them. */
export const forgetEvents = ({ pool }: Services) =>
  pool.query(`set role none;
    truncate pixel_events, event_ids, hourly_events, hourly_pages, visitors, visitor_days, meters;
    set role footfall_system`)
