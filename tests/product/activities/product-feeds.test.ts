/** Product feeds, read regularly from a URL that the owner chose. */
import type { IncomingHttpHeaders } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addFeed, listFeeds, queueFeedNow } from '#app/domain/products/feeds.server.ts'
import { feedFaultEmailJob } from '#app/domain/products/jobs.ts'
import { readProductFeed } from '#app/domain/products/read-feed.server.ts'
import { sendFeedFaultEmail } from '#app/jobs/product-feeds.server.ts'
import { createGuardedStream } from '#app/lib/web/guarded-fetch.server.ts'
import { action, loader } from '#app/routes/data-feeds/products.tsx'
import { productFeeds } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { storeNudge } from '../../support/nudges.ts'
import { serveOutside } from '../../support/outside-server.ts'
import { serveEdge } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'

type Answer = { status?: number; body?: string | Buffer; headers?: Record<string, string> }

/** A shop's server on the loopback address, whose response can be changed. */
async function serveFeed() {
  const shop = { answer: {} as Answer, asked: [] as IncomingHttpHeaders[] }
  const { url, reaching } = await serveOutside((request, response) => {
    shop.asked.push(request.headers)
    response.writeHead(shop.answer.status ?? 200, shop.answer.headers).end(shop.answer.body)
  })
  return { shop, stream: createGuardedStream(reaching), url: `${url}/feed` }
}

/** These tests don't use the queue and run its job by hand. */
const withoutQueue = (services: Services): Services => ({
  ...services,
  jobs: { ...services.jobs, send: () => Promise.resolve() },
})

const feedId = async ({ services }: World) => {
  const [row] = await services.db.system.select({ id: productFeeds.id }).from(productFeeds)
  return row?.id ?? 0
}

test('a feed is read, read again only after a change, and products it stops listing are removed', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { shop, stream, url } = await serveFeed()
  const services = {
    ...withoutQueue(world.services),
    net: { ...world.services.net, stream },
  }
  const show = async () => {
    const { products } = await loader(world.visit('/data-feeds/products', { as: site.owner }))
    return products.map(({ title, stock, isHidden }) => ({ title, stock, isHidden }))
  }
  const read = async (answer: Answer) => {
    shop.answer = answer
    world.clock.advance(7 * 3_600_000)
    await readProductFeed(services, await feedId(world))
    const [feed] = await listFeeds(services, site.scope)
    return feed
  }
  await addFeed(services, site.scope, url)

  const body = 'id,title,stock\n1,Cup,4\n2,Kettle,1\n,Nothing,\n'
  const first = await read({ body, headers: { ETag: '"one"' } })
  expect(first).toMatchObject({ format: 'csv', products: 2, faulty: 1, fault: null })
  const { products } = await loader(world.visit('/data-feeds/products', { as: site.owner }))
  const form = { intent: 'hide', id: String(products[0]?.id) }
  await action(world.visit('/data-feeds/products', { as: site.owner, form }))

  await read({ status: 304 })
  expect(shop.asked.at(-1)).toMatchObject({ 'if-none-match': '"one"' })
  expect(await show()).toHaveLength(2)

  expect(await read({ status: 500 })).toMatchObject({
    fault: 'The server’s response isn’t a feed.',
    products: 2,
  })
  expect(await read({ body: 'id,title\n1,"Cup' })).toMatchObject({
    fault: 'Line 2 isn’t valid CSV.',
  })
  expect(await show()).toHaveLength(2)

  expect(await read({ body: 'id,title,stock\n1,Cup,3\n' })).toMatchObject({
    fault: null,
    products: 1,
  })
  expect(await show()).toEqual([{ title: 'Cup', stock: 3, isHidden: true }])
})

test('stock and price of a Google Shopping feed reach the nudge and the list of products', async () => {
  const world = await createWorld()
  const { shop, stream, url } = await serveFeed()
  const site = await world.site({ url: new URL(url).origin, options: { holdout: 0 } })
  const services = {
    ...withoutQueue(world.services),
    net: { ...world.services.net, stream },
  }
  const content = { noRestockBefore: '2099-01-01' }
  await storeNudge(services, site, { type: 'stock_level', content })
  shop.answer = {
    headers: { 'Content-Type': 'application/xml' },
    body: `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
      <item><g:id>41</g:id><title>Kettle</title><link>${site.url}/kettle</link>
        <g:price>39.50 EUR</g:price><g:availability>in stock</g:availability>
        <g:quantity>3</g:quantity></item></channel></rss>`,
  }
  await addFeed(services, site.scope, url)
  await readProductFeed(services, await feedId(world))

  const { nudges } = await (await serveEdge(world.services)).page(site).payload()
  expect(nudges[0]?.items).toContainEqual(
    expect.objectContaining({
      count: expect.objectContaining({ of: 'stock', totals: { '/kettle': 3 } }) as object,
    }),
  )
  const { products } = await loader(world.visit('/data-feeds/products', { as: site.owner }))
  expect(products).toMatchObject([{ title: 'Kettle', stock: 3, priceCents: 3950, currency: 'EUR' }])
})

test('an address inside of our own network is not asked, and its feed says so', async () => {
  const world = await createWorld()
  const site = await world.site()
  const services = withoutQueue(world.services)
  await addFeed(services, site.scope, 'http://127.0.0.1/feed')

  await readProductFeed(services, await feedId(world))

  expect(await listFeeds(services, site.scope)).toMatchObject([
    { fault: 'This URL doesn’t point to a public web server.', readAt: null },
  ])
})

test('a feed of others can be neither read nor removed, and a wrong address is refused', async () => {
  const world = await createWorld()
  const mine = await world.site()
  const theirs = await world.site()
  const services = withoutQueue(world.services)
  await addFeed(services, theirs.scope, 'https://shop.example/feed')
  const [feed] = await listFeeds(services, theirs.scope)
  const uuid = feed?.uuid ?? ''
  const ask = (form: Record<string, string>) =>
    action(world.visit('/data-feeds/products', { as: mine.owner, form }))

  await expect(queueFeedNow(services, mine.scope, uuid)).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(ask({ intent: 'remove', uuid })).rejects.toMatchObject({ code: 'not_found' })
  expect(await ask({ intent: 'add', url: 'ftp://shop.example' })).toMatchObject({
    data: { errors: { url: ['Enter a URL that starts with https:// or http://.'] } },
    init: { status: 422 },
  })
})

/** A site with a feed that is read by hand, and the emails about it. */
async function openFeed() {
  const world = await createWorld()
  const site = await world.site()
  const { shop, stream, url } = await serveFeed()
  await world.queue.start([sendFeedFaultEmail], world.services)
  const services = { ...world.services, net: { ...world.services.net, stream } }
  await addFeed(withoutQueue(services), site.scope, url)
  return {
    world,
    site,
    read: async (answer: Answer, hours = 7) => {
      shop.answer = answer
      world.clock.advance(hours * 3_600_000)
      await readProductFeed(services, await feedId(world))
      const [feed] = await listFeeds(services, site.scope)
      return feed
    },
    titles: async () => {
      const { products } = await loader(world.visit('/data-feeds/products', { as: site.owner }))
      return products.map(({ title }) => title)
    },
    mails: async () => {
      const { rows } = await world.services.pool.query<{ total: number }>(
        'select count(*)::int as total from pgboss.job where name = $1',
        [feedFaultEmailJob.name],
      )
      return rows[0]?.total
    },
  }
}

test('values that can’t be read are listed with an example and a line', async () => {
  const { read, titles } = await openFeed()
  const body = [
    'id,title,price,quantity,availability',
    '1,Cup,cheap,5.0000,InStock',
    '2,Kettle,"1.299,00 EUR",10+,ask us',
    '3,,1 EUR,1,in stock',
    '4,Jug,dear,-2,in stock',
  ].join('\n')

  const feed = await read({ body: gzipSync(body), headers: { 'Content-Encoding': 'gzip' } })

  expect(feed).toMatchObject({ fault: null, products: 3, faulty: 1 })
  expect(feed?.reasons).toMatchObject([
    { field: 'price', count: 2, example: 'cheap', line: 2 },
    { field: 'stock', count: 1, example: '10+', line: 3 },
    { field: 'availability', count: 1, example: 'ask us', line: 3 },
  ])
  expect(await titles()).toEqual(['Cup', 'Jug', 'Kettle'])
})

test('a feed that changes its form keeps its products, and its owner gets one email', async () => {
  const { world, site, read, titles, mails } = await openFeed()
  const good = 'id,title\n1,Cup\n2,Kettle\n'
  const changed = 'sku,product\n1,Cup\n2,Kettle\n'
  await read({ body: good })

  const faulty = await read({ body: changed })
  await read({ body: changed })

  expect(faulty).toMatchObject({
    fault: 'Most products in the feed can’t be read. Every product needs a title. See line 2.',
    reasons: [{ field: 'title', count: 2, example: null, line: 2 }],
  })
  expect(await titles()).toEqual(['Cup', 'Kettle'])
  expect(await mails()).toBe(1)
  const { outbox } = world.services.mail
  await expect
    .poll(async () => (await outbox.list()).map(({ to }) => to))
    .toEqual([site.owner.email])
  const [sent] = await outbox.list()
  expect((await outbox.read(sent?.id ?? ''))?.text).toContain('Every product needs a title.')

  // Another fault, after it worked again, is worth another email.
  expect(await read({ body: good })).toMatchObject({ fault: null, reasons: [] })
  await read({ body: '<rss><item><id>1</id>' })
  expect(await mails()).toBe(2)
})

test('a server that is down gets a day before an email', async () => {
  const { read, mails } = await openFeed()
  const down = { status: 500 }
  await read(down)
  expect(await mails()).toBe(0)

  await read({ body: 'id,title\n1,Cup\n' })
  await read(down, 7)
  await read(down, 7)
  expect(await mails()).toBe(0)
  await read(down, 11)
  expect(await mails()).toBe(1)
})
