/** Push next to the other nudges: home, statistics and email reports. */
import { expect, test } from 'vitest'
import { readPushSurface } from '#app/domain/push/push-surface.server.ts'
import { reportEmail } from '#app/emails/report-email.ts'
import { metrics } from '#app/domain/stats/definitions.ts'
import { loader as readHome } from '#app/routes/home.tsx'
import { loader as readOverview } from '#app/routes/statistics/overview.tsx'
import { storeCampaign, storeCounts, storeSubscriber } from '../../support/push/stored-push.ts'
import { createWorld } from '../../support/world.ts'

async function openShop() {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site()
  const { id: messageId } = await storeCampaign(world.services, site, { state: 'sent' })
  const day = (ago: number) =>
    new Date(world.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  const store = (ago: number, counts: object) =>
    storeCounts(world.services, site, { messageId, day: day(ago), ...counts })
  return { world, site, other, day, store }
}

test('home and statistics show the messages of their days, without the holdout group', async () => {
  const { world, site, store } = await openShop()
  await storeSubscriber(world.services, site)
  await store(1, { accepted: 5, shown: 4, clicked: 2, stopped: 1 })
  await store(1, { variant: 'holdout', accepted: 0, sends: 9 })
  await store(10, { accepted: 7, shown: 1, clicked: 1 })

  const home = await readHome(world.visit('/', { as: site.owner }))
  const { push } = await readOverview(world.visit('/statistics', { as: site.owner }))

  expect(home.push).toEqual({ subscribers: 1, accepted: 5, shown: 4, clicked: 2, stopped: 1 })
  expect(push).toEqual({ subscribers: 1, accepted: 12, shown: 5, clicked: 3, stopped: 1 })
})

test('a site without push has nothing of it on these screens', async () => {
  const { world, other, store } = await openShop()
  await store(1, { accepted: 5 })

  const home = await readHome(world.visit('/', { as: other.owner }))
  const { push } = await readOverview(world.visit('/statistics', { as: other.owner }))

  expect([home.push, push]).toEqual([null, null])
})

test('a report has one paragraph about push, in words that claim no more than devices report', async () => {
  const { world, site, day, store } = await openShop()
  await storeSubscriber(world.services, site)
  await store(1, { accepted: 5, shown: 4, clicked: 2 })
  const none = Object.fromEntries(metrics.map((metric) => [metric, 0])) as Record<
    (typeof metrics)[number],
    number
  >
  const period = { from: day(1), to: day(1) }
  const push = await readPushSurface(world.services, site.scope, period)
  const facts = { siteUuid: site.uuid, host: 'shop.example', zone: 'UTC' }
  const paragraphsOf = (found: typeof push) =>
    reportEmail({ ...facts, totals: none, before: none, push: found }, period, (path) => path)
      .paragraphs

  expect(paragraphsOf(push).at(-1)).toBe(
    'Push messages: 5 accepted by push services, 4 shown, 2 clicked\nMessages of campaigns and automations to 1 subscriber, by days in UTC. Not all devices report what they show.',
  )
  expect(paragraphsOf(push)).toHaveLength(paragraphsOf(null).length + 1)
})
