/** Documents and data in the frame of Shopify's admin, and everything that isn't from there. */
import { expect, test } from 'vitest'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { bouncePath } from '#app/platforms/shopify/shell-request.ts'
import { retryHeader } from '#app/platforms/shopify/shopify.server.ts'
import {
  sessionClaims,
  shopifyApp,
  signQuery,
  signToken,
} from '#workshop/doubles/shopify-server.ts'
import {
  createShopifyWorld,
  frameQuery,
  linen,
  type ShopifyWorld,
} from '../../support/shopify/shopify-world.ts'

const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
const wool = 'wool.myshopify.com'

async function createFrame() {
  const world = await createShopifyWorld()
  const { fetch, baseUrl } = await world.serve()
  const ask = async (
    path: string,
    headers: Record<string, string> = {},
    init: RequestInit = {},
  ) => {
    const response = await fetch(path, { ...init, headers: { ...browser, ...headers } })
    return { response, status: response.status, text: await response.text() }
  }
  return { world, ask, baseUrl, inFrame: frameQuery(linen, { origin: world.shopify.url }) }
}

const ancestorsOf = ({ headers }: Response) =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]

const locationOf = ({ headers }: Response) =>
  new URL(headers.get('location') ?? '', 'http://footfall.test')

/** The shop's token from two minutes ago, which expired a minute ago. */
const oldToken = ({ clock, owner }: ShopifyWorld) =>
  signToken(sessionClaims(linen, owner.id, new Date(clock.now().getTime() - 120_000)))

test('a document of the admin shows the shop’s home, with App Bridge first', async () => {
  const { world, ask } = await createFrame()

  const { response, status, text } = await ask(world.documentOf('/', world.owner))

  expect(status).toBe(200)
  expect(text).toContain('data-shell="shopify"')
  const [first = ''] = /<script[^>]*>/.exec(text) ?? []
  expect(first).toContain(`src="${world.shopify.url}/app-bridge.js"`)
  expect(first).not.toMatch(/async|defer|module/)
  expect(text).toContain(`<meta name="shopify-api-key" content="${shopifyApp.apiKey}"`)
  expect(text.indexOf('shopify-api-key')).toBeLessThan(text.indexOf(first))
  expect(ancestorsOf(response)).toBe(world.shopify.url)
  expect(response.headers.get('x-frame-options')).toBeNull()
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(response.headers.get('link')).toContain('app-bridge.js>; rel="preload"; as="script"')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(new RegExp(`script-src 'self' 'nonce-[^']+' ${world.shopify.url};`))
  // No navigation of ours beside the admin's.
  expect(text).not.toContain('shell-side')
})

test('outside of the frame, nothing of Shopify is loaded or allowed', async () => {
  const { ask, world } = await createFrame()

  const { response, text } = await ask('/auth/login')

  expect(text).not.toContain('app-bridge')
  expect(response.headers.get('content-security-policy')).not.toContain(world.shopify.url)
  expect(ancestorsOf(response)).toBe("'none'")
})

test('a document without a token gets one, and comes back to the same address', async () => {
  const { ask, inFrame } = await createFrame()

  const { response, status } = await ask(`/goals?${inFrame}&range=7`)

  expect(status).toBe(302)
  const bounce = locationOf(response)
  expect(bounce.pathname).toBe('/shopify/session-token')
  // By the configured address, whatever the Host header was.
  expect(bounce.searchParams.get('shopify-reload')).toBe(
    `http://footfall.test/goals?${inFrame}&range=7`,
  )
  expect(bounce.searchParams.get('shop')).toBe(linen)
})

test('an expired token is replaced on documents, and its shop may still frame the page', async () => {
  const { ask, inFrame, world } = await createFrame()

  const { response } = await ask(`/goals?${inFrame}&id_token=${oldToken(world)}`)
  const bounce = locationOf(response)
  expect(bounce.searchParams.has('id_token')).toBe(false)
  const page = await ask(bounce.pathname + bounce.search)

  expect(page.status).toBe(200)
  expect(ancestorsOf(response)).toBe(world.shopify.url)
  expect(ancestorsOf(page.response)).toBe(world.shopify.url)
  expect(page.text.match(/<script/g)).toHaveLength(1)
  expect(page.text).toContain(`${world.shopify.url}/app-bridge.js`)
  expect(page.text).toContain(shopifyApp.apiKey)
  // App Bridge puts what it fetches in place of this page, whose policy stays.
  const reload = new URL(bounce.searchParams.get('shopify-reload') ?? '')
  const fetched = await ask(reload.pathname + reload.search, {
    ...world.bearerOf(world.owner),
    'X-Shopify-Bounce': '1',
  })
  expect(fetched.status).toBe(200)
  const nonceOf = ({ headers }: Response) =>
    /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
  expect(nonceOf(fetched.response)).toBe(nonceOf(page.response))
  expect(fetched.text).toContain(`nonce="${nonceOf(page.response) ?? ''}"`)
})

/** Each address as the frame asks for it when it reloads: with what addresses keep, without a token. */
const reloaded: [string, number][] = [
  ['/', 302],
  ['/goals', 302],
  ['/account', 302],
  ['/onboarding', 302],
  ['/shopify/billing/success', 302],
  ['/auth/login', 302],
  ['/nowhere', 404],
  ['/kiosk', 302],
  ['/shopify', 302],
  ['/shopify/auth/error?reason=frozen', 200],
  ['/shopify/session-token?shopify-reload=http://footfall.test/goals', 200],
  ['/shopify/session-token?shopify-reload=http://evil.example/', 400],
]

test.each(reloaded)('the admin shows a reload of %s', async (path, expected) => {
  const { ask, inFrame, world } = await createFrame()
  await ask(world.documentOf('/', world.owner))

  const { response, status, text } = await ask(`${path}${path.includes('?') ? '&' : '?'}${inFrame}`)

  expect(status).toBe(expected)
  expect(ancestorsOf(response)).toBe(world.shopify.url)
  expect(response.headers.get('x-frame-options')).toBeNull()
  // No proof, no person. And no advertisement beside what the admin shows.
  expect(text).not.toContain(world.owner.email)
  expect(text).not.toMatch(/Honest social proof|class="guest|class="logo/)
})

test('an address without a shop’s exact domain, and a write, name none', async () => {
  const { ask, inFrame } = await createFrame()
  const addresses = [
    'evil.example',
    `${linen}.evil.example`,
    `evil.example/${linen}`,
    `${linen} https://evil.example`,
    `${linen};script-src *`,
    '*.myshopify.com',
  ].map((shop) => `/goals?${new URLSearchParams({ shop, host: 'x', embedded: '1' }).toString()}`)

  for (const address of addresses) {
    const { response } = await ask(address)
    expect([address, ancestorsOf(response)]).toEqual([address, "'none'"])
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  }
  const written = await ask(`/shopify?${inFrame}`, {}, { method: 'POST', body: 'shop=linen' })
  expect(ancestorsOf(written.response)).toBe("'none'")
})

test('an address that Shopify signed names its shop, too', async () => {
  const { ask, world } = await createFrame()
  const [host, embedded] = ['YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvbGluZW4=', '1']
  const signed = (shop: string) => signQuery({ shop, host, embedded, timestamp: '1700000000' })

  const { response } = await ask(`/goals?${signed(linen).toString()}`)
  const changed = signed(linen)
  changed.set('shop', wool)
  const forged = await ask(`/goals?${changed.toString()}`)

  expect(ancestorsOf(response)).toBe(world.shopify.url)
  // Its answer leads to the page that gets a token, and shows nothing.
  expect([forged.status, locationOf(forged.response).pathname]).toEqual([302, bouncePath])
})

test.each(['/goals.data', '/api/user'])(
  'data with an expired token is asked for again: %s',
  async (path) => {
    const { ask, world } = await createFrame()

    const { response, status } = await ask(path, { Authorization: `Bearer ${oldToken(world)}` })

    expect(status).toBe(401)
    expect(response.headers.get(retryHeader)).toBe('1')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(ancestorsOf(response)).toBe(world.shopify.url)
  },
)

test('the calls for settings know the person of the frame', async () => {
  const { ask, world } = await createFrame()
  const bearer = world.bearerOf(world.owner)

  const user = await ask('/api/user', bearer)
  const variables = await ask('/api/spark-variables', bearer)

  expect(user.status).toBe(200)
  expect(JSON.parse(user.text)).toMatchObject({
    user: {
      email: world.owner.email,
      provider: 'shopify',
      provider_id: world.owner.id,
      shopify_user_data: { id: world.owner.id, shop: linen },
    },
  })
  expect(JSON.parse(variables.text)).toMatchObject({
    user: { email: world.owner.email },
    team: {
      name: 'Linen & Co',
      isShopify: true,
      shop_id: 1,
      plan: { attributes: { billingType: 'impressions' } },
    },
  })
})

test('a token of one shop never opens another', async () => {
  const { ask, world } = await createFrame()
  const other = world.shopify.shop({ domain: wool, name: 'Wool' })
  const stranger = world.shopify.addStaff(other, { id: '9', email: 'wendy@wool.example' })
  await visitShop(world.services, { token: world.tokenOf(stranger, other), shop: null })
  const woolFrame = frameQuery(wool, { origin: world.shopify.url })
  const token = world.tokenOf(world.owner)

  const document = await ask(`/account/general?${woolFrame}&id_token=${token}`)
  const data = await ask(`/account/general.data?${woolFrame}`, { Authorization: `Bearer ${token}` })
  const call = await ask('/api/user', { Authorization: `Bearer ${token}` })

  expect(document.status).toBe(302)
  expect(locationOf(document.response).pathname).toBe('/shopify/auth/error')
  expect(locationOf(document.response).searchParams.get('reason')).toBe('other-shop')
  // The reason has to appear in the frame, where no token of this shop is at hand.
  const reason = await ask(
    locationOf(document.response).pathname + locationOf(document.response).search,
  )
  expect([reason.status, ancestorsOf(reason.response)]).toEqual([200, world.shopify.url])
  expect(reason.text).not.toContain('wendy')
  expect(data.status).toBe(401)
  expect(data.response.headers.get(retryHeader)).toBeNull()
  expect(data.text).not.toContain('wendy')
  expect(JSON.parse(call.text)).toMatchObject({ user: { email: world.owner.email } })
})

test.each([
  ['no shop', 'shop=&host=YWRtaW4uc2hvcGlmeS5jb20&embedded=1'],
  ['a site with the suffix', `shop=evil.example/x.myshopify.com&host=x&embedded=1`],
  ['two shops', `shop=${linen}&shop=${wool}&embedded=1`],
])('%s leads to the field for the shop', async (_what, query) => {
  const { ask } = await createFrame()

  const { response, status } = await ask(`/goals?${query}`)

  expect(status).toBe(302)
  expect(locationOf(response).pathname).toBe('/shopify')
  expect((await ask(`/shopify?${query}`)).status).toBe(200)
})

test.each([
  ['outside of the frame', (query: string) => query.replace('embedded=1', 'embedded=0')],
  ['with a host that is none', (query: string) => query.replace(/host=[^&]+/, 'host=%00%ff')],
  [
    'with another site as host',
    (query: string) =>
      query.replace(/host=[^&]+/, `host=${Buffer.from('evil.example/admin').toString('base64')}`),
  ],
])('a shop’s address %s leads into its admin', async (_what, change) => {
  const { ask, inFrame, world } = await createFrame()

  const { response, status, text } = await ask(`/goals?${change(inFrame)}`)

  const admin = `${world.shopify.url}/store/linen/apps/footfall`
  if (status === 302) {
    expect(response.headers.get('location')).toBe(admin)
    return
  }
  // In the frame a page opens it, because the frame itself can't.
  expect(ancestorsOf(response)).toBe(world.shopify.url)
  const [, opened = ''] = /window\.open\("([^"]+)", '_top'\)/.exec(text) ?? []
  expect(opened).toMatch(new RegExp(`^${admin}\\?left=\\w+$`))
  // An admin that frames it the same way again is left once.
  const note = new URL(opened).search.slice(1)
  const again = await ask(`/goals?${change(inFrame)}&${note}`)
  expect(again.text).not.toContain('_top')
  expect(locationOf(again.response).pathname).toBe('/shopify/auth/error')
  world.clock.advance(10_000)
  expect((await ask(`/goals?${change(inFrame)}&${note}`)).text).toContain('_top')
})

test('programs get nothing, Shopify’s own apps do', async () => {
  const { ask, inFrame } = await createFrame()
  const statusOf = async (agent: string) =>
    (await ask(`/goals?${inFrame}`, { 'User-Agent': agent })).status

  expect(await statusOf('Googlebot/2.1')).toBe(410)
  expect(await statusOf('Shopify POS/9.1 (iPad; iOS 18) bot')).toBe(302)
  expect(await statusOf('Shopify Mobile/iOS/9.2 (bot)')).toBe(302)
})

test('extensions of the admin may ask from their origin, by token', async () => {
  const { ask, world } = await createFrame()
  const origin = 'https://extensions.shopifycdn.com'
  const preflight = await ask(
    '/api/user',
    {
      Origin: origin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    },
    { method: 'OPTIONS' },
  )
  const asked = await ask('/api/user', { Origin: origin, ...world.bearerOf(world.owner) })
  const same = await ask('/api/user', world.bearerOf(world.owner))

  expect(preflight.status).toBe(204)
  for (const { response } of [preflight, asked]) {
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('access-control-expose-headers')).toMatch(/Reauthorize-Url/)
  }
  expect(same.response.headers.get('access-control-allow-origin')).toBeNull()
})

test('other origins read nothing but the API, not even with a token', async () => {
  const { ask, inFrame, world } = await createFrame()
  const Origin = 'https://extensions.shopifycdn.com'
  const wanted = {
    Origin,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'authorization',
  }

  const answers = [
    await ask(`/?${inFrame}`, wanted, { method: 'OPTIONS' }),
    await ask(`/data-feeds.data?${inFrame}`, wanted, { method: 'OPTIONS' }),
    await ask(`/goals?${inFrame}`, { Origin, ...world.bearerOf(world.owner) }),
    await ask(`/account/general.data?${inFrame}`, { Origin, ...world.bearerOf(world.owner) }),
  ]

  for (const { response } of answers) {
    const names = [...response.headers.keys()]
    expect(names.filter((name) => name.startsWith('access-control-allow'))).toEqual([])
  }
})

test('a login’s cookie counts for nothing in the frame', async () => {
  const { ask, inFrame, world } = await createFrame()
  const person = await world.user()

  const read = await ask(`/account/general?${inFrame}`, { Cookie: person.cookie })
  const written = await ask(
    `/account/general?${inFrame}`,
    {
      Cookie: person.cookie,
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
      'Content-Type': 'text/plain',
    },
    { method: 'POST', body: 'intent=name&name=Mallory' },
  )

  expect(read.status).toBe(302)
  expect(locationOf(read.response).pathname).toBe('/shopify/session-token')
  expect(written.status).toBe(403)
})

test('a write in the frame needs its token alone', async () => {
  const { ask, baseUrl, world } = await createFrame()
  const form = new URLSearchParams({ intent: 'name', name: 'Olivia Owner' })

  const { status } = await ask(
    '/account/general.data',
    { ...world.bearerOf(world.owner), Origin: baseUrl },
    { method: 'POST', body: form },
  )
  const { text } = await ask('/api/user', world.bearerOf(world.owner))

  expect(status).toBeLessThan(300)
  expect(JSON.parse(text)).toMatchObject({ user: { name: 'Olivia Owner' } })
})

test('a redirect inside keeps the frame’s parameters, and is a page where App Bridge fetched', async () => {
  const { ask, world } = await createFrame()

  const document = await ask(world.documentOf('/account', world.owner))
  const target = locationOf(document.response)
  const fetched = await ask(`/account?${frameQuery(linen, { origin: world.shopify.url })}`, {
    ...world.bearerOf(world.owner),
    'X-Shopify-Bounce': '1',
  })

  expect([document.status, target.pathname]).toEqual([302, '/account/general'])
  expect(target.searchParams.get('shop')).toBe(linen)
  expect(target.searchParams.get('embedded')).toBe('1')
  expect(target.searchParams.get('id_token')).toMatch(/\./)
  expect(fetched.status).toBe(200)
  expect(fetched.text).toContain('window.open("http://footfall.test/account/general?shop=')
  expect(fetched.text).toContain("'_self')")
})

test('a document whose newest token is refused, too, leads to the page that says so', async () => {
  const { ask, world, inFrame } = await createFrame()
  const foreign = signToken(sessionClaims(linen, world.owner.id, world.clock.now()), {
    secret: 'secret-of-another-app',
  })

  const { response, text } = await ask(`/goals?${inFrame}`, {
    Authorization: `Bearer ${foreign}`,
    'X-Shopify-Bounce': '1',
  })

  // App Bridge puts the answer in place of the page, whatever its status is.
  expect(response.headers.get('content-type')).toContain('text/html')
  const [, opened = ''] = /window\.open\("([^"]+)", '_self'\)/.exec(text) ?? []
  const { pathname, searchParams } = new URL(opened)
  expect(pathname).toBe('/shopify/auth/error')
  expect(searchParams.get('reason')).toBe('session')
  const shown = await ask(pathname + new URL(opened).search)
  expect(shown.text).toContain('Your session didn’t start')
  expect(ancestorsOf(shown.response)).toBe(world.shopify.url)
})

test.each([
  'https://evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  '/goals\n',
  'http://footfall.test@evil.example/',
  '',
])('no token is fetched for %j', async (wanted) => {
  const { ask, inFrame } = await createFrame()
  const query = new URLSearchParams(inFrame)
  query.set('shopify-reload', wanted)

  const { status, text } = await ask(`/shopify/session-token?${query.toString()}`)

  expect(status).toBe(400)
  expect(text).not.toContain('app-bridge')
})

test('the exit leads to our pages and to the shop’s in Shopify', async () => {
  const { ask, inFrame, world } = await createFrame()
  const exit = (url: string, token = oldToken(world)) => {
    const query = new URLSearchParams(inFrame)
    query.set('exitIframe', url)
    query.set('id_token', token)
    return ask(`/shopify/exit-iframe?${query.toString()}`)
  }

  const inside = await exit('/goals?a="</script><b>')
  expect(inside.text).toContain(
    `window.open("http://footfall.test/goals?a=%22%3C/script%3E%3Cb%3E", '_top')`,
  )
  const confirmed = await exit(`${world.shopify.url}/store/linen/charges/1`)
  expect(confirmed.text).toContain(`${world.shopify.url}/store/linen/charges/1`)
  for (const wanted of ['https://evil.example/', '//evil.example', '/a\u0001b', '/a b', '/\\evil'])
    expect([wanted, (await exit(wanted)).status]).toEqual([wanted, 400])
  // Without a proof of the shop, Shopify's pages are no destination, either.
  expect((await exit(`${world.shopify.url}/store/linen`, 'a.b.c')).status).toBe(400)
})

test('Shopify’s outage during a first visit is answered plainly, and stores nothing', async () => {
  const { ask, world } = await createFrame()

  world.shopify.failNext('access_token', { status: 503 }, { status: 503 })
  const away = await ask(world.documentOf('/', world.owner))
  world.shopify.failNext('graphql.json', { status: 402 })
  const frozen = await ask(world.documentOf('/', world.owner))

  expect(away.status).toBe(503)
  expect(away.text).toContain('Shopify isn’t answering')
  expect(locationOf(frozen.response).searchParams.get('reason')).toBe('frozen')
  expect((await ask(world.documentOf('/', world.owner))).status).toBe(200)
})
