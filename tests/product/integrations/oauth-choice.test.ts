/** Eventbrite, Mailchimp and Google Business Profile: approved by logins that may cover several accounts. */
import { expect, test } from 'vitest'
import { sweepConnections } from '#app/domain/connections/manage-connections.server.ts'
import { connectionDeliveriesJob } from '#app/jobs/deliveries.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import {
  createApprovedWorld,
  type ApprovedWorld,
} from '../../support/integrations/approved-shop.ts'

const google = 'google_my_business_reviews'

const open = async ({ served, site }: ApprovedWorld, path: string, cookie = site.owner.cookie) => {
  const response = await served.fetch(path, { headers: { Cookie: cookie } })
  const text = (await response.text()).replaceAll('<!-- -->', '')
  return { status: response.status, text }
}

type Choosing = { uuid: string; account: string; cookie?: string }

async function choose(
  { served, site }: ApprovedWorld,
  name: string,
  { uuid, account, cookie = site.owner.cookie }: Choosing,
) {
  const response = await served.fetch(`/integrations/${name}`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams({ choose: uuid, account }),
    redirect: 'manual',
  })
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
  }
}

/** Two locations; the person is asked for one. @returns the uuid of the connection that waits */
async function approveTwo(world: ApprovedWorld): Promise<string> {
  world.google.locations.push({
    name: 'locations/5002',
    title: 'Ash Bakery',
    storefrontAddress: { locality: 'Dallas' },
  })
  const { location } = await world.arrive(await world.choose(await world.begin(google)))
  const uuid = /^\/integrations\/google_my_business_reviews\?choose=([\w-]{36})$/.exec(
    location ?? '',
  )?.[1]
  if (uuid === undefined) throw new Error(`It led to ${String(location)}.`)
  return uuid
}

test('Eventbrite: orders arrive by webhook and by pull, and invented ones don’t', async () => {
  const world = await createApprovedWorld()
  const { eventbrite } = world
  const before = eventbrite.placeOrder()
  const uuid = await world.connect('eventbrite')

  expect(await world.stored.connection(uuid)).toMatchObject({
    state: 'active',
    account: '700123',
    label: 'Oak Pottery',
  })
  await world.pull()
  const placed = eventbrite.placeOrder()
  expect(await eventbrite.deliver('order.placed', placed.id)).toEqual([200])
  // Someone who learned the address names an order that isn't there.
  expect(await eventbrite.deliver('order.placed', 999_999)).toEqual([200])
  await connectionDeliveriesJob.run(world.services, {})

  expect(await world.stored.activities()).toMatchObject([
    { kind: 'purchase', externalId: `eventbrite-${before.id}`, firstName: 'Jane' },
    { kind: 'purchase', externalId: `eventbrite-${placed.id}` },
  ])

  eventbrite.refund(placed.id)
  await eventbrite.deliver('order.refunded', placed.id)
  await connectionDeliveriesJob.run(world.services, {})
  const refunded = (await world.stored.activities()).find(
    ({ externalId }) => externalId === `eventbrite-${placed.id}`,
  )
  expect(refunded?.isShowable).toBe(false)
})

test('Mailchimp: a new subscriber arrives, leaves, and comes back', async () => {
  const world = await createApprovedWorld()
  const { mailchimp } = world
  const uuid = await world.connect('mailchimp')
  expect(await world.stored.connection(uuid)).toMatchObject({
    account: 'us6-a6b5da1054',
    label: 'Oak Letter',
  })
  const { email, id } = mailchimp.subscribe('ann@shop.example')

  expect(await mailchimp.deliver('subscribe', email)).toEqual([200])
  await connectionDeliveriesJob.run(world.services, {})
  expect(await world.stored.activities()).toMatchObject([
    { kind: 'signup', externalId: `mailchimp-${id}`, isShowable: true, country: 'US' },
  ])

  world.clock.advance(hourMillis)
  mailchimp.unsubscribe(email)
  await mailchimp.deliver('unsubscribe', email)
  await connectionDeliveriesJob.run(world.services, {})
  expect(await world.stored.activities()).toMatchObject([{ isShowable: false }])

  world.clock.advance(hourMillis)
  mailchimp.subscribe(email)
  await world.pull()
  expect(await world.stored.activities()).toMatchObject([{ isShowable: true }])
})

test('Google: the only location is connected, and its token is renewed', async () => {
  const world = await createApprovedWorld()
  world.google.placeOrder()
  const uuid = await world.connect(google)
  expect(await world.stored.connection(uuid)).toMatchObject({
    account: 'locations/5001',
    label: 'Oak Pottery',
  })
  await world.pull()
  world.clock.advance(2 * hourMillis)
  world.google.placeOrder()
  await world.pull()

  expect(world.google.desk.count.refreshes).toBe(1)
  expect(await world.stored.activities()).toMatchObject([
    { kind: 'review', firstName: 'Jane' },
    { kind: 'review' },
  ])
})

test('the person chooses one of several locations, and only its reviews arrive', async () => {
  const world = await createApprovedWorld()
  const uuid = await approveTwo(world)
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'pending' })

  const page = await open(world, `/integrations/${google}?choose=${uuid}`)
  expect(page.text).toContain('Choose your location')
  expect(page.text).toContain('Oak Pottery, Austin')
  expect(page.text).toContain('Ash Bakery, Dallas')
  expect(page.text).not.toMatch(/access-|refresh-/)

  const none = await choose(world, google, { uuid, account: '' })
  expect(none.status).toBe(422)
  expect(none.text).toMatch(/<main[^]*Choose one from the list\.[^]*<\/main>/)
  // The form can't choose an account that the login doesn't cover.
  const foreign = await choose(world, google, { uuid, account: 'accounts/9/locations/9' })
  expect(foreign.status).toBe(422)

  const chosen = await choose(world, google, { uuid, account: 'accounts/104/locations/5002' })
  expect(chosen.location).toBe(`/integrations/connections/${uuid}?connected`)
  expect(await world.stored.connection(uuid)).toMatchObject({
    state: 'active',
    account: 'locations/5002',
    label: 'Ash Bakery',
  })
  world.google.placeOrder()
  await world.pull()
  expect(await world.stored.activities()).toHaveLength(1)
  const again = await choose(world, google, { uuid, account: 'accounts/104/locations/5001' })
  expect(again.status).toBe(410)
})

test('a choice that waited longer than the token lasts is made with a new one', async () => {
  const world = await createApprovedWorld()
  const uuid = await approveTwo(world)
  world.clock.advance(2 * hourMillis)

  const chosen = await choose(world, google, { uuid, account: 'accounts/104/locations/5001' })

  expect(chosen.status).toBe(302)
  expect(world.google.desk.count.refreshes).toBe(1)
  world.google.placeOrder()
  await world.pull()
  expect(await world.stored.activities()).toHaveLength(1)
})

test('no one else makes the choice, and a connection without one is swept', async () => {
  const world = await createApprovedWorld()
  const uuid = await approveTwo(world)
  const { owner } = await world.makeOther()

  const page = await open(world, `/integrations/${google}?choose=${uuid}`, owner.cookie)
  expect(page.text).not.toContain('Ash Bakery')
  const account = 'accounts/104/locations/5001'
  expect((await choose(world, google, { uuid, account, cookie: owner.cookie })).status).toBe(410)
  expect((await choose(world, 'etsy', { uuid, account })).status).toBe(410)
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'pending' })

  world.clock.advance(2 * dayMillis)
  await sweepConnections(world.services)
  expect(await world.stored.connections()).toEqual([])
})

test('approved again, the same location goes on without a question', async () => {
  const world = await createApprovedWorld()
  const uuid = await approveTwo(world)
  await choose(world, google, { uuid, account: 'accounts/104/locations/5002' })
  world.google.desk.withdraw()
  world.clock.advance(2 * hourMillis)
  await world.pull()
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'lost' })

  const back = await world.choose(await world.begin(google, { reconnects: uuid }))

  expect((await world.arrive(back)).location).toBe(`/integrations/connections/${uuid}?connected`)
  expect(await world.stored.connections()).toMatchObject([
    { uuid, state: 'active', account: 'locations/5002' },
  ])
})

test('a login that manages nothing is explained', async () => {
  const world = await createApprovedWorld()
  world.eventbrite.organizations.length = 0

  const { status, text } = await world.arrive(await world.choose(await world.begin('eventbrite')))

  expect(status).toBe(422)
  expect(text).toContain('This login manages nothing in Eventbrite')
  expect(await world.stored.connections()).toEqual([])
})
