/**
 * The database is lost and restored to an earlier backup, while two nodes or NATS have what came since in
 * their log: the drill of docs/operate.md, "Backup and restore". A log in the database is lost with it.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startSenders } from '#tests/support/kills/event-load.ts'
import { startPostgres, type PostgresServer } from '#tests/support/postgres-server.ts'
import { startProductServer, type ProductServer } from '#tests/support/product-server.ts'
import type { LogName } from '../bench/logged-shop.ts'
import { startNatsServers } from './nats-servers.ts'

export type Drilled = {
  /** Events that were acknowledged before the backup, and after it. */
  before: number
  after: number
  /** Acknowledged events that the restored database hadn't, before the nodes were back. */
  missing: number
  rows: number
  distinct: number
  hourly: number
  /** Acknowledged events that aren't stored. */
  lost: number
  /** Rows of an organization that was erased after the backup. */
  erasedRows: number
  /** Sums that differ from the raw events. */
  differences: number
}

type Options = {
  /** An empty folder. Stays as it is at the end. */
  folder: string
  log: LogName
  /** How many events are acknowledged before the backup, and after it. */
  events: number
  printLine: (line: string) => void
}

type Place = { server: PostgresServer; data: string; backup: string }

const pollMillis = 50

/** @throws Error when there is no NATS server for the log in NATS */
export async function drillRestore({ folder, log, ...wanted }: Options): Promise<Drilled> {
  const place = await startDatabase(folder)
  const nodes: ProductServer[] = []
  const nats = log === 'nats' ? await startNatsServers(path.join(folder, 'nats')) : null
  try {
    if (log === 'nats' && !nats) throw new Error('There is no nats-server.')
    const environment = { EVENT_LOG: log, ...nats?.environment }
    nodes.push(...(await startNodes(place.server.urlOf('footfall'), environment)))
    return await drill(place, nodes, { log, ...wanted })
  } finally {
    for (const node of nodes) await node.remove()
    await nats?.stop()
    await place.server.stop()
  }
}

async function startDatabase(folder: string): Promise<Place> {
  // The server may run as another user.
  chmodSync(folder, 0o755)
  const ofServer = path.join(folder, 'postgres')
  mkdirSync(ofServer)
  const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
  const server = await startPostgres(ofServer, durable)
  await query(server.urlOf('postgres'), 'create database footfall')
  return { server, data: path.join(ofServer, 'data'), backup: path.join(folder, 'backup') }
}

async function startNodes(
  databaseUrl: string,
  ofLog: Readonly<Record<string, string>>,
): Promise<ProductServer[]> {
  const environment = {
    APP_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'error',
    ...ofLog,
  }
  return Promise.all([1, 2].map(() => startProductServer({ databaseUrl, environment })))
}

type Wanted = Omit<Options, 'folder'>

async function drill(
  place: Place,
  nodes: readonly ProductServer[],
  { log, events, printLine }: Wanted,
): Promise<Drilled> {
  const databaseUrl = place.server.urlOf('footfall')
  const ann = await createSite(nodes, 'ann')
  const eve = await createSite(nodes, 'eve')
  const senders = nodes.flatMap((node) =>
    [ann, eve].map(({ pageOn }) => startSenders(pageOn(node))),
  )
  const acknowledged = () => senders.reduce((sum, one) => sum + one.acknowledged.size, 0)
  const until = async (count: number) => {
    while (acknowledged() < count) await pause()
  }
  await until(events)
  const before = acknowledged()
  await backUp(place)
  printLine(`Backed up after ${String(before)} acknowledged events, while pages report`)

  await nodes[0]?.cli('erase', '--kind', 'team', '--subject', String(eve.team))
  await until(before + events)
  for (const node of nodes) await node.kill9()
  for (const one of senders) await one.giveUp()
  const after = acknowledged() - before
  printLine(
    `An organization erased and ${String(after)} events acknowledged. Database and nodes lost`,
  )

  await restore(place)
  const readIds = async () => new Set(await query(databaseUrl, 'select id from pixel_events'))
  // Those of the erased organization are the other half.
  const sent = senders
    .filter((_one, nth) => nth % 2 === 0)
    .flatMap((one) => [...one.acknowledged.keys()])
  const inBackup = await readIds()
  const missing = sent.filter((id) => !inBackup.has(id)).length
  printLine(`Restored. ${String(missing)} acknowledged events are missing`)
  const began = performance.now()
  for (const node of nodes) await node.restart()
  if (log === 'file') for (const { dataDir } of nodes) await untilApplied(databaseUrl, dataDir)
  else await untilShared(databaseUrl, { nodes: nodes.length, sent: log === 'nats' ? sent : [] })
  printLine(`Logs applied after ${((performance.now() - began) / 1_000).toFixed(1)} s`)

  const { differences } = (await nodes[0]?.cli('recount')) ?? {}
  const ids = await readIds()
  const [rows = 0] = await query(databaseUrl, 'select count(*) from pixel_events')
  const [hourly = 0] = await query(databaseUrl, 'select sum(total) from hourly_events')
  const [erasedRows = 0] = await query(
    databaseUrl,
    `select (select count(*) from pixel_events where team_id = ${String(eve.team)})
      + (select count(*) from teams where id = ${String(eve.team)})`,
  )
  return {
    before,
    after,
    missing,
    rows: Number(rows),
    distinct: ids.size,
    hourly: Number(hourly),
    lost: sent.filter((id) => !ids.has(id)).length,
    erasedRows: Number(erasedRows),
    differences: Array.isArray(differences) ? differences.length : Number.NaN,
  }
}

async function createSite([node]: readonly ProductServer[], name: string) {
  const siteUrl = `https://${name}.example`
  const created = await node?.cli(
    ...['create-account', '--email', `owner@${name}.example`],
    ...['--password', 'correct horse battery', '--site-url', siteUrl],
  )
  const uuid = String(created?.['site'])
  return {
    team: Number(created?.['team']),
    pageOn: ({ baseUrl }: ProductServer) => ({
      address: `${baseUrl}/api/pixel/${uuid}/events`,
      siteUrl,
    }),
  }
}

/** As pg_basebackup does it: https://www.postgresql.org/docs/15/continuous-archiving.html */
async function backUp({ server, data, backup }: Place): Promise<void> {
  const client = new pg.Client({ connectionString: asSuperuser(server.urlOf('postgres')) })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('drill', true)`)
    copy(data, backup)
    const { rows } = await client.query<{ labelfile: string }>(
      'select * from pg_backup_stop(false)',
    )
    writeFileSync(path.join(backup, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  // The log up to the end of the backup.
  rmSync(path.join(backup, 'pg_wal'), { recursive: true })
  copy(path.join(data, 'pg_wal'), path.join(backup, 'pg_wal'))
  rmSync(path.join(backup, 'postmaster.pid'), { force: true })
  const { uid, gid } = statSync(data)
  chownSync(path.join(backup, 'backup_label'), uid, gid)
}

/** Files that the server removes meanwhile aren't needed. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  const failed = stderr.split('\n').filter((line) => line && !line.includes('No such file'))
  if (status !== 0 && failed.length > 0) throw new Error(failed.join('\n'))
}

/** The machine with the database is lost, and another one gets the backup. */
async function restore({ server, data, backup }: Place): Promise<void> {
  await server.crash()
  rmSync(data, { recursive: true })
  renameSync(backup, data)
  await server.restart()
}

const asSuperuser = (url: string) => url.replace('footfall_owner@', 'postgres@')

/** @returns the first column */
async function query<Value = string>(url: string, text: string): Promise<Value[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Value[]>({ text, rowMode: 'array' })
    return rows.flatMap(([value]) => (value === undefined ? [] : [value]))
  } finally {
    await client.end()
  }
}

/** Each folder of a log is a stream, and those of processes that ended are applied to their end. */
async function untilApplied(databaseUrl: string, dataDir: string): Promise<void> {
  const folders = () =>
    readdirSync(path.join(dataDir, 'event-log'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
  for (;;) {
    const ended = new Set(
      await query(databaseUrl, 'select id from event_streams where ended_at is not null'),
    )
    if (folders().every(({ name }) => ended.has(name))) return
    await pause()
  }
}

/** Longer than nodes take to find streams that the database doesn’t know. */
const sharedMillis = 150_000

/** Only the running processes have rows that are open, and events are there that the log has. */
async function untilShared(
  databaseUrl: string,
  { nodes, sent }: { nodes: number; sent: readonly string[] },
): Promise<void> {
  const giveUpAt = performance.now() + sharedMillis
  while (performance.now() < giveUpAt) {
    const [open = 0] = await query(
      databaseUrl,
      'select count(*) from event_streams where ended_at is null',
    )
    const ids = new Set(await query(databaseUrl, 'select id from pixel_events'))
    if (Number(open) <= nodes && sent.every((id) => ids.has(id))) return
    await pause()
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pollMillis))
