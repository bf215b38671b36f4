/** Screens say that past data is being read from the moment of connecting until all of it was read, and not else. */
import { expect, test } from 'vitest'
import { pauseConnection } from '#app/domain/connections/manage-connections.server.ts'
import { createSmartWebhook } from '#app/domain/connections/smart-webhooks.server.ts'
import { readConnectOffer } from '#app/presenters/onboarding/connect-offer.server.ts'
import { readConnection } from '#app/presenters/integrations/connection.server.ts'
import { hourMillis, minuteMillis } from '#app/lib/time.ts'
import { createApprovedWorld } from '../../support/integrations/approved-shop.ts'
import { connectionOf, createConnectionWorld } from '../../support/integrations/connected-shop.ts'
import { createReviewPageWorld } from '../../support/integrations/review-page.ts'
import type { Served } from '../../support/serve.ts'
import type { TestSite } from '../../support/makers.ts'
import { wooRefusal } from '#workshop/doubles/shops/woo-server.ts'

type Seen = { served: Served; site: TestSite }

/** Sentences of a page about data that arrives. */
async function sentencesOf({ served, site }: Seen, path: string): Promise<string[]> {
  const response = await served.fetch(path, { headers: { Cookie: site.owner.cookie } })
  expect(response.status).toBe(200)
  const text = (await response.text()).replaceAll('<!-- -->', '').replaceAll('’', "'")
  const known = /Past data is being read|New data arrives automatically|Reading past data from \w+/g
  return text.match(known) ?? []
}

const pathOf = (uuid: string) => `/integrations/connections/${uuid}?connected`
const readingOf = (service: string) => [
  'Past data is being read',
  `Reading past data from ${service}`,
]
const read = ['New data arrives automatically']

test('a shop with webhooks, whose orders of before are listed', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.woo.placeOrder()
  const offer = () => readConnectOffer(world.services, world.site.scope, 'woocommerce')
  expect(await sentencesOf(world, pathOf(uuid))).toEqual(readingOf('WooCommerce'))
  expect(await offer()).toMatchObject({ connected: { isReadingPast: true } })

  // A list that fails is tried again, and the others are read meanwhile.
  world.woo.failBy(({ path }) =>
    path.endsWith('/orders') ? wooRefusal(400, 'rest_invalid_param') : undefined,
  )
  await world.pull()
  world.woo.heal()
  world.clock.advance(10 * minuteMillis)
  await world.pull()
  expect(await world.stored.activities()).toHaveLength(1)
  expect(await sentencesOf(world, pathOf(uuid))).toEqual(read)
  expect(await offer()).toMatchObject({ connected: { isReadingPast: false } })

  await pauseConnection(world.services, await connectionOf(world, uuid))
  expect(await sentencesOf(world, pathOf(uuid))).toEqual([])
  expect(await offer()).toMatchObject({
    connected: { health: { state: 'paused' }, isReadingPast: false },
  })
})

test('the time just before the next round is none of reading', async () => {
  const world = await createApprovedWorld()
  world.etsy.placeOrder()
  const uuid = await world.connect('etsy')
  expect(await sentencesOf(world, pathOf(uuid))).toEqual(readingOf('Etsy'))

  // Its requests of one second are soon used up.
  for (let minute = 0; minute < 3; minute += 1) {
    await world.pull()
    world.clock.advance(minuteMillis)
  }
  const due = (await world.stored.connection(uuid))?.pullDueAt?.getTime() ?? 0
  world.clock.advance(due - world.clock.now().getTime() - minuteMillis)

  expect(await world.stored.activities()).not.toEqual([])
  expect(await sentencesOf(world, pathOf(uuid))).toEqual(read)
})

test('a connection that was lost, or never answered, reads nothing', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  world.woo.failBy(() => ({ status: 503 }))
  for (let attempts = 0; attempts < 3; attempts += 1) {
    await world.pull()
    world.clock.advance(hourMillis)
  }
  expect(await sentencesOf(world, pathOf(uuid))).toEqual([])

  world.woo.heal()
  world.woo.revoke()
  await world.pull()
  expect((await world.stored.connection(uuid))?.state).toBe('lost')
  expect(await sentencesOf(world, pathOf(uuid))).toEqual([])
})

test('a page of reviews is read until the first job of the aggregator is listed', async () => {
  const world = await createReviewPageWorld()
  world.datashake.placeOrder()
  const uuid = await world.connectPage()
  const view = () =>
    readConnection(world.services, world.site.scope, { uuid, asked: null, mayChange: true })
  await world.pull()
  expect(await view()).toMatchObject({ isReadingPast: true })

  await world.pass(2)
  expect(await world.stored.activities()).toHaveLength(1)
  expect(await view()).toMatchObject({ isReadingPast: false })
})

test('ways in which only new data arrives say nothing of past data', async () => {
  const world = await createConnectionWorld()
  const made = await createSmartWebhook(world.services, world.site.scope, { name: 'Courses' })
  if (!made.ok) throw new Error('It was not created.')
  const pages = [
    `/integrations/smart-webhook/${made.uuid}/edit`,
    '/integrations/form_submissions',
    '/integrations/zapier',
    '/integrations/rest_api',
    '/integrations/javascript',
    '/integrations/wix',
  ]
  for (const page of pages) {
    expect([page, await sentencesOf(world, page)]).toEqual([page, []])
  }
})
