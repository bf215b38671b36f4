/** Pages that report to the product. */
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { EventAnswer } from '#app/contract/pixel-events.ts'
import { hourlyEvents, pixelEvents } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import type { Services } from '#app/services.ts'
import { browser, newEventId, visitEvent } from '../pages.ts'
import { pause, type KillLoad, type KillWorld } from './kill-load.ts'

const senders = 4
const idsPerReport = 20

/** A page of the site. */
export const pageOf = ({ product: { baseUrl }, uuid, siteUrl }: KillWorld): Page => ({
  address: `${baseUrl}/api/pixel/${uuid}/events`,
  siteUrl,
})

type Page = { address: string; siteUrl: string }

/** Each report is repeated until it is acknowledged. */
export const eventLoad: KillLoad = {
  name: 'events',
  start(world) {
    const { siteId } = world.site
    const page = pageOf(world)
    const { acknowledged, stop } = startSenders(page)
    return Promise.resolve({
      acknowledged: () => acknowledged.size,
      stop,
      async verify(services) {
        const sent = [...acknowledged.keys()]
        const again = await send(page, sent.slice(-100))
        const stored = await readStored(services, siteId)
        expect(sent.filter((id) => !stored.ids.has(id))).toEqual([])
        expect(stored.ids.size).toBe(sent.length)
        expect(stored.counted).toBe(sent.length)
        expect(await recount(services)).toEqual([])
        expect([...acknowledged.values()].filter((outcome) => !isKnown(outcome))).toEqual([])
        expect(again?.map(({ outcome }) => outcome)).toEqual(Array(100).fill('duplicate'))
      },
    })
  },
}

/** A report whose response was lost in the kill may have been stored. */
const isKnown = (outcome: string) => outcome === 'accepted' || outcome === 'duplicate'

/** Pages that send reports until they are stopped, each report until it is acknowledged. */
export function startSenders(page: Page) {
  const acknowledged = new Map<string, string>()
  let isLoading = true
  let isGone = false

  async function sendUntilAcknowledged(ids: string[]): Promise<void> {
    while (!isGone) {
      const outcomes = await send(page, ids).catch(() => null)
      if (!outcomes) {
        await pause(50)
        continue
      }
      for (const { id, outcome } of outcomes) acknowledged.set(id ?? 'none', outcome)
      return
    }
  }

  const running = Array.from({ length: senders }, async () => {
    while (isLoading) await sendUntilAcknowledged(Array.from({ length: idsPerReport }, newEventId))
  })
  return {
    acknowledged,
    /** Resolves when every report that was started is acknowledged. */
    stop: async () => {
      isLoading = false
      await Promise.all(running)
    },
    /** Resolves when no one sends any more. Unacknowledged reports stay so. */
    giveUp: async () => {
      isGone = true
      isLoading = false
      await Promise.all(running)
    },
  }
}

/** Null when the report wasn't acknowledged, so its outcome is unknown. */
async function send(
  { address, siteUrl }: Page,
  ids: string[],
): Promise<EventAnswer['outcomes'] | null> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { Origin: siteUrl, 'User-Agent': browser, 'Content-Type': 'text/plain' },
    body: JSON.stringify({ events: ids.map((id) => visitEvent(id)) }),
  })
  return response.ok ? ((await response.json()) as EventAnswer).outcomes : null
}

/** Data that the product stored and counted for the site. */
export async function readStored({ db: { system } }: Services, siteId: number) {
  const isAccepted = eq(pixelEvents.outcome, 'accepted')
  const events = await system
    .select({ id: pixelEvents.id })
    .from(pixelEvents)
    .where(and(isAccepted, eq(pixelEvents.siteId, siteId)))
  const sums = await system
    .select({ total: hourlyEvents.total })
    .from(hourlyEvents)
    .where(eq(hourlyEvents.siteId, siteId))
  return {
    ids: new Set(events.map(({ id }) => id)),
    counted: sums.reduce((sum, { total }) => sum + total, 0),
  }
}
