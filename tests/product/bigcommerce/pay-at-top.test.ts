/** Cards of people in a control panel: entered at the top, where Stripe's scripts run, and nothing else opens there. */
import { eq } from 'drizzle-orm'
import { onTestFinished, expect, test } from 'vitest'
import { billingAccounts } from '#app/db/schema/billing.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { minuteMillis } from '#app/lib/time.ts'
import {
  startStripeBilling,
  stripeKeys,
} from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import {
  createBigCommerceWorld,
  type Answer,
  type BigCommerceWorld,
} from '../../support/bigcommerce/bigcommerce-world.ts'
import { passIn } from '../../support/framed/framed-story.ts'

async function createPayer() {
  const clock: { now: () => Date } = { now: () => new Date(0) }
  const stripe = await startStripeBilling(() => clock.now())
  onTestFinished(stripe.stop)
  const world = await createBigCommerceWorld({
    STRIPE_SECRET_KEY: stripeKeys.secret,
    STRIPE_PUBLISHABLE_KEY: stripeKeys.publishable,
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghij',
    STRIPE_DOUBLE_URL: stripe.url,
  })
  clock.now = world.clock.now
  const { store, services } = world
  const { token } = passIn(await world.follow(await world.install(store)))
  const { appUrl } = services.config
  /** The path at the top that the press in the frame leads to. */
  const leave = async (to = '/billing/card') => {
    const { html } = await world.ask('/billing/card.data', {
      method: 'POST',
      body: new URLSearchParams({ intent: 'leave-frame', to }),
      headers: { Authorization: `Bearer ${token}`, Origin: appUrl },
    })
    const url = /http[^"]*\/frame\/top[^"]*/.exec(html)?.[0] ?? ''
    return url.slice(appUrl.length)
  }
  return { world, token, leave, stripe }
}

const atTop = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'same-origin' }

const open = ({ ask }: BigCommerceWorld, path: string, cookie = '', headers = {}) =>
  ask(path, { headers: { ...atTop, ...(cookie ? { Cookie: cookie } : {}), ...headers } })

const billing = '/billing?visit=linen'

const details = {
  billing_name: 'Example B.V.',
  billing_address: 'Keizersgracht 1',
  billing_city: 'Amsterdam',
  billing_zip: '1015 AA',
  billing_country: 'NL',
}

const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')?.split(';')[0] ?? ''

test('a card is entered at the top, and the way back leads into the control panel', async () => {
  const { world, token, leave, stripe } = await createPayer()
  const inFrame = await world.ask('/billing/card?plan=plus', {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(inFrame.html).toContain('Enter card')
  expect(inFrame.headers.get('content-security-policy')).not.toContain(stripe.url)

  const entered = await open(world, await leave('/billing/card?plan=plus'))
  expect(entered.location?.pathname).toBe('/billing/card')
  expect(entered.location?.search).toBe('?plan=plus&visit=linen')
  const page = await open(world, '/billing/card?plan=plus&visit=linen', cookieOf(entered))

  expect(page.status).toBe(200)
  expect(page.html).toContain('Save card')
  expect(page.html).toContain('href="/frame/top?visit=linen"')
  expect(page.html).toContain('/billing/card?visit=linen')
  expect(page.headers.get('content-security-policy')).toContain(stripe.url)
  const back = await open(world, '/frame/top?visit=linen', cookieOf(entered))
  expect(back.location?.href).toBe(`${world.bigcommerce.url}/panel/linen/manage/app/31415`)
  expect(back.headers.get('set-cookie')).toContain('Max-Age=0')
})

test('the cookie opens billing for half an hour, and no other screen', async () => {
  const { world, leave } = await createPayer()
  const cookie = cookieOf(await open(world, await leave()))

  expect((await open(world, billing, cookie)).status).toBe(200)
  for (const page of ['/', '/account/general', '/settings/teams', '/billingx']) {
    const path = `${page}?visit=linen`
    const { location, status } = await open(world, path, cookie)
    expect([path, location?.pathname ?? status]).toEqual([
      path,
      page === '/billingx' ? 404 : '/auth/login',
    ])
  }
  world.clock.advance(31 * minuteMillis)
  expect((await open(world, billing, cookie)).location?.pathname).toBe('/frame/top')
})

test('a visit that is over leads back into the control panel, not to a login', async () => {
  const { world, leave } = await createPayer()
  const cookie = cookieOf(await open(world, await leave()))
  const panel = `${world.bigcommerce.url}/panel/linen/manage/app/31415`
  world.clock.advance(31 * minuteMillis)

  const saved = await world.ask('/billing/card?visit=linen', {
    method: 'POST',
    body: new URLSearchParams({ name: 'Linen' }),
    headers: { ...atTop, Cookie: cookie, Origin: world.services.config.appUrl },
  })
  expect([saved.status, saved.location?.pathname]).toEqual([302, '/frame/top'])
  const back = await open(world, '/frame/top?visit=linen', cookie)
  expect(back.location?.href).toBe(panel)
  expect(back.headers.get('set-cookie')).toContain('Max-Age=0')
  // A cookie that we didn't sign leads nowhere else.
  const forged = await open(world, '/billing', `${cookie.slice(0, -1)}x`)
  expect(forged.location?.pathname).toBe('/auth/login')
  // Someone who is logged in goes on with their own account.
  const token = await world.logIn(await world.user())
  const both = await open(world, '/billing', `${cookie}; token=${token}`)
  expect(both.location?.pathname).not.toBe('/frame/top')
})

test('a ticket works once, for a minute, and only where our page in the frame leads to', async () => {
  const { world, leave } = await createPayer()
  const stranger = await open(world, await leave(), '', { 'Sec-Fetch-Site': 'cross-site' })
  expect([stranger.status, stranger.headers.get('set-cookie')]).toEqual([401, null])
  const path = await leave()
  expect((await open(world, path)).status).toBe(302)
  expect((await open(world, path)).status).toBe(401)
  const late = await leave()
  world.clock.advance(2 * minuteMillis)
  expect((await open(world, late)).status).toBe(401)
  const elsewhere = await open(world, await leave('https://evil.example/billing'))
  expect(elsewhere.location?.pathname).toBe('/billing')
  expect(elsewhere.location?.host).not.toBe('evil.example')
})

test('a login leads no one to a ticket, which may be a stranger’s', async () => {
  const { world, leave } = await createPayer()
  const { email, password } = await world.user()
  const ticket = await leave()
  const logIn = (to: string) =>
    world.ask(`/auth/login?to=${encodeURIComponent(to)}`, {
      method: 'POST',
      body: new URLSearchParams({ email, password }),
      headers: { ...atTop, Origin: world.services.config.appUrl },
    })

  expect((await logIn('/billing')).location?.pathname).toBe('/billing')
  for (const to of [
    ticket,
    ticket.replace('/frame', '/Frame'),
    ticket.replace('/frame', '/%66rame'),
    ticket.replace('/frame/', '/frame%2F'),
    ticket.replace('/top?', '/top.data?'),
  ]) {
    const { location, headers } = await logIn(to)
    expect([to, location?.pathname]).toEqual([to, '/'])
    expect(headers.get('set-cookie')).not.toContain('card_visit')
  }
})

test('a visit ends with the session in the frame', async () => {
  const { world, leave } = await createPayer()
  const cookie = cookieOf(await open(world, await leave()))
  expect((await open(world, billing, cookie)).status).toBe(200)

  await world.bigcommerce.uninstall(world.store)

  expect((await open(world, billing, cookie)).location?.pathname).toBe('/frame/top')
})

test('a page without the name of its store gets it, unless someone is logged in', async () => {
  const { world, leave } = await createPayer()
  const cookie = cookieOf(await open(world, await leave()))

  const returned = await open(world, '/billing/checkout/success?a=1', cookie)
  expect(returned.location?.pathname).toBe('/billing/checkout/success')
  expect(returned.location?.search).toBe('?a=1&visit=linen')
  const data = await open(world, '/billing/card.data', cookie, { 'Sec-Fetch-Dest': 'empty' })
  expect(data.html).toContain('/billing/card?visit=linen')
})

test('another login of the same browser keeps its pages, and the store’s keep theirs', async () => {
  const { world, leave } = await createPayer()
  const owner = await world.user()
  const { scope: other } = await world.team({ owner })
  const login = owner.cookie
  const both = `${cookieOf(await open(world, await leave()))}; ${login}`
  const save = (path: string, organization: number, cookie = both) =>
    world.ask(path, {
      method: 'POST',
      body: new URLSearchParams({ organization: String(organization), ...details }),
      headers: { ...atTop, Cookie: cookie, Origin: world.services.config.appUrl },
    })
  const [store] = await world.services.db.system.select({ teamId: tenants.teamId }).from(tenants)
  const storeTeam = store?.teamId ?? 0
  const nameOf = async (teamId: number) => {
    const [row] = await world.services.db.system
      .select({ name: billingAccounts.billingName })
      .from(billingAccounts)
      .where(eq(billingAccounts.teamId, teamId))
    return row?.name ?? null
  }

  expect((await open(world, '/billing/details', both)).html).not.toContain('/frame/top')
  expect((await open(world, '/billing/details?visit=linen', both)).html).toContain('/frame/top')
  // As its page was opened by the login, so is it saved.
  expect((await save('/billing/details', other.teamId)).status).toBe(200)
  expect(await nameOf(other.teamId)).toBe(details.billing_name)
  expect(await nameOf(storeTeam)).toBeNull()
  // A page about another organization than the one that saves.
  expect((await save('/billing/details?visit=linen', other.teamId)).status).toBe(409)
  expect((await save('/billing/details', storeTeam)).status).toBe(409)
  expect(await nameOf(storeTeam)).toBeNull()
  // The store’s page after its visit is no one else’s.
  world.clock.advance(31 * minuteMillis)
  const late = await save('/billing/details?visit=linen', other.teamId)
  expect(late.location?.pathname).toBe('/frame/top')
  const calls = await open(world, '/api/user?visit=linen', login)
  expect(calls.status).toBe(200)
})

test('a page of one store isn’t answered for another one', async () => {
  const { world, leave } = await createPayer()
  const cookie = cookieOf(await open(world, await leave()))

  const page = await open(world, '/billing?visit=silk', cookie)
  expect(page.status).toBe(409)
  expect(page.html).toContain('another store')
  expect((await open(world, '/frame/top?visit=silk', cookie)).status).toBe(409)
  expect((await open(world, billing, cookie)).status).toBe(200)
})
