import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import {
  activities,
  apiTokens,
  demoShops,
  nudges,
  sites,
  teams,
  users,
} from '#app/db/schema/index.ts'
import { verifyCredentials } from '#app/domain/accounts/login/credentials.server.ts'
import { findDemoShop } from '#workshop/demo/demo-organization.server.ts'
import type { Services } from '#app/services.ts'
import { ensureDemo } from '#workshop/demo/ensure-demo.ts'
import { startShopServer } from '#workshop/shop/shop-server.ts'
import { makeFolder, removeFolder } from '../../support/folders.ts'
import { serve, type Served } from '../../support/serve.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The world's services with a separate folder for the login. */
function withDemo({ services }: World, changes: Partial<Services['config']> = {}): Services {
  const dataDir = makeFolder()
  onTestFinished(() => {
    removeFolder(dataDir)
  })
  return { ...services, config: { ...services.config, dataDir, ...changes } }
}

/** The product with the demo shop at its `/demo`. */
async function serveWithShop(services: Services): Promise<Served> {
  const shop = await findDemoShop(services)
  const site = shop?.token ? { uuid: shop.scope.siteUuid, token: shop.token } : null
  const { appUrl } = services.config
  let baseUrl = ''
  const { url, close } = await startShopServer({
    appUrl,
    log: services.log,
    now: services.now,
    email: 'demo@footfall.localhost',
    baseUrl: () => baseUrl,
    site: () => site,
  })
  onTestFinished(close)
  const served = await serve({ ...services, config: { ...services.config, demoShopUrl: url } })
  baseUrl = served.baseUrl
  return served
}

/** A browser in the demo shop: keeps cookies, and follows redirects by hand. */
async function visitor(services: Services) {
  const { fetch } = await serveWithShop(services)
  const jar = new Map<string, string>()
  const ask = async (address: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { ...init, headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  return {
    jar,
    get: async (address: string) => {
      const answer = await ask(address)
      return { status: answer.status, headers: answer.headers, page: await answer.text() }
    },
    submit: async (address: string, fields: Record<string, string>) => {
      const answer = await ask(address, { method: 'POST', body: new URLSearchParams(fields) })
      const to = answer.headers.get('Location')
      const clears = answer.headers.get('Clear-Site-Data')
      return { status: answer.status, to, clears, page: await answer.text() }
    },
  }
}

const buyer = { first_name: 'Ann', city: 'Leeds', country: 'GB' }
const orderIn = (page: string) => /name="order" value="([^"]+)"/.exec(page)?.[1] ?? ''

test('the first start makes one account, one site, one nudge, and no order', async () => {
  const world = await createWorld()
  const services = withDemo(world)

  const { login, shop } = await ensureDemo(services)
  const again = await ensureDemo(services)

  const { system } = services.db
  expect(again).toEqual({ login, shop })
  expect(await verifyCredentials(services, login, '192.0.2.1')).toMatchObject({ by: 'password' })
  expect(await system.select().from(users)).toHaveLength(1)
  expect(await system.select().from(teams)).toMatchObject([{ name: 'Demo shop' }])
  expect(await system.select().from(sites)).toMatchObject([{ url: services.config.appUrl }])
  expect(await system.select().from(nudges)).toMatchObject([
    { type: 'purchase', state: 'published' },
  ])
  expect(await system.select().from(apiTokens)).toHaveLength(1)
  expect(await system.select().from(activities)).toEqual([])
})

test('the login is a file next to the data that only its owner can read, and is created again when lost', async () => {
  const world = await createWorld()
  const services = withDemo(world)
  const { login: first } = await ensureDemo(services)
  const file = path.join(services.config.dataDir, 'demo-login.json')

  const { login: second } = await ensureDemo(withDemo(world))

  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(first)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(second.password).not.toBe(first.password)
  await expect(verifyCredentials(services, first, '192.0.2.1')).rejects.toMatchObject({
    code: 'invalid',
  })
  expect(await verifyCredentials(services, second, '192.0.2.1')).toMatchObject({ by: 'password' })
})

test("the demo's site follows the product's address", async () => {
  const world = await createWorld()
  await ensureDemo(withDemo(world))

  await ensureDemo(withDemo(world, { appUrl: 'http://localhost:4567' }))

  expect(await world.services.db.system.select().from(sites)).toMatchObject([
    { url: 'http://localhost:4567' },
  ])
})

test('a token that can’t be opened any more is replaced', async () => {
  const world = await createWorld()
  const services = withDemo(world)
  await ensureDemo(services)
  const broken = services.security.secrets.seal('x', 'another row')
  await services.db.system.update(demoShops).set({ apiToken: broken })

  const { shop } = await ensureDemo(services)

  expect(shop.token).toMatch(/^nk_/)
  expect(await findDemoShop(services)).toEqual(shop)
})

test('a nudge that its owner took down stays down after the next start', async () => {
  const world = await createWorld()
  const services = withDemo(world)
  await ensureDemo(services)
  await services.db.system.update(nudges).set({ state: 'paused' })

  await ensureDemo(services)

  expect(await services.db.system.select().from(nudges)).toMatchObject([{ state: 'paused' }])
})

test('an order goes through the REST API and shows on the next page', async () => {
  const world = await createWorld()
  const services = withDemo(world)
  await ensureDemo(services)
  const shop = await visitor(services)

  await shop.submit('/demo/cart', { product: 'stoneware-mug', quantity: '2' })
  await shop.submit('/demo/cart', { product: 'glass-carafe', quantity: '1' })
  const checkout = await shop.get('/demo/checkout')
  const placed = await shop.submit('/demo/checkout', { order: orderIn(checkout.page), ...buyer })
  const thanks = await shop.get('/demo/thanks')

  const uuid = (await findDemoShop(services))?.scope.siteUuid ?? ''
  const stored = await services.db.system.select().from(activities)
  expect([placed.status, placed.to]).toEqual([303, '/demo/thanks'])
  // Otherwise the browser could use the cached payload on the next page for ten seconds.
  expect(placed.clears).toBe('"cache"')
  expect(stored).toMatchObject([
    {
      externalId: orderIn(checkout.page),
      source: 'rest_api',
      trust: 'signed',
      firstName: 'Ann',
      // The dearer one.
      productTitle: 'Glass carafe',
      productUrl: `${services.config.appUrl}/demo/products/glass-carafe`,
      isShowable: true,
      occurredAt: world.clock.now(),
    },
  ])
  expect(thanks.page).toContain(`data-site="${uuid}"`)
  expect(thanks.page).toContain('log in as <strong>demo@footfall.localhost</strong>')
  const { page } = await shop.get(`/api/pixel/${uuid}`)
  expect(JSON.parse(page)).toMatchObject({
    nudges: [{ items: [{ title: 'Ann in the UK', text: 'bought Glass carafe' }] }],
  })
  expect(shop.jar.has('demo_cart')).toBe(false)
})

test('an order that is sent twice is placed once', async () => {
  const world = await createWorld()
  const services = withDemo(world)
  await ensureDemo(services)
  const shop = await visitor(services)
  await shop.submit('/demo/cart', { product: 'stoneware-mug', quantity: '1' })
  const order = orderIn((await shop.get('/demo/checkout')).page)
  const cart = shop.jar.get('demo_cart') ?? ''

  await shop.submit('/demo/checkout', { order, ...buyer })
  world.clock.advance(5_000)
  shop.jar.set('demo_cart', cart)
  const again = await shop.submit('/demo/checkout', { order, ...buyer })

  expect(again.to).toBe('/demo/thanks')
  expect(await services.db.system.select().from(activities)).toHaveLength(1)
})

test('each error shows at its field, and nothing that was typed is lost', async () => {
  const world = await createWorld()
  const services = withDemo(world)
  await ensureDemo(services)
  const shop = await visitor(services)
  await shop.submit('/demo/cart', { product: 'stoneware-mug', quantity: '1' })

  const answer = await shop.submit('/demo/checkout', {
    first_name: `<b>${'x'.repeat(200)}`,
    city: 'Leeds & Bradford',
    country: 'Atlantis',
  })

  expect(answer.status).toBe(422)
  expect(answer.page).toMatch(/id="first_name-error">\s*Use 200 characters or fewer\./)
  expect(answer.page).toMatch(/id="country-error">\s*Must be a two-letter country code/)
  expect(answer.page).toContain('value="Leeds &amp; Bradford"')
  expect(answer.page).toContain('value="&lt;b&gt;xxx')
  expect(shop.jar.get('demo_cart')).toBe('stoneware-mug.1')
  expect(await services.db.system.select().from(activities)).toEqual([])
})

test('while the API takes nothing, the form is kept and says so', async () => {
  const world = await createWorld()
  const services = withDemo(world)
  await ensureDemo(services)
  await services.db.system.update(apiTokens).set({ expiresAt: new Date(0) })
  const shop = await visitor(services)
  await shop.submit('/demo/cart', { product: 'stoneware-mug', quantity: '1' })

  const answer = await shop.submit('/demo/checkout', buyer)

  expect(answer.status).toBe(503)
  expect(answer.page).toContain('Your cart is safe. Try again in a moment.')
  expect(answer.page).toContain('value="Leeds"')
  expect(shop.jar.get('demo_cart')).toBe('stoneware-mug.1')
})

test("the demo's token reaches no other site", async () => {
  const world = await createWorld()
  const services = withDemo(world)
  const foreign = await world.site()
  await ensureDemo(services)
  const shop = await findDemoShop(services)
  const sibling = await world.site({
    team: { scope: shop?.scope ?? foreign.scope, owner: foreign.owner },
  })
  const { fetch } = await serve(services)
  const post = (uuid: string) =>
    fetch(`/api/v1/sites/${uuid}/activities`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${String(shop?.token)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ kind: 'purchase', id: '1', occurred_at: '2026-03-02T09:00:00Z' }),
    }).then(({ status }) => status)

  expect(await post(foreign.uuid)).toBe(404)
  expect(await post(sibling.uuid)).toBe(404)
  expect(await post(shop?.scope.siteUuid ?? '')).toBe(201)
})

test('without a demo next to it, the product has no demo shop and no demo account', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()

  const answers = await Promise.all(
    ['/demo', '/demo/cart', '/demo/style.css'].map((address) => fetch(address)),
  )

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(
    await world.services.db.system
      .select()
      .from(users)
      .where(eq(users.email, 'demo@footfall.localhost')),
  ).toEqual([])
})

test('pages, drawings and the style sheet are there; what is not is not found', async () => {
  const world = await createWorld()
  const services = withDemo(world)
  await ensureDemo(services)
  const shop = await visitor(services)

  const start = await shop.get('/demo')
  const links = [...start.page.matchAll(/(?:href|src)="(\/demo[^"]*)"/g)].map(([, to = '']) => to)

  expect(start.status).toBe(200)
  expect(links.length).toBeGreaterThan(12)
  for (const link of new Set(links))
    expect([link, (await shop.get(link)).status]).toEqual([link, 200])
  for (const link of ['/demo/products/gold-bar', '/demo/images/..%2Fstyle.css', '/demo/nothing']) {
    expect([link, (await shop.get(link)).status]).toEqual([link, 404])
  }
  expect((await shop.get('/demo/style.css')).headers.get('Content-Type')).toContain('text/css')
  expect((await shop.get('/demo/images/mug.svg')).headers.get('Content-Type')).toBe('image/svg+xml')
  expect((await shop.get('/demo/checkout')).status).toBe(303)
})

test('a form of another site puts nothing into the cart', async () => {
  const world = await createWorld()
  const services = withDemo(world)
  await ensureDemo(services)
  const { fetch } = await serveWithShop(services)

  const answer = await fetch('/demo/cart', {
    method: 'POST',
    headers: { Origin: 'https://evil.example' },
    body: new URLSearchParams({ product: 'stoneware-mug', quantity: '1' }),
  })

  expect(answer.status).toBe(403)
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('a product whose demo shop has ended says so, and logs no error', async () => {
  const world = await createWorld({ environment: { DEMO_SHOP_URL: 'http://127.0.0.1:9' } })
  const { fetch } = await world.serve()

  const answer = await fetch('/demo')

  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('The demo shop isn’t running.')
})
