/** Setup begins with what the shop's own home page says about it, and works without. */
import { expect, test } from 'vitest'
import { findHomePage, readHomePage } from '#app/domain/sites/home-page/home-page.server.ts'
import { readSiteOptions } from '#app/domain/sites/site-options.server.ts'
import { readHomePageJob } from '#app/jobs/home-page.server.ts'
import { createGuardedFetch } from '#app/lib/web/guarded-fetch.server.ts'
import { action, loader } from '#app/routes/onboarding/onboarding.tsx'
import type { TestUser } from '../../support/makers.ts'
import { eventRow, store } from '../../support/stored-events.ts'
import { serveOutside } from '../../support/outside-server.ts'
import { createWorld, type World } from '../../support/world.ts'

/** A shop on the loopback address, which services given by `reaching` can open like any other. */
async function openShop(html: string) {
  let page = html
  let requests = 0
  const { port, url, reaching } = await serveOutside((_request, response) => {
    requests += 1
    response.end(page)
  })
  const fetch = createGuardedFetch(reaching)
  return {
    url,
    port,
    requests: () => requests,
    show: (next: string) => {
      page = next
    },
    reaching: (world: World) => ({
      ...world.services,
      net: { ...world.services.net, fetch },
    }),
  }
}

type Sending = { as: TestUser; form?: Record<string, string>; services?: World['services'] }

const visit = (world: World, path: string, { services = world.services, ...about }: Sending) => {
  const args = world.visit(path, about)
  return { ...args, context: { ...args.context, services } }
}

const show = (world: World, as: TestUser, query: string) =>
  loader(world.visit(`/onboarding${query}`, { as }))

const woo = `<meta name="generator" content="WooCommerce 9.3">
  <meta name="theme-color" content="#8a2be2"><a href="/danke">Danke</a>`

test('the page is read after the site was added, and offered step by step', async () => {
  const world = await createWorld()
  const shop = await openShop(woo)
  const services = shop.reaching(world)
  const ann = await world.user()
  await world.queue.start([readHomePageJob], services)

  const form = { intent: 'site', organization: 'Pottery', url: shop.url }
  await action(visit(world, '/onboarding', { as: ann, form }))

  await expect
    .poll(() => show(world, ann, '?step=install'))
    .toMatchObject({ found: { platform: 'woocommerce', hasTagManager: false } })
  expect(await show(world, ann, '?step=nudge')).toMatchObject({
    color: { found: '#8a2be2', current: '#0b6e4f' },
  })
  await action(visit(world, '/onboarding', { as: ann, form: { intent: 'choose', type: 'custom' } }))
  expect(await show(world, ann, '?step=publish')).toMatchObject({
    thankYouPages: [
      { path: '/danke', reason: 'linked' },
      { path: '/checkout/order-received', reason: 'platform' },
    ],
  })
})

test('a shop whose platform can be connected is offered that first, an unknown one a choice', async () => {
  const world = await createWorld()
  const shop = await openShop(woo)
  const site = await world.site({ url: shop.url })
  const services = shop.reaching(world)
  const offered = async (as = site.owner) => await show(world, as, '?step=nudge')

  expect(await offered()).toMatchObject({
    connect: {
      kind: 'choice',
      shops: [
        { name: 'bigcommerce', service: 'BigCommerce' },
        { name: 'magento', service: 'Magento' },
        { name: 'prestashop', service: 'PrestaShop' },
        { name: 'shopify', service: 'Shopify' },
        { name: 'wix', service: 'Wix' },
        { name: 'wordpress', service: 'WooCommerce' },
      ],
    },
  })
  await readHomePage(services, site.scope)
  expect(await offered()).toMatchObject({
    connect: { kind: 'found', name: 'wordpress', service: 'WooCommerce', connected: null },
  })
  shop.show('<script src="https://static1.squarespace.com/site.js"></script>')
  await readHomePage(services, site.scope)
  expect(await offered()).toMatchObject({ connect: null })
})

test('a page that visitors reached after an order is the first one offered as the goal', async () => {
  const world = await createWorld()
  const site = await world.site()
  const at = world.clock.now()
  await store(world.services, [
    eventRow(site, { receivedAt: at, page: '/thank-you/1001' }),
    eventRow(site, { receivedAt: at, page: '/teas' }),
  ])
  await action(
    visit(world, '/onboarding', { as: site.owner, form: { intent: 'choose', type: 'custom' } }),
  )

  expect(await show(world, site.owner, '?step=publish')).toMatchObject({
    thankYouPages: [{ path: '/thank-you', reason: 'seen' }],
  })
})

test('the color is taken by one press, from what we read, and never before', async () => {
  const world = await createWorld()
  const shop = await openShop(woo)
  const site = await world.site({ url: shop.url })
  const services = shop.reaching(world)
  const press = (intent: string, more = {}) =>
    action(visit(world, '/onboarding', { as: site.owner, form: { intent, ...more }, services }))
  const color = async () => (await readSiteOptions(world.services, site.scope)).options.color

  expect(await press('use-color')).toMatchObject({ init: { status: 422 } })
  expect(await press('look')).toMatchObject({ data: { saved: 'WooCommerce found' } })
  expect(await color()).toBe('#0b6e4f')
  expect(await press('use-color', { color: '#ff0000' })).toMatchObject({
    data: { saved: 'Color saved' },
  })
  expect(await color()).toBe('#8a2be2')
})

test('a page that can’t be opened keeps what was found, and findings of an earlier URL are void', async () => {
  const world = await createWorld()
  const shop = await openShop(woo)
  const site = await world.site({ url: shop.url })
  await readHomePage(shop.reaching(world), site.scope)
  const found = () => findHomePage(world.services, site.scope)

  // The world's own services refuse this machine's addresses.
  const answer = await action(
    visit(world, '/onboarding', { as: site.owner, form: { intent: 'look' } }),
  )
  expect(answer).toMatchObject({
    init: { status: 422 },
    data: { errors: { '': [expect.stringContaining('We couldn’t open shop.example')] } },
  })
  expect(await found()).toMatchObject({ platform: 'woocommerce' })

  const form = { intent: 'correct', url: 'https://other.example', category: '' }
  await action(visit(world, '/onboarding', { as: site.owner, form }))
  expect(await found()).toBeNull()
})

test.each(['http://127.0.0.1', 'http://localhost', 'http://169.254.169.254', 'http://[::1]'])(
  'a site at %s is never asked, and setup goes on',
  async (url) => {
    const world = await createWorld()
    const site = await world.site({ url })

    expect(await readHomePage(world.services, site.scope)).toBe(false)
    expect(await show(world, site.owner, '?step=install')).toMatchObject({ found: null })
  },
)

test('a redirect to this machine is not followed', async () => {
  const world = await createWorld()
  const inner = await openShop(woo)
  const { port, url, reaching } = await serveOutside((_request, response) => {
    response.writeHead(302, { Location: `http://127.0.0.2:${String(inner.port)}/` }).end()
  })
  const fetch = createGuardedFetch({ ...reaching, ports: [port, inner.port] })
  const site = await world.site({ url })
  const services = { ...world.services, net: { ...world.services.net, fetch } }

  expect(await readHomePage(services, site.scope)).toBe(false)
  expect(inner.requests()).toBe(0)
})

test('looking is limited, and adding a site goes on without it', async () => {
  const world = await createWorld()
  const shop = await openShop(woo)
  const site = await world.site({ url: shop.url })
  const services = shop.reaching(world)
  const look = () =>
    action(visit(world, '/onboarding', { as: site.owner, form: { intent: 'look' }, services }))

  for (let count = 0; count < 10; count += 1) await look()
  expect(await look()).toMatchObject({ init: { status: 429 } })
  expect(shop.requests()).toBe(10)

  const form = { intent: 'correct', url: 'https://other.example', category: '' }
  const answer = await action(visit(world, '/onboarding', { as: site.owner, form }))
  expect(answer).toMatchObject({ status: 302 })
})

const withCheckout = '<a href="/secure-checkout">Pay</a><a href="/checkout">Pay</a>'

test('likely checkouts are offered at the end, and nothing changes before the owner accepts one', async () => {
  const world = await createWorld()
  const shop = await openShop(withCheckout)
  const site = await world.site({ url: shop.url })
  await readHomePage(shop.reaching(world), site.scope)
  const at = world.clock.now()
  await store(
    world.services,
    Array.from({ length: 3 }, () => eventRow(site, { receivedAt: at, page: '/zur-kasse' })),
  )
  const press = (form: Record<string, string>, as = site.owner) =>
    action(visit(world, '/onboarding', { as, form }))
  const paths = async () =>
    (await readSiteOptions(world.services, site.scope)).options.checkoutPaths
  await press({ intent: 'choose', type: 'custom' })

  expect(await show(world, site.owner, '?step=publish')).toMatchObject({
    checkoutPages: [
      { path: '/zur-kasse', reason: 'seen' },
      { path: '/secure-checkout', reason: 'linked' },
    ],
  })
  expect(await paths()).toEqual([])

  expect(await press({ intent: 'use-checkout', path: '/teas' })).toMatchObject({
    init: { status: 422 },
  })
  const analyst = await world.member(site.team, { role: 'analyst' })
  await expect(
    press({ intent: 'use-checkout', path: '/secure-checkout' }, analyst),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect(await paths()).toEqual([])

  expect(await press({ intent: 'use-checkout', path: '/secure-checkout' })).toMatchObject({
    data: { saved: 'Checkout page added' },
  })
  expect(await paths()).toEqual(['/secure-checkout'])
  expect(await show(world, site.owner, '?step=publish')).toMatchObject({
    checkoutPages: [{ path: '/zur-kasse', reason: 'seen' }],
  })
})
