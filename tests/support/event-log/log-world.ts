/** A log of events in a folder for itself, with what applies it to the world's database. */
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { createApplier, type Applier } from '#app/domain/events/log/applier.server.ts'
import type { EventLog, GroupPlace } from '#app/domain/events/log/event-log.ts'
import { openFileLog } from '#app/domain/events/log/file-log.server.ts'
import { textOf, type EventRow } from '#app/domain/events/store-events.server.ts'
import type { Services } from '#app/services.ts'
import { makeFolder, removeFolder } from '../folders.ts'
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
export function openLog(services: Pick<Services, 'pool' | 'log' | 'now'>, folder: string): OpenLog {
  const log = openFileLog(folder)
  const applier = createApplier(services, log)
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
    append: (...rows) =>
      log.append({
        events: rows.length,
        body: textOf(rows),
        at: Math.min(...rows.map(({ receivedAt }) => receivedAt.getTime())),
      }),
    end,
  }
}

/** A world whose events are logged first, in a folder for itself: other tests’ logs are of other databases. */
export const createLoggedWorld = (): Promise<World> =>
  createWorld({ environment: { EVENT_LOG: 'file', DATA_DIR: logFolder() } })
