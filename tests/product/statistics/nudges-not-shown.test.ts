/** Each nudge says what held it back most often, with the way to change it. */
import { expect, test } from 'vitest'
import { loader as notShown } from '#app/routes/statistics/not-shown.tsx'
import { eventRow, store } from '../../support/stored-events.ts'
import { hostileName, openShop, type Shop } from './statistics-shop.ts'

const read = ({ world, site }: Shop, query = '') =>
  notShown(world.visit(`/statistics/not-shown?${query}`, { as: site.owner }))

async function storeOutcomes({ world, site, nudgeIds }: Shop) {
  const receivedAt = world.services.now()
  const [first = null, second = null] = nudgeIds
  const held = { receivedAt, type: 'not_shown' as const }
  await store(world.services, [
    eventRow(site, { ...held, nudge: first, reason: 'below_minimum', amount: 3 }),
    eventRow(site, { ...held, nudge: first, reason: 'capped', amount: 5 }),
    eventRow(site, { receivedAt, type: 'impression', nudge: first }),
    eventRow(site, { receivedAt, type: 'impression', nudge: first }),
    eventRow(site, { receivedAt, type: 'impression', nudge: second }),
    // About the whole page, not one nudge.
    eventRow(site, { ...held, reason: 'holdout', amount: 7 }),
  ])
}

test('most checks first, each with its most frequent reason and what to do', async () => {
  const shop = await openShop()
  await storeOutcomes(shop)

  const { nudges, evaluations } = await read(shop)

  expect(nudges).toMatchObject([
    {
      name: hostileName,
      evaluations: 10,
      shown: 2,
      main: {
        name: 'Frequency limit reached',
        times: 5,
        fix: { label: 'Change display settings', to: '/site-settings/timing' },
      },
    },
    { name: 'Visitors now', evaluations: 1, shown: 1, main: null },
  ])
  // The nudges' checks and those of whole pages are all checks.
  expect(nudges.reduce((all, one) => all + one.evaluations, 7)).toBe(evaluations)
})

test('one nudge has its own reasons instead, and a stranger sees none', async () => {
  const shop = await openShop()
  await storeOutcomes(shop)
  const [first] = (await read(shop)).nudges
  const stranger = await shop.world.site()

  const ofNudge = await read(shop, `nudge=${String(first?.uuid)}`)
  const seen = await notShown(shop.world.visit('/statistics/not-shown', { as: stranger.owner }))

  expect(ofNudge.nudges).toEqual([])
  expect(ofNudge.evaluations).toBe(10)
  expect(seen.nudges).toEqual([])
})
