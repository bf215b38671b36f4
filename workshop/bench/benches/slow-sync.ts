/**
 * On a disk that takes 5 ms per sync, as cheap ones do: the product, compared with one INSERT per
 * request on the same PostgreSQL.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PostgresServer } from '#tests/support/postgres-server.ts'
import type { Bench } from '../bench.ts'
import { startFloor } from '../floor.ts'
import { atLeast, figuresOf, lineOf, skippedLine } from '../report-line.ts'
import { readSites, reportRequests } from '../requests.ts'
import { root } from '../root.ts'
import { alternateRounds, sideOf } from '../rounds.ts'
import { openShop, query } from '../shop.ts'

const about = { bench: 'slow-sync', database: 'postgres' }
const siteCount = 50
const connections = 256
const addedMicros = 5_000
const wantedP99 = 60

/** With few columns, so it isn't slow by design. */
const table = `create table bench_inserts (
  site uuid not null, id text not null, type text not null, nudge uuid, claim uuid,
  page text not null, received_at timestamptz not null);
create index on bench_inserts (site, received_at)`

export const slowSync: Bench = async (tools) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-bench-sync-'))
  const shim = path.join(folder, 'slow-sync.so')
  const compiled = compile(shim)
  if (compiled !== '') {
    rmSync(folder, { recursive: true })
    return [skippedLine(about, compiled)]
  }
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)

  const shop = await openShop({
    engine: 'postgres',
    sites: siteCount,
    prepare: (server) => restartSlow(server, shim),
  })
  try {
    await query(String(shop.databaseUrl), table)
    const insert = await startFloor({ kind: 'insert', databaseUrl: String(shop.databaseUrl) })
    const requests = reportRequests(await readSites(shop))
    const wanted = { connections, requests, expected: '"accepted"' }
    tools.printLine('slow-sync: product | one INSERT for each request')
    const pairs = await alternateRounds(tools, {
      product: sideOf(tools, shop.served(), wanted),
      floor: sideOf(tools, { ...insert, pids: [...insert.pids, shop.databasePid] }, wanted),
    })
    insert.stop()

    const figures = figuresOf(pairs, 'events/s')
    const verdict = atLeast(figures.ratio, 10)
    return [
      lineOf(about, {
        ...figures,
        goal: `${verdict.goal} and p99 <= ${String(wantedP99)} ms`,
        ok: verdict.ok && figures.p99 !== null && figures.p99 <= wantedP99,
        note: '+5 ms for each sync, 256 connections',
      }),
    ]
  } finally {
    await shop.stop()
    rmSync(folder, { recursive: true })
  }
}

/** @returns why it couldn't be compiled; empty on success */
function compile(shim: string): string {
  if (process.platform !== 'linux') return 'LD_PRELOAD works on Linux alone'
  const { status, error, stderr } = spawnSync(
    'gcc',
    ['-shared', '-fPIC', '-O2', '-o', shim, `${root}workshop/bench/slow-sync.c`, '-ldl'],
    { encoding: 'utf8' },
  )
  if (error) return `gcc did not run: ${error.message}`
  return status === 0 ? '' : `gcc failed: ${stderr.slice(0, 200)}`
}

/** The server takes our environment when it starts, and passes it on. */
async function restartSlow(server: PostgresServer, shim: string): Promise<void> {
  await server.stop()
  process.env.LD_PRELOAD = shim
  process.env.SLOWSYNC_US = String(addedMicros)
  try {
    await server.restart()
  } finally {
    delete process.env.LD_PRELOAD
    delete process.env.SLOWSYNC_US
  }
}
