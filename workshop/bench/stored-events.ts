/** Compares what the database has of events with what was acknowledged. */
import { checkDays } from '#app/domain/events/check-days.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { readNumber, withClient } from './logged-shop.ts'
import type { BenchShop } from './shop.ts'

export type StoredEvents = {
  rows: number
  distinct: number
  /** Acknowledged events that aren't stored. */
  lost: number
  hourly: number
  /** Rows that use a unit of a plan, and the units that meters have. */
  billed: number
  metered: number
  /** Sums of hours and months that differ from the raw events, and of days that differ from their hours. */
  differences: number
}

/** Call it when nothing is sent or applied any more. */
export function readStoredEvents(
  shop: BenchShop,
  acknowledged: Iterable<string>,
): Promise<StoredEvents> {
  return withClient(shop, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from pixel_events')
    const stored = new Set(rows.map(({ id }) => id))
    let lost = 0
    for (const id of acknowledged) if (!stored.has(id)) lost += 1
    const differences = await shop.withServices(async (services) => [
      ...(await recount(services)),
      ...(await checkDays(services, { since: new Date(0) })),
    ])
    return {
      rows: rows.length,
      distinct: stored.size,
      lost,
      hourly: await readNumber(client, 'select sum(total) from hourly_events'),
      billed: await readNumber(client, 'select count(*) from pixel_events where is_billed'),
      metered: await readNumber(
        client,
        `select sum(case metered_by when 'visitors' then visitors else impressions end) from meters`,
      ),
      differences: differences.length,
    }
  })
}

/** Sentences about everything that isn't as it was acknowledged; empty when all is. */
export function findWrong(stored: StoredEvents): string[] {
  const { rows, distinct, lost, hourly, billed, metered, differences } = stored
  const wrong: string[] = []
  if (lost > 0) wrong.push(`${String(lost)} acknowledged events are lost.`)
  if (rows !== distinct) wrong.push('An event is stored twice.')
  if (hourly !== distinct) {
    wrong.push(`The hourly sums are ${String(hourly)} for ${String(distinct)} events.`)
  }
  if (metered !== billed) {
    wrong.push(`${String(metered)} units are metered for ${String(billed)}.`)
  }
  if (differences > 0) wrong.push(`${String(differences)} sums differ.`)
  return wrong
}
