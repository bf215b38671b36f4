/** Approvals by OAuth that begin in a shop's admin: their way back leads into it, and proves the person there. */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { connections } from '#app/db/schema/index.ts'
import { purgeDueShops } from '#app/domain/lifecycle/purge-shops.server.ts'
import { sendLossEmail } from '#app/jobs/connections.server.ts'
import { purgeDays, uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { startMailchimpServer } from '../../doubles/shops/mailchimp-server.ts'
import type { DoubleStaff } from '../../doubles/shopify-server.ts'
import { createShopifyWorld, frameQuery, linen } from '../../support/shopify/shopify-world.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0'

async function createAdminWorld() {
  let now = () => new Date()
  const mailchimp = await startMailchimpServer(() => now())
  onTestFinished(mailchimp.stop)
  const world = await createShopifyWorld({
    INTEGRATION_ORIGINS: [
      `https://login.mailchimp.com=${mailchimp.url}`,
      `https://us6.api.mailchimp.com=${mailchimp.url}`,
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
  await world.queue.start([sendLossEmail], world.services)
  const query = frameQuery(linen, { origin: world.shopify.url })
  await open(world.documentOf('/', world.owner))

  const post = (path: string, staff: DoubleStaff, form: Record<string, string>) =>
    open(`${path}${path.includes('?') ? '&' : '?'}${query}`, {
      method: 'POST',
      headers: world.bearerOf(staff),
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
  /** @returns the path and query that Mailchimp sends the browser back to */
  async function approve(staff = world.owner): Promise<string> {
    const answer = await post('/integrations/mailchimp.data', staff, { way: 'oauth' })
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
  const listConnected = () =>
    world.services.db.system
      .select({ state: connections.state, label: connections.label })
      .from(connections)
      .where(eq(connections.integration, 'mailchimp'))
  return { ...world, mailchimp, open, post, approve, listConnected }
}

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

  const unknown = await world.open('/integrations/mailchimp/callback?code=x&state=x.admin', {
    redirect: 'manual',
  })
  expect(unknown.status).toBe(200)
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
