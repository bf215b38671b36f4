/** Connecting a site, reading what was there before, and what happens when the service fails. */
import { expect, test } from 'vitest'
import { beginApproval, connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { sweepConnections } from '#app/domain/connections/manage-connections.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import { connections } from '#app/db/schema/index.ts'
import { createConnectionWorld, wordpress } from '../../support/integrations/connected-shop.ts'

test('connecting subscribes to the shop and reads its products, orders and reviews', async () => {
  const world = await createConnectionWorld()
  const product = await world.woo.addProduct()
  await world.woo.placeOrder({ line_items: [{ name: 'Oak tray', product_id: product.id }] })
  world.woo.addReview({ product_id: product.id })
  world.clock.advance(60_000)

  const uuid = await world.connect()
  await world.pull()

  expect([...world.woo.hooks.values()].map(({ topic }) => topic)).toContain('order.updated')
  expect(await world.stored.products()).toMatchObject([{ stock: 5, isAvailable: true }])
  // The order gets its link and picture from the product.
  expect(await world.stored.activities()).toMatchObject([
    {
      kind: 'purchase',
      productUrl: product.permalink,
      productImage: `${world.woo.url}/oak-tray.jpg`,
    },
    { kind: 'review', stars: 5, body: 'Beautiful wood.', firstName: 'Mila' },
  ])
  const row = await world.stored.connection(uuid)
  expect(row).toMatchObject({ state: 'active', stored: 3, failures: 0 })
  expect(row?.pullDueAt?.getTime()).toBeGreaterThan(world.clock.now().getTime())
  expect(row?.credentials?.toString('latin1')).not.toContain('ck_')
})

test('an approval at the shop sends the keys, once', async () => {
  const world = await createConnectionWorld()

  const begun = await beginApproval(world.services, world.site.scope, {
    integration: wordpress(),
    given: { store: world.woo.url },
    returnUrl: (uuid) => `${world.served.baseUrl}/integrations/wordpress?connection=${uuid}`,
  })
  if (!begun.ok) throw new Error(JSON.stringify(begun.errors))
  const approved = await fetch(begun.approveUrl, { method: 'POST', redirect: 'manual' })

  expect(approved.status).toBe(302)
  const [row] = await world.services.db.system.select().from(connections)
  expect(row).toMatchObject({ state: 'active', account: new URL(world.woo.url).host })
  expect(approved.headers.get('location')).toContain(`connection=${row?.uuid ?? ''}`)
})

test('an approval isn’t asked for over plain http, which would show the secret address', async () => {
  const world = await createConnectionWorld()

  const begun = await beginApproval(world.services, world.site.scope, {
    integration: wordpress(),
    given: { store: 'http://shop.example' },
    returnUrl: () => world.served.baseUrl,
  })

  expect(begun).toEqual({
    ok: false,
    errors: { fields: { store: expect.stringContaining('https://') as string }, form: null },
  })
  expect(await world.services.db.system.$count(connections)).toBe(0)
})

test('an unfinished approval is removed after a day', async () => {
  const world = await createConnectionWorld()
  await beginApproval(world.services, world.site.scope, {
    integration: wordpress(),
    given: { store: world.woo.url },
    returnUrl: () => world.served.baseUrl,
  })
  const count = () => world.services.db.system.$count(connections)

  await sweepConnections(world.services)
  expect(await count()).toBe(1)

  world.clock.advance(25 * hourMillis)
  await sweepConnections(world.services)
  expect(await count()).toBe(0)
})

test.each([
  ['wrong keys', { consumerKey: `ck_${'0'.repeat(40)}` }, /didn’t accept/],
  [
    'an address that isn’t public',
    { store: 'https://127.0.0.1:9' },
    /^The address leads to a private network/,
  ],
] as const)('%s are explained, and nothing stays', async (_name, wrong, sentence) => {
  const world = await createConnectionWorld()

  const connected = await connectWithSettings(world.services, world.site.scope, {
    integration: wordpress(),
    given: { store: world.woo.url, ...world.woo.keys, ...wrong },
  })

  expect(connected).toMatchObject({
    ok: false,
    errors: { form: expect.stringMatching(sentence) as string },
  })
  expect(await world.services.db.system.select().from(connections)).toEqual([])
})

test('fields that can’t be right are explained at the field', async () => {
  const world = await createConnectionWorld()

  const connected = await connectWithSettings(world.services, world.site.scope, {
    integration: wordpress(),
    given: { store: 'ftp://x', consumerKey: 'sk_1', consumerSecret: '' },
  })

  expect(connected).toMatchObject({
    ok: false,
    errors: {
      fields: {
        store: expect.stringContaining('https://shop.example') as string,
        consumerKey: expect.stringContaining('ck_') as string,
        consumerSecret: expect.stringContaining('cs_') as string,
      },
    },
  })
})

test('when the shop takes its keys back, the connection is lost, and connecting again heals it', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()

  world.woo.failBy(() => ({ status: 401 }))
  world.clock.advance(20 * 60_000)
  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({
    state: 'lost',
    fault: expect.stringContaining('Connect it again') as string,
  })
  world.woo.heal()

  expect(await world.connect()).toBe(uuid)
  expect(await world.stored.connection(uuid)).toMatchObject({
    state: 'active',
    fault: null,
    failures: 0,
  })
})

test('a shop that is busy is asked again when it says so, and others aren’t held up', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  world.woo.limit(0, '600')

  await world.pull()

  const row = await world.stored.connection(uuid)
  expect(row).toMatchObject({ state: 'active', failures: 1 })
  expect(row?.pullDueAt?.getTime()).toBeGreaterThanOrEqual(world.clock.now().getTime() + 600_000)
})

test('when our own budget is spent, nothing has failed, and it goes on when some is free', async () => {
  const world = await createConnectionWorld()
  await world.woo.placeOrder()
  const uuid = await world.connect()
  const later: { name: string; seconds: number }[] = []
  world.services.jobs = {
    ...world.services.jobs,
    sendLater({ name }, _payload, wait) {
      const seconds = typeof wait === 'number' ? wait : wait.seconds
      later.push({ name, seconds })
      return Promise.resolve()
    },
  }
  const { budget } = wordpress()
  const client = world.services.net.providers({ key: `wordpress:${uuid}`, budget })
  const headers = { Authorization: 'Basic of another key' }
  for (let spent = 0; spent < budget.requests; spent += 1) {
    await client
      .request({ url: `${world.woo.url}/wp-json/wc/v3/orders`, headers })
      .catch(() => null)
  }
  world.clock.advance(20_000)

  await world.pull()

  const row = await world.stored.connection(uuid)
  expect(row).toMatchObject({ state: 'active', failures: 0, fault: null })
  expect(row?.pullDueAt).toEqual(new Date(world.clock.now().getTime() + 40_000))
  expect(later).toEqual([{ name: 'connections.pull-soon', seconds: 40 }])
  expect(await world.stored.activities()).toEqual([])

  world.clock.advance(40_000)
  await world.pull()
  expect(await world.stored.activities()).toHaveLength(1)
})

test.each(['html', 'endless'] as const)('an answer that is %s invents nothing', async (fault) => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  world.woo.failNext(fault)

  await world.pull()

  expect(await world.stored.activities()).toEqual([])
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 1 })
})

test('a row that can’t be read is reported, and keeps neither rows nor pages nor phases back', async () => {
  const world = await createConnectionWorld()
  const placed = []
  for (let nth = 0; nth < 101; nth += 1) placed.push(await world.woo.placeOrder())
  const [broken] = placed
  await world.woo.changeOrder(broken?.id ?? 0, { date_created_gmt: 'tomorrow' })
  world.woo.addReview()
  world.clock.advance(60_000)

  const uuid = await world.connect()
  await world.pull()

  const stored = await world.stored.activities()
  expect(stored.filter(({ kind }) => kind === 'purchase')).toHaveLength(100)
  expect(stored.filter(({ kind }) => kind === 'review')).toHaveLength(1)
  const row = await world.stored.connection(uuid)
  expect(row).toMatchObject({ state: 'active', failures: 0, stored: 101, skipped: 1 })
  expect(row?.problem).toBe(
    `Record ${String(broken?.id)}: These fields can’t be read: date_created_gmt.`,
  )
  expect(row?.pullDueAt?.getTime()).toBeGreaterThan(world.clock.now().getTime())
})

test('a list that can’t be read is retried, and the other lists are still read', async () => {
  const world = await createConnectionWorld()
  await world.woo.addProduct()
  await world.woo.placeOrder()
  world.clock.advance(60_000)
  const uuid = await world.connect()
  world.woo.ignorePublished()
  world.woo.answers.set('GET /wp-json/wc/v3/products', 'no list')

  await world.pull()

  expect(await world.stored.activities()).toHaveLength(1)
  expect(await world.stored.products()).toEqual([])
  const failing = await world.stored.connection(uuid)
  expect(failing).toMatchObject({ state: 'active', failures: 1 })
  expect(failing?.fault).toContain('can’t read')

  world.woo.answers.clear()
  world.clock.advance(20 * 60_000)
  await world.pull()
  // First come the lists that are due, a moment later the one that failed.
  world.clock.advance(3 * 60_000)
  await world.pull()

  expect(await world.stored.products()).toHaveLength(1)
  expect(await world.stored.connection(uuid)).toMatchObject({ failures: 0, fault: null })
})

test('products that the shop no longer lists are removed', async () => {
  const world = await createConnectionWorld()
  const [kept, gone] = [await world.woo.addProduct(), await world.woo.addProduct()]
  await world.connect()
  await world.pull()
  expect(await world.stored.products()).toHaveLength(2)

  world.woo.products.delete(gone.id)
  world.clock.advance(7 * 3_600_000)
  await world.pull()

  expect(await world.stored.products()).toMatchObject([{ externalId: String(kept.id) }])
})
