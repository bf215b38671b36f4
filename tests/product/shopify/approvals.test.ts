/** Approvals by OAuth that begin in a shop's admin: their way back leads into it, and proves the person there. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { connections } from '#app/db/schema/index.ts'
import { purgeDueShops } from '#app/domain/lifecycle/purge-shops.server.ts'
import { sendSecurityEmail } from '#app/jobs/account-emails.server.ts'
import { sendLossEmail } from '#app/jobs/connections.server.ts'
import { purgeDays, uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { startMailchimpServer } from '#workshop/doubles/shops/mailchimp-server.ts'
import { startWooServer } from '#workshop/doubles/shops/woo-server.ts'
import type { DoubleShop, DoubleStaff } from '#workshop/doubles/shopify-server.ts'
import { createShopifyWorld, frameQuery, linen } from '../../support/shopify/shopify-world.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0'

/** @param hasLogin the shop's owner has an account outside of Shopify already */
async function createAdminWorld({ hasLogin = false } = {}) {
  let now = () => new Date()
  const mailchimp = await startMailchimpServer(() => now())
  const woo = await startWooServer(() => now())
  for (const double of [mailchimp, woo]) onTestFinished(double.stop)
  const world = await createShopifyWorld({
    INTEGRATION_ORIGINS: [
      `https://login.mailchimp.com=${mailchimp.url}`,
      `https://us6.api.mailchimp.com=${mailchimp.url}`,
      `${woo.url}=${woo.url}`,
    ].join(','),
    MAILCHIMP_CLIENT_ID: mailchimp.app.id,
    MAILCHIMP_CLIENT_SECRET: mailchimp.app.secret,
  })
  now = world.clock.now
  const served = await world.serve()
  // Programs aren't let into the admin.
  const open = (path: string, { headers, ...rest }: RequestInit = {}) => {
    const sent = new Headers(headers)
    sent.set('User-Agent', browser)
    return served.fetch(path, { ...rest, headers: sent })
  }
  world.services.config = { ...world.services.config, appUrl: served.baseUrl }
  await world.queue.start([sendLossEmail, sendSecurityEmail], world.services)
  const person = hasLogin ? await world.user({ email: world.owner.email }) : null
  await open(world.documentOf('/', world.owner))

  type Sender = { staff: DoubleStaff; shop: DoubleShop }
  const post = (path: string, by: DoubleStaff | Sender, form: Record<string, string>) => {
    const { staff, shop } = 'staff' in by ? by : { staff: by, shop: world.shop }
    const query = frameQuery(shop.domain, { origin: world.shopify.url })
    return open(`${path}${path.includes('?') ? '&' : '?'}${query}`, {
      method: 'POST',
      headers: world.bearerOf(staff, shop),
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
  }
  /** @returns the path and query that Mailchimp sends the browser back to */
  async function approve(by: DoubleStaff | Sender = world.owner): Promise<string> {
    const answer = await post('/integrations/mailchimp.data', by, { way: 'oauth' })
    const text = await answer.text()
    const address = /"(http:[^"]*response_type=code[^"]*)"/.exec(text)?.[1]
    if (address === undefined)
      throw new Error(`It answered ${answer.status}: ${text.slice(0, 300)}`)
    const choice = new URLSearchParams({ choice: 'allow' })
    const sent = await fetch(JSON.parse(`"${address}"`) as string, {
      method: 'POST',
      body: choice,
      redirect: 'manual',
    })
    const back = new URL(sent.headers.get('location') ?? '')
    return back.pathname + back.search
  }
  /** Without the one of the shop's own app. */
  const listConnected = (name: 'mailchimp' | 'wordpress' = 'mailchimp') =>
    world.services.db.system
      .select({ state: connections.state, label: connections.label })
      .from(connections)
      .where(eq(connections.integration, name))
  /** The shop becomes one of the person's account. */
  async function join(sender: Sender) {
    const answer = await post('/shopify/join', sender, { intent: 'connect' })
    const { url } = (await answer.json()) as { url: string }
    const joined = await open(new URL(url).pathname, {
      method: 'POST',
      headers: { Cookie: person?.cookie ?? '' },
      body: new URLSearchParams({ joinPassword: person?.password ?? '' }),
      redirect: 'manual',
    })
    expect(joined.status).toBe(302)
  }
  /** Two shops in one organization, the second one's owner with them. */
  async function joinTwoShops(): Promise<Sender> {
    const shop = world.shopify.shop({ domain: 'wool.myshopify.com', name: 'Wool & Co' })
    const staff = world.shopify.addStaff(shop, { ...world.owner, id: '548380020' })
    await open(world.documentOf('/', staff, shop))
    await join({ staff: world.owner, shop: world.shop })
    await join({ staff, shop })
    return { staff, shop }
  }
  return { ...world, mailchimp, woo, open, post, approve, listConnected, joinTwoShops }
}

/** Where the browser is sent on to. */
const locationOf = ({ headers }: Response) => new URL(headers.get('location') ?? '')

test('the way back leads into the admin, and ends there in a connection', async () => {
  const world = await createAdminWorld()
  const back = await world.approve()

  // At the top, without any login.
  const outside = await world.open(back, { redirect: 'manual' })
  expect(outside.status).toBe(302)
  const admin = new URL(outside.headers.get('location') ?? '')
  expect(admin.origin).toBe(world.shopify.url)
  expect(admin.pathname).toMatch(/\/apps\/[\w-]+\/integrations\/mailchimp\/callback$/)
  const inAdmin = `/integrations/mailchimp/callback${admin.search}`
  expect(inAdmin).toBe(back)

  const document = `${inAdmin}&${world.documentOf('', world.owner).slice(1)}`
  const page = await world.open(document, { redirect: 'manual' })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Finish connecting')

  const finished = await world.post(inAdmin, world.owner, {})
  expect(finished.headers.get('location') ?? '').toMatch(
    /^\/integrations\/connections\/[\w-]{36}\?/,
  )
  expect(await world.listConnected()).toEqual([{ state: 'active', label: 'Oak Letter' }])
})

test('someone else of the shop can’t finish it, and a made-up state leads nowhere', async () => {
  const world = await createAdminWorld()
  const other = world.shopify.addStaff(world.shop, {
    id: '548380010',
    first_name: 'Otto',
    last_name: 'Other',
    email: 'otto@linen.example',
    account_owner: false,
  })
  const back = await world.approve()

  const refused = await world.post(back, other, {})
  expect(refused.status).not.toBe(302)
  expect(await world.listConnected()).toEqual([])

  const callback = '/integrations/mailchimp/callback?code=x&state='
  const approved = `/integrations/approved/${randomUUID()}?of=mailchimp&admin=`
  for (const path of [callback, approved]) {
    for (const end of ['x.linen.myshopify.com', 'linen.myshopify.com', 'x.%00', '%00', 'x.', '.']) {
      const unknown = await world.open(path + end, { redirect: 'manual' })
      expect([path + end, unknown.status]).toEqual([path + end, 200])
    }
  }
})

test('a shop that is deleted leaves the services of its site', async () => {
  const world = await createAdminWorld()
  await world.post(await world.approve(), world.owner, {})
  expect(world.mailchimp.hooks.size).toBe(1)

  await uninstallShop(world.services, { domain: linen, at: world.services.now() })
  world.clock.advance(purgeDays * dayMillis)
  await purgeDueShops(world.services)

  expect(world.mailchimp.hooks.size).toBe(0)
})

test('with several shops in one organization, the way back leads to the one where it began', async () => {
  const world = await createAdminWorld({ hasLogin: true })
  const wool = await world.joinTwoShops()

  const back = await world.approve(wool)
  const outside = await world.open(back, { redirect: 'manual' })

  expect(locationOf(outside).pathname).toMatch(/^\/store\/wool\//)
  const finished = await world.post(back, wool, {})
  expect(finished.headers.get('location') ?? '').toMatch(/\?connected\b/)
  expect(await world.listConnected()).toEqual([{ state: 'active', label: 'Oak Letter' }])
})

test('WooCommerce sends its keys, and the browser back to the admin where it began', async () => {
  const world = await createAdminWorld({ hasLogin: true })
  const wool = await world.joinTwoShops()
  const begun = await world.post('/integrations/wordpress.data', wool, {
    way: 'approve',
    store: world.woo.url,
  })
  const [, address = ''] = /"(http[^"]*wc-auth[^"]*)"/.exec(await begun.text()) ?? []
  const approval = JSON.parse(`"${address}"`) as string
  const returnUrl = new URL(new URL(approval).searchParams.get('return_url') ?? '')

  // Declined: WooCommerce sends no keys.
  const declined = await world.open(`${returnUrl.pathname}${returnUrl.search}&success=0`, {
    redirect: 'manual',
  })
  expect(locationOf(declined).pathname).toMatch(/^\/store\/wool\/.*\/integrations\/wordpress$/)
  const refused = `/integrations/wordpress${locationOf(declined).search}`
  const document = world.documentOf('', wool.staff, wool.shop).slice(1)
  expect(await (await world.open(`${refused}&${document}`)).text()).toContain('wasn’t approved')

  const approved = await fetch(approval, { method: 'POST', redirect: 'manual' })
  const back = locationOf(approved)
  const outside = await world.open(back.pathname + back.search, { redirect: 'manual' })
  const admin = locationOf(outside)
  expect(admin.pathname).toMatch(/^\/store\/wool\/.*\/integrations\/wordpress$/)

  const screen = await world.open(`/integrations/wordpress${admin.search}&${document}`, {
    redirect: 'manual',
  })
  expect(screen.headers.get('location') ?? '').toMatch(/^\/integrations\/connections\/[\w-]{36}\?/)
  expect(await world.listConnected('wordpress')).toMatchObject([{ state: 'active' }])
})
