/** The built product that logs events first, and what its database has of them. */
import pg from 'pg'
import type { ServedProcesses } from './rounds.ts'
import { openShop, type BenchShop } from './shop.ts'

export const openLoggedShop = (sites: number): Promise<BenchShop> =>
  openShop({ engine: 'postgres', sites, environment: { EVENT_LOG: 'file' } })

const pollMillis = 20

export const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Its log is empty when a round is over. */
export const servedLogged = (shop: BenchShop): ServedProcesses => ({
  ...shop.served(),
  settle: () => untilApplied(shop),
})

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
