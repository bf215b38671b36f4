/** Consequences of Wix’ webhooks: the script on the pages, orders, members, removals and clones. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, connections, erasures, sites } from '#app/db/schema/index.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { createWixFrame, type WixFrame } from '../../support/wix/wix-frame.ts'

async function openedSite() {
  const frame = await createWixFrame()
  const { id } = frame.wix.install()
  await frame.enter(frame.wix.admin.query(id))
  await frame.settle()
  const link = await frame.linked(id)
  const siteId = link?.siteId ?? 0
  return {
    ...frame,
    id,
    siteId,
    site: async () => {
      const [row] = await frame.services.db.system.select().from(sites).where(eq(sites.id, siteId))
      if (!row) throw new Error('The site is missing.')
      return row
    },
    stored: () => storedIn(frame, siteId),
  }
}

const storedIn = ({ services }: WixFrame, siteId: number) =>
  services.db.system
    .select({
      kind: activities.kind,
      id: activities.externalId,
      state: activities.state,
      cents: activities.amountCents,
      isTest: activities.isTest,
    })
    .from(activities)
    .where(eq(activities.siteId, siteId))
    .orderBy(activities.id)

const orderOf = (frame: Pick<WixFrame, 'clock'>, more: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  number: '10001',
  createdDate: frame.clock.now().toISOString(),
  updatedDate: frame.clock.now().toISOString(),
  status: 'APPROVED',
  paymentStatus: 'PAID',
  currency: 'EUR',
  buyerInfo: { email: 'ann@buyer.example' },
  billingInfo: {
    address: { country: 'NL', city: 'Utrecht' },
    contactDetails: { firstName: 'Ann', lastName: 'Arbor' },
  },
  lineItems: [{ productName: { original: 'Towel' }, quantity: 1, price: { amount: '20.00' } }],
  priceSummary: { total: { amount: '20.00' } },
  ...more,
})

const eventAbout = (frame: Pick<WixFrame, 'clock'>, body: Record<string, unknown>) => ({
  id: randomUUID(),
  entityFqdn: 'wix.ecom.v1.order',
  slug: 'approved',
  entityId: randomUUID(),
  eventTime: frame.clock.now().toISOString(),
  ...body,
})

const approved = 'wix.ecom.v1.order_approved'

test('the script gets the site’s ID after the install, again after a new one, and Wix learns of the setup', async () => {
  const world = await openedSite()
  const { wix, id } = world
  await world.embed(id)
  const { uuid } = await world.site()
  expect(wix.admin.scripts.get(id)).toEqual({ siteId: uuid.replaceAll('-', '') })
  expect(wix.admin.finished.has(id)).toBe(true)
  await world.embed(id)

  // A right is missing: no repetition brings it.
  const forbidden = { status: 403, json: { message: 'Forbidden' } }
  wix.failNext(forbidden, forbidden)
  await world.embed(id)
  await world.embed(randomUUID())
})

test('an order becomes a purchase, once, and follows its payment', async () => {
  const world = await openedSite()
  const { wix, id, clock } = world
  const order = orderOf(world)
  const event = eventAbout(world, { actionEvent: { body: { order } } })

  wix.report(id, approved, event)
  // Wix repeats an event in another token.
  clock.advance(1_000)
  wix.report(id, approved, event)
  await world.settle()
  expect(await world.stored()).toEqual([
    { kind: 'purchase', id: order.id, state: 'confirmed', cents: 2_000, isTest: false },
  ])

  clock.advance(hourMillis)
  const refunded = {
    ...order,
    paymentStatus: 'FULLY_REFUNDED',
    updatedDate: clock.now().toISOString(),
  }
  wix.report(
    id,
    'wix.ecom.v1.order_payment_status_updated',
    eventAbout(world, { actionEvent: { body: { order: refunded } } }),
  )
  await world.settle()
  expect(await world.stored()).toMatchObject([{ id: order.id, state: 'refunded' }])
  expect(await world.waiting()).toEqual([])
})

test('unpaid, imported and forgotten ones are none, a test order is one of its own, a member is a sign-up', async () => {
  const world = await openedSite()
  const { wix, id } = world
  const send = (more: Record<string, unknown>, about: Record<string, unknown> = {}) => {
    const order = orderOf(world, more)
    wix.report(id, approved, eventAbout(world, { actionEvent: { body: { order } }, ...about }))
  }
  send({ paymentStatus: 'NOT_PAID' })
  send({ imported: true })
  send({}, { triggeredByAnonymizeRequest: true })
  send({ demo: true })
  const member = {
    id: randomUUID(),
    createdDate: world.clock.now().toISOString(),
    loginEmail: 'bob@buyer.example',
    contact: { firstName: 'Bob' },
  }
  wix.report(
    id,
    'wix.members.v1.member_created',
    eventAbout(world, { createdEvent: { entity: member } }),
  )
  await world.settle()

  expect(await world.stored()).toMatchObject([
    { kind: 'purchase', isTest: true },
    { kind: 'signup', id: member.id, isTest: false },
  ])
})

test('an order or a member that Wix made anonymous is erased, and doesn’t come back', async () => {
  const world = await openedSite()
  const { wix, id, services } = world
  const order = orderOf(world)
  const member = {
    id: randomUUID(),
    createdDate: world.clock.now().toISOString(),
    loginEmail: 'bob@buyer.example',
    contact: { firstName: 'Bob' },
  }
  const other = orderOf(world, { number: '10002' })
  const report = () => {
    for (const one of [order, other]) {
      wix.report(id, approved, eventAbout(world, { actionEvent: { body: { order: one } } }))
    }
    wix.report(
      id,
      'wix.members.v1.member_created',
      eventAbout(world, { createdEvent: { entity: member } }),
    )
  }
  report()
  await world.settle()
  expect(await world.stored()).toHaveLength(3)

  const erased = { triggeredByAnonymizeRequest: true }
  wix.report(
    id,
    'wix.ecom.v1.order_updated',
    eventAbout(world, {
      ...erased,
      updatedEvent: { currentEntity: {} },
      slug: 'updated',
      entityId: order.id,
    }),
  )
  wix.report(
    id,
    'wix.members.v1.member_deleted',
    eventAbout(world, {
      ...erased,
      entityFqdn: 'wix.members.v1.member',
      slug: 'deleted',
      entityId: member.id,
    }),
  )
  await world.settle()
  expect(await world.stored()).toMatchObject([{ id: other.id }])

  report()
  await world.settle()
  expect(await world.stored()).toMatchObject([{ id: other.id }])
  expect(await world.waiting()).toEqual([])
  expect(await services.db.system.$count(erasures)).toBeGreaterThanOrEqual(2)
})

test('an erasure that is processed after the removal of the app erases as well', async () => {
  const world = await openedSite()
  const { wix, id } = world
  const order = orderOf(world)
  wix.report(id, approved, eventAbout(world, { actionEvent: { body: { order } } }))
  await world.settle()
  expect(await world.stored()).toHaveLength(1)
  wix.remove(id)
  await world.settle()

  wix.report(
    id,
    'wix.ecom.v1.order_updated',
    eventAbout(world, {
      triggeredByAnonymizeRequest: true,
      updatedEvent: { currentEntity: {} },
      slug: 'updated',
      entityId: order.id,
    }),
  )
  await world.settle()

  expect(await world.stored()).toEqual([])
  expect(await world.waiting()).toEqual([])
})

test('an order before the first visit waits for it, and for a day at most', async () => {
  const frame = await createWixFrame()
  const { wix, clock } = frame
  const { id } = wix.install()
  const order = orderOf(frame)
  wix.report(id, approved, eventAbout(frame, { actionEvent: { body: { order } } }))
  await frame.settle()
  expect(await frame.waiting()).toEqual([{ topic: approved, state: 'waiting' }])

  await frame.enter(wix.admin.query(id))
  clock.advance(hourMillis)
  await frame.settle()
  const link = await frame.linked(id)
  expect(await storedIn(frame, link?.siteId ?? 0)).toMatchObject([{ id: order.id }])

  const never = wix.install()
  wix.report(never.id, approved, eventAbout(frame, { actionEvent: { body: { order } } }))
  await frame.settle()
  clock.advance(2 * dayMillis)
  await frame.settle()
  expect(await frame.waiting()).toEqual([])
})

test('a removal pauses the pages and ends the connection, and a new install brings both back', async () => {
  const world = await openedSite()
  const { wix, id, services, siteId } = world
  const stateOf = async () => {
    const [row] = await services.db.system
      .select({ state: connections.state })
      .from(connections)
      .where(eq(connections.siteId, siteId))
    return { connection: row?.state, isPaused: (await world.site()).pausedAt !== null }
  }
  expect(await stateOf()).toEqual({ connection: 'active', isPaused: false })

  wix.remove(id)
  await world.settle()
  expect(await stateOf()).toEqual({ connection: 'ended', isPaused: true })
  const order = orderOf(world)
  wix.report(id, approved, eventAbout(world, { actionEvent: { body: { order } } }))
  await world.settle()
  expect(await world.stored()).toEqual([])

  world.clock.advance(hourMillis)
  wix.reinstall(id)
  await world.settle()
  expect(await stateOf()).toEqual({ connection: 'active', isPaused: false })
  expect((await world.linked(id))?.removedAt).toBeNull()
})

test('a pause by a person stays through a removal and a new install', async () => {
  const world = await openedSite()
  const { wix, id, services, siteId, clock } = world
  const pausedAt = new Date(clock.now().getTime() - hourMillis)
  await services.db.system.update(sites).set({ pausedAt }).where(eq(sites.id, siteId))

  wix.remove(id)
  await world.settle()
  wix.reinstall(id)
  await world.settle()

  expect((await world.site()).pausedAt).toEqual(pausedAt)
})

test('a clone is a site of its own, with another organization', async () => {
  const world = await openedSite()
  const { wix, id } = world
  const clone = wix.install(undefined, id)
  await world.settle()
  expect(await world.linked(clone.id)).toBeUndefined()

  await world.enter(wix.admin.query(clone.id))
  const [one, other] = [await world.linked(id), await world.linked(clone.id)]
  expect(other?.teamId).not.toBe(one?.teamId)
  expect(other?.siteId).not.toBe(one?.siteId)
  await world.embed(clone.id)
  expect(wix.admin.scripts.get(clone.id)).not.toEqual(wix.admin.scripts.get(id))
})

test('a site gets its address once it is published, and once it has its domain', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const instance = wix.install()
  instance.siteUrl = null
  await frame.enter(wix.admin.query(instance.id))
  const { siteId } = (await frame.linked(instance.id)) ?? {}
  const urlOf = async () => {
    const [row] = await services.db.system
      .select({ url: sites.url })
      .from(sites)
      .where(eq(sites.id, siteId ?? 0))
    return row?.url
  }
  expect(await urlOf()).toBe(`https://${instance.id}.wix.invalid`)

  instance.siteUrl = 'https://ada.wixsite.com/linen'
  await frame.enter(wix.admin.query(instance.id))
  expect(await urlOf()).toBe('https://ada.wixsite.com')
  // It gets its domain.
  instance.siteUrl = 'https://linen.example/home'
  await frame.enter(wix.admin.query(instance.id))
  expect(await urlOf()).toBe('https://linen.example')
  instance.siteUrl = 'https://other.example'
  await frame.enter(wix.admin.query(instance.id))
  expect(await urlOf()).toBe('https://linen.example')
})

test('the API says whether there is access to a site, and shows no token', async () => {
  const frame = await createWixFrame()
  const { wixSite, instance, wix } = frame
  const token = await frame.token(wixSite.team)
  const read = async () => {
    const { html } = await frame.ask(`/api/v1/sites/${wixSite.scope.siteUuid}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    return (JSON.parse(html) as { data: { wix_token: boolean } }).data.wix_token
  }

  expect(await read()).toBe(true)
  wix.remove(instance.id)
  await frame.settle()
  expect(await read()).toBe(false)
})
