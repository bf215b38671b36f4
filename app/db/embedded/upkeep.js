/** Checkpoints and autovacuum, which a PostgreSQL server leaves to processes that the embedded engine doesn’t have. */
import { simpleQuery, textsIn } from './wire.js'

/** The lock of a backup, which keeps the log (backup/take-backup.server.ts). */
export const logKept = '7263403'

/** @typedef {{ everyMillis: number, walBytes: number }} Checkpoints */

/**
 * Takes turns with the clients.
 *
 * @typedef {{ join: (answer: (bytes: Uint8Array) => void) => { run: (bytes: Buffer) => void } }} Turns
 */

/** PostgreSQL's own limit is 1 GB or five minutes. @type {Checkpoints} */
const usualCheckpoints = { everyMillis: 60_000, walBytes: 64 * 1024 * 1024 }

/**
 * A server leaves checkpoints to a process that the engine doesn't have. Without any, the log grows until the
 * next start, which reads all of it. They take a turn like a client, and none is made while a backup holds
 * the lock (backup/take-backup.server.ts).
 *
 * @param {Turns} turns @param {Checkpoints} [checkpoints]
 */
export function startCheckpoints(turns, { everyMillis, walBytes } = usualCheckpoints) {
  const due = 'a checkpoint is due'
  const ask = simpleQuery(`select case when
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${String(walBytes)} and not exists (
      select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${logKept}
    ) then '${due}' end from pg_control_checkpoint()`)
  const checkpoint = simpleQuery('begin; set local role none; checkpoint; commit')
  const client = turns.join((answer) => {
    if (Buffer.from(answer).includes(due)) client.run(checkpoint)
  })
  const timer = setInterval(() => client.run(ask), everyMillis)
  return { stop: () => clearInterval(timer) }
}

/** As often as a server's autovacuum looks. */
const usualVacuumMillis = 60_000

/**
 * The tables in which enough has changed, by the thresholds of a server's autovacuum
 * (https://www.postgresql.org/docs/18/routine-vacuuming.html), each with what is due.
 */
const dueTables = `
  select format('%s %I.%I', case when not is_vacuum then 'analyze' when is_analyze then 'vacuum (analyze)'
    else 'vacuum' end, schemaname, name) as statement
  from (
    select schemaname, pg_class.relname as name,
      n_dead_tup > 50 + 0.2 * known or n_ins_since_vacuum > 1000 + inserted * known as is_vacuum,
      n_mod_since_analyze > 50 + 0.1 * known as is_analyze
    from pg_stat_user_tables join pg_class on pg_class.oid = relid
    cross join lateral (
      select greatest(reltuples, 0) as known, coalesce((
        select option_value::float from pg_options_to_table(reloptions)
        where option_name = 'autovacuum_vacuum_insert_scale_factor'
      ), 0.2) as inserted
    ) as counted
    where relkind = 'r'
  ) as changed
  where is_vacuum or is_analyze
  order by schemaname, name`

/**
 * A server leaves this to processes that the engine doesn't have: without it the space of deleted rows is never
 * used again, and the planner doesn't know how many rows a table has. Each table is a turn of its own. The
 * session's role has to be allowed to (`pg_maintain`).
 *
 * @param {Turns} turns @param {number} [everyMillis]
 */
export function startAutovacuum(turns, everyMillis = usualVacuumMillis) {
  /** @type {string[]} */
  let due = []
  const ask = simpleQuery(dueTables)
  const client = turns.join((answer) => {
    if (due.length === 0) due = textsIn(Buffer.from(answer))
    const statement = due.shift()
    if (statement !== undefined) client.run(simpleQuery(statement))
  })
  const timer = setInterval(() => {
    if (due.length === 0) client.run(ask)
  }, everyMillis)
  return { stop: () => clearInterval(timer) }
}
