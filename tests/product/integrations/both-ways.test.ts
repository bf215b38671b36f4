/**
 * Orders that arrive by webhook and by backfill at the same time: each is one activity, counted once, in the
 * newest state that either way reported. `npm run bench -- connections-both-ways` does it with 50,000.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countExpiry } from '#app/contract/count-expiry.ts'
import { goalConversions } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { dayMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'
import {
  changingOrders,
  listedOrder,
  mergedOrders,
  type OrderVersion,
} from '../../support/integrations/changing-orders.ts'
import { createConnectionWorld } from '../../support/integrations/connected-shop.ts'
import { readShown } from '../../support/integrations/shown-reviews.ts'
import { storeNudge } from '../../support/nudges.ts'

const count = 200
/** More than the requests of the backfill, so that changes and webhooks go on after it. */
const moments = 20
const countedSeconds = (30 * dayMillis) / secondMillis

/** A connected shop whose orders go on changing, and whatever it has reported so far. */
async function openChangingShop(seed: number) {
  const world = await createConnectionWorld()
  const { services, site, woo, clock, stored } = world
  await storeNudge(services, site, { type: 'purchases', query: { ago: countedSeconds } })
  await createGoal(services, site.scope, {
    kind: 'order',
    name: 'Orders',
    is_active: true,
    is_repeatable: false,
  })
  const connectedAt = clock.now()
  const versions = changingOrders({ seed, count, moments, connectedAt })
  const reported = new Set<OrderVersion>()
  const processing: Promise<void>[] = []
  let moment = 0

  const change = () => {
    for (const version of versions.filter(({ changedIn }) => changedIn === moment)) {
      woo.orders.set(version.id, listedOrder(version))
    }
  }

  async function pass(): Promise<void> {
    moment += 1
    clock.advance(secondMillis)
    change()
    const due = versions
      .flatMap((one) => one.deliveredIn.filter((at) => at === moment).map(() => one))
      .toSorted((one, other) => mixedPlace(one) - mixedPlace(other))
    await Promise.all(due.map((one) => woo.deliver('order.updated', listedOrder(one))))
    for (const one of due) reported.add(one)
    // Goes on while the shop answers, and while its page is stored.
    if (moment % 2 === 0) processing.push(world.process())
  }

  const passBeforeEachAnswer = () => {
    woo.beforeNext(async () => {
      if (moment === moments) return
      passBeforeEachAnswer()
      await pass()
    })
  }

  const noteListed = () => {
    const byName = new Map(versions.map((version) => [nameOf(listedOrder(version)), version]))
    for (const { path, json } of woo.answered.splice(0)) {
      if (!path.endsWith('/orders')) continue
      for (const row of json as Listed[]) {
        const version = byName.get(nameOf(row))
        if (version) reported.add(version)
      }
    }
  }

  change()
  const uuid = await world.connect()
  return {
    ...world,
    versions,
    reported,

    /** @returns the moment in which everything was read for the first time */
    async backfill() {
      passBeforeEachAnswer()
      await world.pull()
      noteListed()
      const readIn = moment
      while (moment < moments) await pass()
      await Promise.all(processing)
      await world.process()
      return readIn
    },

    async readAgain() {
      clock.advance(16 * minuteMillis)
      await world.pull()
      noteListed()
    },

    /** Everything that is stored and counted of orders. */
    async counts() {
      const hits = await services.db.system
        .select({ key: goalConversions.uniqueKey })
        .from(goalConversions)
        .where(eq(goalConversions.siteId, site.scope.siteId))
      const connection = await stored.connection(uuid)
      return {
        orders: (await stored.activities())
          .map((row) => ({
            id: row.externalId,
            state: row.state,
            isShowable: row.isShowable,
            firstName: row.firstName,
            productTitle: row.productTitle,
            paidAt: row.isConfirmed ? row.occurredAt : null,
          }))
          .toSorted((one, other) => Number(one.id) - Number(other.id)),
        conversions: hits.map(({ key }) => key).toSorted(),
        shown: (await readShown(world)).map(({ text }) => /^[\d,]+/.exec(text)?.[0]),
        stored: connection?.stored,
        skipped: connection?.skipped,
        problem: connection?.problem,
        undone: (await stored.deliveries()).filter(({ state }) => state !== 'done'),
        differences: await recount(services),
      }
    },

    /** The same from the reports alone. */
    expectedCounts() {
      const orders = mergedOrders(reported)
      const until = countExpiry(countedSeconds, clock.now())
      const since = until.getTime() - countedSeconds * secondMillis
      const isCounted = orders.filter(
        ({ isShowable, paidAt }) => isShowable && (paidAt?.getTime() ?? 0) > since,
      )
      return {
        orders,
        conversions: orders
          .filter(({ paidAt }) => paidAt !== null && paidAt >= connectedAt)
          .map(({ id }) => `order:${id}`)
          .toSorted(),
        shown: [isCounted.length.toLocaleString('en-US')],
        stored: orders.length,
        skipped: 0,
        problem: null,
        undone: [],
        differences: [],
      }
    },
  }
}

type Listed = { id: number; date_modified_gmt: string }

const nameOf = ({ id, date_modified_gmt: changed }: Listed) => `${String(id)} ${changed}`

/** Webhooks don't arrive in the order of the list. */
const mixedPlace = ({ id, changedIn }: OrderVersion) => ((id + changedIn) * 7919) % 1009

test.each([1, 2])(
  'orders that arrive by webhook and by backfill at the same time count once, in their newest state (%i)',
  async (seed) => {
    const shop = await openChangingShop(seed)

    const readIn = await shop.backfill()

    // Webhooks came before their order’s page, while it was read, and after the last page.
    expect(readIn).toBeGreaterThan(count / 100)
    expect(readIn).toBeLessThan(moments - 5)
    expect(await shop.counts()).toEqual(shop.expectedCounts())

    await shop.readAgain()

    // The next reading has what lost webhooks didn’t report.
    const last = new Map(shop.versions.map((version) => [version.id, version]))
    expect([...last.values()].filter((version) => !shop.reported.has(version))).toEqual([])
    expect(await shop.counts()).toEqual(shop.expectedCounts())
  },
)
