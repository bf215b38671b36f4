/** Texts that were written as HTML end as the same plain text, whatever door they come through. */
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, products } from '#app/db/schema/index.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import type { ImportKind } from '#app/domain/imports/import-kinds.ts'
import { readFeedItems } from '#app/domain/products/feed-items.server.ts'
import { readProduct } from '#app/domain/products/product-fields.ts'
import { storeProducts } from '#app/domain/products/store-products.server.ts'
import { hookUrlOf } from '#app/domain/connections/caller.server.ts'
import { findSiteConnection } from '#app/domain/connections/manage-connections.server.ts'
import { mappingValues } from '#app/presenters/smart-webhooks/mapping-values.ts'
import { suggestMapping } from '#app/integrations/smart/suggest.ts'
import { newEventId, serveEdge } from '../../support/pages.ts'
import {
  createConnectionWorld,
  type ConnectionWorld,
} from '../../support/integrations/connected-shop.ts'

/** Texts as doors bring them, field by field, and as visitors read them. */
const samples = [
  {
    sent: {
      name: 'Se&aacute;n',
      city: 'K&ouml;ln',
      title: 'Mother&#039;s Mug &amp; <b>Saucer</b>',
      body: '<p>Great &amp; cheap.</p><p>a &lt; b</p>',
    },
    read: {
      name: 'Seán',
      city: 'Köln',
      title: "Mother's Mug & Saucer",
      body: 'Great & cheap.\na < b',
    },
  },
  {
    sent: {
      name: 'Ren&amp;eacute;e',
      city: '<i>Bonn</i>',
      title: '&lt;script&gt;alert(1)&lt;/script&gt;Mug &amp;amp; &eacute;',
      body: 'AT&T is <3 &#8211; a < b',
    },
    read: { name: 'Renée', city: 'Bonn', title: 'Mug & é', body: 'AT&T is <3 – a < b' },
  },
]

type Sample = (typeof samples)[number]['sent']
type Door = (world: ConnectionWorld, sent: Sample) => Promise<unknown>

const api = async ({ site, served, token }: ConnectionWorld, path: string, body: object) => {
  const response = await served.fetch(`/api/v1/sites/${site.uuid}/${path}`, {
    method: path.startsWith('products/') ? 'PUT' : 'POST',
    headers: {
      Authorization: `Bearer ${await token(site.team)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
}

const file = async ({ services, site, clock }: ConnectionWorld, kind: ImportKind, row: object) => {
  const all: Record<string, string> = { occurred_at: clock.now().toISOString(), ...row }
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const uuid = await beginImport(services, site.scope, {
    kind,
    fileName: 'old.csv',
    userId: site.owner.id,
    bytes: Buffer.from(
      `${Object.keys(all).join(',')}\n${Object.values(all).map(cell).join(',')}\n`,
    ),
  })
  await commitImport(services, site.scope, uuid)
}

const reportOnPage = async ({ services, site }: ConnectionWorld, activity: object) => {
  const page = (await serveEdge(services)).page(site)
  const event = { id: newEventId(), type: 'activity', page: '/thanks', activity }
  expect(await page.report(event)).toMatchObject([{ outcome: 'quarantined' }])
}

const moment = ({ clock }: ConnectionWorld) => clock.now().toISOString()

const purchases: Record<string, Door> = {
  'the REST API': (world, { name, city, title }) =>
    api(world, 'activities', {
      kind: 'purchase',
      id: '1',
      occurred_at: moment(world),
      person: { first_name: name, city },
      items: [{ title }],
    }),
  'a file': (world, { name, city, title }) =>
    file(world, 'purchase', { id: '1', first_name: name, city, product: title }),
  'a page or a form of it': (world, { name, city, title }) =>
    reportOnPage(world, { kind: 'purchase', id: '1', first_name: name, city, product: { title } }),
  'a webhook': async (world, { name, city, title }) => {
    await world.connect()
    await world.woo.placeOrder({
      billing: { first_name: name, last_name: 'Visser', city, country: 'DE', email: 'a@b.example' },
      line_items: [{ product_id: 22, name: title, quantity: 1, price: 24.5 }],
    })
    await world.process()
  },
  'a smart webhook': async (world, { name, city, title }) => {
    const order = {
      order_id: 'A-17',
      status: 'paid',
      created_at: moment(world),
      customer: { first_name: name, email: 'a@b.example', city, country: 'DE' },
      product_name: title,
      total: '24.50',
      currency: 'EUR',
    }
    const path = '/integrations/smart-webhook'
    const { served, site, services } = world
    const send = (to: string, form: Record<string, string>) =>
      served.fetch(`${to}.data`, {
        method: 'POST',
        headers: { Cookie: site.owner.cookie },
        body: new URLSearchParams(form),
      })
    const made = await send(path, { intent: 'create', name: 'Shop' })
    const uuid = /webhook=([0-9a-f-]{36})/.exec(await made.text())?.[1] ?? ''
    const connection = await findSiteConnection(services, site.scope, uuid)
    if (!connection) throw new Error('The site has no such webhook.')
    // The same body again would be the same delivery.
    const deliver = async (id: string) => {
      await fetch(hookUrlOf(services, connection), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...order, order_id: id }),
      })
      await world.process()
    }
    await deliver('A-17')
    // Fields are suggested from a sample with usual texts.
    const customer = { ...order.customer, first_name: 'Emma', city: 'Utrecht' }
    const { mapping } = suggestMapping({ ...order, customer, product_name: 'Oak tray' })
    if (!mapping) throw new Error('Nothing is suggested.')
    await send(`${path}/${uuid}/edit`, { intent: 'save', ...mappingValues(mapping) })
    await send(`${path}/${uuid}/edit`, { intent: 'activate' })
    await deliver('A-18')
  },
}

const reviews: Record<string, Door> = {
  'the REST API': (world, { name, title, body }) =>
    api(world, 'reviews', {
      id: '1',
      occurred_at: moment(world),
      stars: 5,
      person: { first_name: name },
      items: [{ title }],
      body,
    }),
  'a file': (world, { name, title, body }) =>
    file(world, 'review', { id: '1', first_name: name, product: title, stars: '5', body }),
  'a page': (world, { name, title, body }) =>
    reportOnPage(world, {
      kind: 'review',
      id: '1',
      stars: 5,
      first_name: name,
      product: { title },
      body,
    }),
  'a service': async (world, { name, title, body }) => {
    await world.connect()
    world.woo.addReview({ reviewer: name, product_name: title, review: body })
    await world.pull()
  },
}

const goods: Record<string, Door> = {
  'the REST API': (world, { title }) => api(world, 'products/7', { title }),
  'a file': (world, { title }) => file(world, 'product', { id: '7', title }),
  'a webhook': async (world, { title }) => {
    await world.connect()
    await world.woo.addProduct({ name: title })
    await world.process()
  },
  'a feed': async ({ services, site, clock }, { title }) => {
    const { teamId, siteId } = site.scope
    const xml = `<rss><item><id>7</id><title><![CDATA[${title}]]></title></item></rss>`
    async function* pieces() {
      yield await Promise.resolve(Buffer.from(xml))
    }
    await readFeedItems({ pieces: pieces() }, async (fields) => {
      const read = readProduct(fields)
      if (!read.ok) throw new Error(read.problem)
      const facts = [read.product]
      await storeProducts(services.db.system, { teamId, siteId }, { facts, at: clock.now() })
    })
  },
}

const stored = async ({ services, site }: ConnectionWorld) => {
  const [activity] = await services.db.system
    .select()
    .from(activities)
    .where(eq(activities.siteId, site.scope.siteId))
    .orderBy(asc(activities.id))
  return activity
}

const cases = (doors: Record<string, Door>) =>
  Object.entries(doors).flatMap(([name, door]) =>
    samples.map((sample, at) => [`${name}, ${String(at + 1)}`, door, sample] as const),
  )

test.each(cases(purchases))(
  'names, towns and titles from %s are plain',
  async (_name, door, sample) => {
    const world = await createConnectionWorld()
    await door(world, sample.sent)

    expect(await stored(world)).toMatchObject({
      kind: 'purchase',
      firstName: sample.read.name,
      city: sample.read.city,
      productTitle: sample.read.title,
    })
  },
)

test.each(cases(reviews))('reviews from %s are plain', async (_name, door, sample) => {
  const world = await createConnectionWorld()
  await door(world, sample.sent)

  expect(await stored(world)).toMatchObject({
    kind: 'review',
    firstName: sample.read.name,
    productTitle: sample.read.title,
    body: sample.read.body,
  })
})

test.each(cases(goods))('products from %s are plain', async (_name, door, sample) => {
  const world = await createConnectionWorld()
  await door(world, sample.sent)

  const rows = await world.services.db.system.select().from(products)
  expect(rows.map(({ title }) => title)).toEqual([sample.read.title])
})

test('an email address that was hidden in entities is no name and no town', async () => {
  const world = await createConnectionWorld()
  const hidden = 'ann&#64;shop.example'

  await reportOnPage(world, { kind: 'signup', id: '1', first_name: hidden, city: hidden })

  expect(await stored(world)).toMatchObject({ firstName: null, city: null })
})
