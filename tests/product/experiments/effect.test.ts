import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { goals } from '#app/db/schema/index.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import { readEffect } from '#app/domain/stats/effect/read-effect.server.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { provenSite } from '#app/domain/prove-scope.ts'
import type { TestSite } from '../../support/makers.ts'
import { eventRow, liftLimits, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

async function openShop(options: { holdout: number }) {
  const world = await createWorld()
  const site = await world.site({ options })
  await liftLimits(world.services)
  return { world, site, window: { from: world.services.now(), to: inDays(world, 30) } }
}

const inDays = ({ services }: World, days: number) =>
  new Date(services.now().getTime() + days * dayMillis)

type Wanted = { arm: 'shown' | 'holdout' | 'none'; visitors: number; converters: number }

/** Visitors now, some of whom reach a goal. */
async function receive({ services }: World, { scope, ...site }: TestSite, wanted: Wanted) {
  const receivedAt = services.now()
  const times = { createdAt: receivedAt, updatedAt: receivedAt }
  const { teamId, siteId } = scope
  const [goal] = await services.db.system
    .insert(goals)
    .values({ ...times, teamId, siteId, name: 'Order', kind: 'order', isRepeatable: false })
    .returning({ id: goals.id })
  const rows: EventRow[] = []
  for (let at = 0; at < wanted.visitors; at += 1) {
    const about = { receivedAt, arm: wanted.arm, visitor: randomBytes(16) }
    rows.push(eventRow({ scope, ...site }, about))
    if (!goal || at >= wanted.converters) continue
    const reached = { goalId: goal.id, uniqueKey: `order:${String(at)}` }
    rows.push(
      eventRow(
        { scope, ...site },
        {
          ...about,
          type: 'goal',
          goal: { ...reached, amountCents: null, currency: null },
        },
      ),
    )
  }
  await store(services, rows)
}

test('without a holdout group no experiment runs', async () => {
  const { world, site, window } = await openShop({ holdout: 0 })
  await receive(world, site, { arm: 'none', visitors: 3, converters: 1 })

  expect(await readEffect(world.services, site.scope, window)).toEqual({ kind: 'no_experiment' })
})

test('not enough data yet is an answer, with what is missing', async () => {
  const { world, site, window } = await openShop({ holdout: 10 })
  await receive(world, site, { arm: 'shown', visitors: 90, converters: 3 })
  await receive(world, site, { arm: 'holdout', visitors: 10, converters: 0 })

  const effect = await readEffect(world.services, site.scope, window)

  expect(effect).toMatchObject({
    kind: 'compared',
    unit: 'day, or once per month with consent',
    holdoutPercent: 10,
    arms: {
      shown: { visitors: 90, converters: 3 },
      holdout: { visitors: 10, converters: 0 },
    },
    sampleRatio: { isAlarming: false, measured: 0.1 },
    comparison: { kind: 'not_enough_data', missing: { holdout: { converters: 25 } } },
  })
})

test('with enough of both kinds in both arms there is an estimate with an interval', async () => {
  const { world, site, window } = await openShop({ holdout: 50 })
  await receive(world, site, { arm: 'shown', visitors: 600, converters: 240 })
  await receive(world, site, { arm: 'holdout', visitors: 600, converters: 60 })

  const effect = await readEffect(world.services, site.scope, window)

  expect(effect).toMatchObject({
    kind: 'compared',
    comparison: {
      kind: 'estimate',
      rates: { shown: 0.4, holdout: 0.1 },
      lift: { value: expect.closeTo(3) as number },
      isConclusive: true,
    },
  })
})

test('no effect is reported while the group sizes don’t match', async () => {
  const { world, site, window } = await openShop({ holdout: 50 })
  await receive(world, site, { arm: 'shown', visitors: 600, converters: 240 })
  await receive(world, site, { arm: 'holdout', visitors: 300, converters: 60 })

  const effect = await readEffect(world.services, site.scope, window)

  expect(effect).toMatchObject({ kind: 'untrusted', sampleRatio: { isAlarming: true } })
  expect(effect).not.toHaveProperty('comparison')
})

test('days on which another percentage held count in no arm, the day of the change among them', async () => {
  const { world, site, window } = await openShop({ holdout: 50 })
  await receive(world, site, { arm: 'holdout', visitors: 40, converters: 0 })
  await changeOptions(world.services, site.scope, { holdout: 20 })
  await receive(world, site, { arm: 'shown', visitors: 3, converters: 0 })
  world.clock.advance(dayMillis)
  await receive(world, site, { arm: 'shown', visitors: 8, converters: 0 })
  await receive(world, site, { arm: 'holdout', visitors: 2, converters: 0 })

  const effect = await readEffect(world.services, site.scope, window)

  expect(effect).toMatchObject({
    kind: 'compared',
    holdoutPercent: 20,
    window: { from: new Date('2026-03-03') },
    arms: { shown: { visitors: 8 }, holdout: { visitors: 2 } },
  })
})

test('days outside of the window and visitors of other sites count in no arm', async () => {
  const { world, site, window } = await openShop({ holdout: 10 })
  await receive(world, site, { arm: 'shown', visitors: 5, converters: 0 })
  await receive(world, await world.site(), { arm: 'shown', visitors: 7, converters: 0 })
  world.clock.advance(31 * dayMillis)
  await receive(world, site, { arm: 'shown', visitors: 9, converters: 0 })

  const effect = await readEffect(world.services, site.scope, window)

  expect(effect).toMatchObject({ arms: { shown: { visitors: 5 }, holdout: { visitors: 0 } } })
})

test("another team reads no visitors with the site's own number", async () => {
  const { world, site, window } = await openShop({ holdout: 10 })
  await receive(world, site, { arm: 'shown', visitors: 5, converters: 0 })
  const other = await world.team()
  const forged = provenSite(other.scope, { ...site.scope, id: site.scope.siteId, uuid: site.uuid })

  const effect = await readEffect(world.services, forged, window)

  expect(effect).toMatchObject({ arms: { shown: { visitors: 0 } } })
})
