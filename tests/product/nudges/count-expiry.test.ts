/** When a count expires, and what counting costs. */
import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { NudgeType } from '#app/contract/nudges.ts'
import { activities } from '#app/db/schema/index.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { openNudgeShop, type NudgeShop } from '../../support/nudge-shop.ts'

const productUrl = 'https://shop.example/products/kettle'

type Counted = {
  type: NudgeType
  fact: Parameters<NudgeShop['store']>[0]
  text: RegExp
}

const counted: Counted[] = [
  { type: 'purchases', fact: {}, text: /^(\d+) orders? at shop/ },
  { type: 'conversions', fact: { kind: 'signup' }, text: /^(\d+) sign-ups?/ },
  { type: 'reviews', fact: { kind: 'review', stars: 4 }, text: /· (\d+) reviews?$/ },
  { type: 'selling_out', fact: { productUrl }, text: /^(\d+)$/ },
]

/** The number and its expiry, as the page reads them; null without one. */
async function readShownCounts({ shown }: NudgeShop, text: RegExp) {
  const items = (await shown())?.items ?? []
  const stated = items.flatMap(({ title, text: sentence, count, until }) => {
    const given = count ? [String(count.totals?.['/products/kettle'])] : [sentence, title]
    const number = given.flatMap((words) => text.exec(words)?.[1] ?? [])[0]
    return number === undefined || until === undefined ? [] : [{ number: Number(number), until }]
  })
  return stated[0] ?? null
}

const query = (seconds: number) => ({ ago: seconds, minimum: 1, javascript: true as const })

test.each(counted)('$type: true at every moment at which it shows', async (asked) => {
  const { type, fact, text } = asked
  const shop = await openNudgeShop()
  const seconds = 6 * 3600
  await shop.publish({ type, query: query(seconds) })
  await shop.store({ ...fact, ago: dayMillis })
  const { db, now } = shop.services
  const old = eq(activities.kind, fact?.kind ?? 'purchase')
  let wasShown = 0

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: seconds * 1000 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: hourMillis }),
      async (agos, later) => {
        shop.waitForCounts()
        shop.world.clock.advance(later)
        await db.system.delete(activities).where(old)
        await shop.store({ ...fact, ago: dayMillis })
        for (const ago of agos) await shop.store({ ...fact, ago })

        const stated = await readShownCounts(shop, text)

        if (!stated) return
        wasShown += 1
        const last = stated.until * 1000 - 1
        const ahead = last - now().getTime()
        expect(ahead).toBeGreaterThan(15 * 60_000 - 1_000)
        expect(ahead).toBeLessThan(30 * 60_000)
        const then = agos.filter((ago) => ago + ahead < seconds * 1000)
        expect(stated.number).toBe(then.length)
      },
    ),
    { numRuns: 15 },
  )
  expect(wasShown).toBeGreaterThan(0)
})

test('an item about one activity ends when the activity leaves the window', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'purchase', query: { ago: 3600 } })
  await shop.store({ ago: 3_000_000 })

  const item = (await shop.shown())?.items[0]

  const boughtAt = shop.world.clock.now().getTime() / 1000 - 3000
  expect(item).toMatchObject({ at: boughtAt, until: boughtAt + 3600 })
})

/** Counts queries that sum up activities from now on. */
function watchSums() {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  return () =>
    asked.mock.calls.filter(([query]) => {
      const text = typeof query === 'string' ? query : (query as { text?: string } | null)?.text
      return /(?:count|sum)\(.*from "activities"|select "id" from "activities"/s.test(text ?? '')
    }).length
}

test.each<[NudgeType, number]>([
  ['purchases', 3],
  ['conversions', 2],
  ['reviews', 1],
  ['selling_out', 1],
])('%s: twenty payloads in five seconds add up once', async (type, statements) => {
  const shop = await openNudgeShop()
  await shop.publish({ type, query: query(7 * 86_400) })
  for (const ago of [61 * dayMillis, 60_000]) {
    await shop.store({ productUrl, ago })
    await shop.store({ kind: 'signup', ago })
    await shop.store({ kind: 'review', stars: 5, ago })
  }
  const sums = watchSums()

  for (let payload = 0; payload < 20; payload += 1) {
    await shop.store({ productUrl })
    await shop.payload()
    shop.world.clock.advance(200)
  }
  const kept = sums()
  shop.world.clock.advance(1_000)
  await shop.payload()

  expect([kept, sums()]).toEqual([statements, 2 * statements])
})

const step = fc.record({
  kind: fc.constantFrom('sell', 'sell', 'take back', 'erase', 'tell', 'tell'),
  which: fc.nat(20),
  millis: fc.nat(4_000),
})

test('a nudge never shows more than there is, whatever is sold, refunded or erased in between', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'purchases', query: query(86_400) })
  const { db } = shop.services
  let stated = 0

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await db.system.delete(activities)
      await shop.store({ ago: 3 * dayMillis })
      const ids: number[] = [await shop.store(), await shop.store()]
      await shop.shown()
      for (const { kind, which, millis } of steps) {
        shop.world.clock.advance(millis)
        if (kind === 'sell') ids.push(await shop.store())
        else if (kind === 'tell') {
          const number = (await readShownCounts(shop, /^(\d+) orders? at/))?.number ?? 0
          expect(number).toBeLessThanOrEqual(ids.length)
          stated = Math.max(stated, number)
        } else {
          const [id] = ids.splice(which % (ids.length || 1), 1)
          const gone = eq(activities.id, id ?? 0)
          if (kind === 'erase') await db.system.delete(activities).where(gone)
          else await db.system.update(activities).set({ isShowable: false }).where(gone)
        }
      }
    }),
    { numRuns: 15 },
  )
  expect(stated).toBeGreaterThan(1)
})
