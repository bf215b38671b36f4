/** A log in the database, and what can happen to it. */
import type pg from 'pg'
import { expect } from 'vitest'
import type { EventLog } from '#app/domain/events/log/event-log.ts'
import { checksumOf } from '#app/domain/events/log/postgres/group-rows.server.ts'
import { openPostgresLog } from '#app/domain/events/log/postgres/postgres-log.server.ts'
import type { Services } from '#app/services.ts'
import { createWorld } from '../world.ts'
import type { LogPlace } from './log-battery.ts'

type Faults = {
  /** Nothing reaches the database any more, as from a process that ended. */
  isDead: boolean
  writes: 'full' | 'gone' | null
  /** Writes that wait, while they are slow. */
  waiting: (() => void)[] | null
}

/** PostgreSQL's appendix A has 53100, disk_full; the other one is the system's. */
const errors = {
  full: () => Object.assign(new Error('could not extend file: No space left'), { code: '53100' }),
  gone: () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
}

/** A process' pool. */
export function faultyPool(pool: pg.Pool): { pool: pg.Pool; faults: Faults } {
  const faults: Faults = { isDead: false, writes: null, waiting: null }
  async function query(given: string | pg.QueryConfig, values?: unknown[]): Promise<unknown> {
    if (faults.isDead) throw errors.gone()
    if (typeof given === 'object' && given.name === 'append_events') {
      const { waiting } = faults
      if (waiting) await new Promise<void>((resolve) => waiting.push(resolve))
      if (faults.writes) throw errors[faults.writes]()
    }
    return pool.query(given as string, values)
  }
  return { pool: Object.assign(Object.create(pool) as pg.Pool, { query }), faults }
}

/** As when nothing was renewed for seconds. */
export async function expireLeases({ pool }: Pick<Services, 'pool'>, log: EventLog): Promise<void> {
  const { node } = await log.identify()
  await pool.query("update event_leases set until = '-infinity' where holder = $1", [node])
}

export async function makePostgresPlace(): Promise<LogPlace> {
  const { services } = await createWorld()
  const { pool, now } = services
  const processes = new Map<EventLog, Faults>()
  const ofAll = (change: (faults: Faults) => void) => {
    for (const faults of processes.values()) change(faults)
  }

  return {
    open() {
      const { pool: ofProcess, faults } = faultyPool(pool)
      const log = openPostgresLog({ pool: ofProcess, now }, { retryMillis: 0 })
      processes.set(log, faults)
      return log
    },
    async kill(log) {
      await expireLeases(services, log)
      const faults = processes.get(log)
      if (faults) faults.isDead = true
    },
    breakWrites(how) {
      ofAll((faults) => (faults.writes = how))
      return () => {
        ofAll((faults) => (faults.writes = null))
        return Promise.resolve()
      }
    },
    slowDown() {
      const waiting: (() => void)[] = []
      ofAll((faults) => (faults.waiting = waiting))
      return async (isLast = false) => {
        await expect.poll(() => waiting.length).toBe(1)
        if (isLast) ofAll((faults) => (faults.waiting = null))
        waiting.splice(0)[0]?.()
      }
    },
    async damage(stream, n) {
      await pool.query(
        `update event_groups set body = overlay(body placing 'X' from length(body) - 2 for 1)
         where stream = $1 and n = $2`,
        [stream, n],
      )
    },
    async remove(stream, n) {
      await pool.query('delete from event_groups where stream = $1 and n = $2', [stream, n])
    },
    async date(stream, at) {
      const { rows } = await pool.query<{ n: string; events: number; body: string }>(
        'select n, events, body from event_groups where stream = $1',
        [stream],
      )
      for (const { n, events, body } of rows) {
        const group = { stream, n: Number(n), events, at, body }
        await pool.query(
          'update event_groups set received_at = $3, checksum = $4 where stream = $1 and n = $2',
          [stream, n, new Date(at), checksumOf(group)],
        )
      }
    },
    async readSetAside() {
      const { rows } = await pool.query<{
        stream: string
        n: string
        reason: string
        event: string
      }>('select stream, n, reason, event from event_set_asides order by id')
      return rows.map(({ stream, n, reason, event }) => ({
        stream,
        n: Number(n),
        reason,
        event: JSON.parse(event) as unknown,
      }))
    },
  }
}
