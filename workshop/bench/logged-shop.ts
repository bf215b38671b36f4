/** The built product that logs events first, and what its database has of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startNatsServers, type ClusterNats } from '../cluster/nats-servers.ts'
import type { ServedProcesses } from './rounds.ts'
import { openShop, type BenchShop } from './shop.ts'

/** Where events are logged. */
export const logs = ['file', 'postgres', 'nats'] as const
export type LogName = (typeof logs)[number]

/** `nats`: null for a log that isn't there. */
export type LoggedShop = BenchShop & { nats: ClusterNats | null }

/** @throws Error when there is no NATS server for the log in NATS */
export async function openLoggedShop(sites: number, log: LogName = 'file'): Promise<LoggedShop> {
  const wanted = { engine: 'postgres', sites } as const
  if (log !== 'nats') {
    return { ...(await openShop({ ...wanted, environment: { EVENT_LOG: log } })), nats: null }
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-bench-nats-'))
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    const nats = await startNatsServers(folder)
    if (!nats) throw new Error('There is no nats-server.')
    try {
      const shop = await openShop({
        ...wanted,
        environment: nats.environment,
      })
      return {
        ...shop,
        nats,
        async stop() {
          await shop.stop()
          await nats.stop()
          remove()
        },
      }
    } catch (error) {
      await nats.stop()
      throw error
    }
  } catch (error) {
    remove()
    throw error
  }
}

const pollMillis = 20

export const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Its log is empty when a round is over. All servers of the log count. */
export function servedLogged(shop: LoggedShop): ServedProcesses {
  const served = shop.served()
  const pids = [...served.pids, ...(shop.nats?.servers.map((server) => server.pid()) ?? [])]
  return { ...served, pids, settle: () => untilApplied(shop) }
}

/** @throws Error when the product can't be asked */
export async function untilApplied({ product: { baseUrl } }: BenchShop): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${baseUrl}/metrics`)).text()
    const lag = /^footfall_event_log_lag_events (\S+)$/m.exec(text)?.[1]
    if (lag === undefined) throw new Error('The product has no log of events.')
    if (Number(lag) === 0) return
    await pause(pollMillis)
  }
}

/** Runs work with a separate connection to the database of the shop. */
export async function withClient<Result>(
  { databaseUrl }: Pick<BenchShop, 'databaseUrl'>,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl ?? '' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** @returns the first column of the first row, as a number */
export async function readNumber(client: pg.Client, text: string, values: unknown[] = []) {
  const { rows } = await client.query<unknown[]>({ text, values, rowMode: 'array' })
  return Number(rows[0]?.[0])
}
