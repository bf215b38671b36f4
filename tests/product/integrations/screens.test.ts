/** The screens of integrations: the list, connecting, and one connection. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connections, teams } from '#app/db/schema/index.ts'
import { openConnection } from '#app/domain/connections/connections.server.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import {
  createConnectionWorld,
  type ConnectionWorld,
} from '../../support/integrations/connected-shop.ts'
import { open, send } from '../../support/integrations/connection-screens.ts'
import { createWorld } from '../../support/world.ts'

const keysForm = ({ woo }: ConnectionWorld) => ({ way: 'keys', store: woo.url, ...woo.keys })
const pathOf = (uuid: string) => `/integrations/connections/${uuid}`

test('keys that are wrong are explained, and typed secrets never come back', async () => {
  const world = await createConnectionWorld()

  const malformed = await send(world, '/integrations/wordpress', {
    way: 'keys',
    store: world.woo.url,
    consumerKey: 'sk_typo',
    consumerSecret: '',
  })
  expect(malformed.status).toBe(422)
  const explained = await malformed.text()
  expect(explained).toContain('A consumer key begins with ck_.')
  expect(explained).toContain('A consumer secret begins with cs_.')
  expect(explained).not.toContain('sk_typo')

  const refused = await send(world, '/integrations/wordpress', {
    ...keysForm(world),
    consumerKey: `ck_${'0'.repeat(40)}`,
  })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('didn’t accept these details')
  expect(await world.services.db.system.$count(connections)).toBe(0)
})

test('right keys lead to the connection, which waits and then shows the first order as a nudge', async () => {
  const world = await createConnectionWorld()

  const connected = await send(world, '/integrations/wordpress', keysForm(world))
  expect(connected.status).toBe(202)
  const [row] = await world.services.db.system.select().from(connections)
  const path = pathOf(row?.uuid ?? '')
  expect(await connected.text()).toContain(`${path}?connected`)
  expect((await open(world, path)).text).toContain('Waiting for the first record from WooCommerce')

  await world.woo.placeOrder()
  await world.process()

  const { text } = await open(world, path)
  expect(text).not.toContain('Waiting for the first record')
  expect(text).toMatch(/Emma.*Oak tray/s)
  expect(text).toContain('Create this nudge')
  expect(text).not.toContain(world.woo.keys.consumerSecret)
})

test('an approval at the shop comes back to a page that waits, and goes on once the keys are there', async () => {
  const world = await createConnectionWorld()

  const begun = await send(world, '/integrations/wordpress', {
    way: 'approve',
    store: world.woo.url,
  })
  expect(begun.status).toBe(202)
  const [pending] = await world.services.db.system.select().from(connections)
  const waiting = `/integrations/wordpress?connecting=${pending?.uuid ?? ''}`
  expect((await open(world, waiting)).text).toContain('Waiting for WooCommerce to confirm')
  expect((await open(world, `${waiting}&success=0`)).text).toContain('wasn’t approved')

  // The page the browser was sent to, where the shop asks and the owner approves.
  const approveUrl = /http:[^"]*wc-auth[^"]*/.exec(await begun.text())?.[0] ?? ''
  const approved = await fetch(approveUrl, { method: 'POST', redirect: 'manual' })
  const back = new URL(approved.headers.get('location') ?? '')
  const bounced = await world.served.fetch(back.pathname + back.search)
  expect(bounced.headers.get('refresh')).toBe(`0; url=${waiting}`)

  const done = await open(world, waiting)
  expect(done.response.headers.get('location')).toBe(`${pathOf(pending?.uuid ?? '')}?connected`)
})

test('a connection that setup began leads back to setup, with keys and by approval', async () => {
  const world = await createConnectionWorld()
  const setup = '/integrations/wordpress?setup=1'
  const post = (form: Record<string, string>) =>
    world.served.fetch(setup, {
      method: 'POST',
      headers: { Cookie: world.site.owner.cookie },
      body: new URLSearchParams(form),
      redirect: 'manual',
    })

  const begun = await post({ way: 'approve', store: world.woo.url })
  const approveUrl = /http:[^"]*wc-auth[^"]*/.exec(await begun.text())?.[0] ?? ''
  const approved = await fetch(approveUrl.replaceAll('&amp;', '&'), {
    method: 'POST',
    redirect: 'manual',
  })
  const back = new URL(approved.headers.get('location') ?? '')
  const bounced = await world.served.fetch(back.pathname + back.search)
  const done = await open(world, bounced.headers.get('refresh')?.replace('0; url=', '') ?? '')

  expect(done.response.headers.get('location')).toBe('/onboarding?step=nudge')
  const keys = await post(keysForm(world))
  expect(keys.headers.get('location')).toBe('/onboarding?step=nudge')
})

test('the way back from a service leads only to our own screens', async () => {
  const world = await createConnectionWorld()
  const leadsTo = async (path: string) =>
    (await world.served.fetch(`/integrations/approved/${path}`)).headers.get('refresh')

  const uuid = randomUUID()
  expect(await leadsTo(`${uuid}?of=wordpress&success=0`)).toBe(
    `0; url=/integrations/wordpress?connecting=${uuid}&success=0`,
  )
  expect(await leadsTo(`${uuid}?of=//evil.example`)).toBe('0; url=/integrations')
  expect(await leadsTo('%22%3E?of=wordpress')).toBe('0; url=/integrations')
})

test('an approval whose keys don’t work says so', async () => {
  const world = await createConnectionWorld()
  await send(world, '/integrations/wordpress', { way: 'approve', store: world.woo.url })
  const [pending] = await world.services.db.system.select().from(connections)
  const waiting = `/integrations/wordpress?connecting=${pending?.uuid ?? ''}`
  await world.services.db.system.delete(connections)

  expect((await open(world, waiting)).text).toContain('sent access that doesn’t work')
})

test('a browser that runs no script gets a link to the shop’s question', async () => {
  const world = await createConnectionWorld()

  const response = await world.served.fetch('/integrations/wordpress', {
    method: 'POST',
    headers: { Cookie: world.site.owner.cookie },
    body: new URLSearchParams({ way: 'approve', store: world.woo.url }),
  })

  expect(response.status).toBe(200)
  expect(await response.text()).toContain(`${world.woo.url}/wc-auth/v1/authorize`)
})

test('deliveries are listed, shown without personal data, and processed again', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.woo.placeOrder()
  await world.woo.placeOrder({ date_paid_gmt: 'tomorrow', date_created_gmt: 'tomorrow' })
  await world.process()
  const [good, broken] = await world.stored.deliveries()

  const { text } = await open(world, pathOf(uuid))
  expect(text).toContain('order.created')
  expect(text).toContain('These fields can’t be read:')
  expect(text).not.toContain('Utrecht"')

  const shown = await open(world, `${pathOf(uuid)}?delivery=${String(good?.id)}`)
  const body = /<pre[^>]*>(.*?)<\/pre>/s.exec(shown.text)?.[1] ?? ''
  expect(body).toContain('Utrecht')
  expect(body).toContain('Oak tray')
  expect(body).not.toMatch(/Emma|Visser|emma@/)

  const again = await send(world, pathOf(uuid), { intent: 'replay', delivery: String(broken?.id) })
  expect(again.status).toBe(200)
  expect(await world.stored.deliveries()).toMatchObject([{ state: 'done' }, { state: 'waiting' }])
})

test('a connection can neither show nor process another connection’s deliveries', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  await world.woo.placeOrder()
  await world.process()
  const [theirs] = await world.stored.deliveries()
  const { owner, scope: team } = await world.team()
  const site = { name: 'Other', url: 'https://other.example' }
  const scope = await createSite(world.services, { team, userId: owner.id }, site)
  const { now } = world.services
  const mine = await world.services.db.system.transaction((tx) =>
    openConnection(tx, scope, { integration: 'wordpress', account: 'mine', at: now() }),
  )
  const [stored] = await world.services.db.system
    .select({ sealed: connections.credentials, uuid: connections.uuid })
    .from(connections)
    .where(eq(connections.id, mine))
  const path = pathOf(stored?.uuid ?? '')

  const seen = await open(world, `${path}?delivery=${String(theirs?.id)}`, owner.cookie)
  expect(seen.status).toBe(200)
  expect(seen.text).not.toContain('Oak tray')
  const replay = { intent: 'replay', delivery: String(theirs?.id) }
  const response = await send(world, path, replay, owner.cookie)
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect((await world.stored.deliveries())[0]?.state).toBe('done')
})

test('settings are checked before they are saved, and saved secrets stay when left blank', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const before = await world.stored.connection(uuid)

  const wrong = { intent: 'settings', store: world.woo.url, consumerKey: `ck_${'1'.repeat(40)}` }
  expect((await send(world, pathOf(uuid), wrong)).status).toBe(422)
  expect(await world.stored.connection(uuid)).toEqual(before)

  const blank = { intent: 'settings', store: world.woo.url, consumerKey: '', consumerSecret: '' }
  expect((await send(world, pathOf(uuid), blank)).status).toBe(200)
  world.woo.seen.length = 0
  await world.pull()
  expect(world.woo.seen.every(({ headers }) => headers.authorization !== undefined)).toBe(true)
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 0 })
})

test('a lost connection is on home, says what to do, and the right keys bring it back', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  world.woo.failBy(() => ({ status: 401 }))
  world.clock.advance(20 * minuteMillis)
  await world.pull()
  world.woo.heal()

  const home = await open(world, '/')
  expect(home.text).toContain('Reconnect WooCommerce')
  expect(home.text).toContain(pathOf(uuid))
  expect((await open(world, pathOf(uuid))).text).toContain('Needs reconnecting')
  const { cookie } = await world.member(world.site.team, { role: 'analyst' })
  expect((await open(world, pathOf(uuid), cookie)).text).toContain(
    'Ask an editor in your organization to reconnect WooCommerce.',
  )

  const again = { intent: 'settings', store: world.woo.url, ...world.woo.keys }
  expect((await send(world, pathOf(uuid), again)).status).toBe(200)
  expect((await open(world, pathOf(uuid))).text).not.toContain('Needs reconnecting')
  expect((await open(world, '/')).text).not.toContain('Reconnect WooCommerce')
})

test('it is paused, resumed and disconnected; what arrived stays', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.woo.placeOrder()
  await world.process()

  await send(world, pathOf(uuid), { intent: 'pause' })
  expect((await open(world, pathOf(uuid))).text).toContain('Nothing new arrives until you resume')
  await send(world, pathOf(uuid), { intent: 'resume' })
  expect((await world.stored.connection(uuid))?.state).toBe('active')

  const ended = await send(world, pathOf(uuid), { intent: 'disconnect' })
  expect(await ended.text()).toContain('/integrations/wordpress?disconnected')
  expect(world.woo.hooks.size).toBe(0)
  expect(await world.stored.activities()).toHaveLength(1)
  expect((await open(world, '/integrations')).text).not.toContain(pathOf(uuid))
  expect((await open(world, pathOf(uuid))).text).toContain('Connect WooCommerce again')
  expect((await send(world, pathOf(uuid), { intent: 'resume' })).status).toBe(404)
})

test('a connection outside the plan pauses, and says who can add it', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.services.db.system
    .update(teams)
    .set({ planOverrides: { features: { 'integrations.wordpress': false } } })
    .where(eq(teams.id, world.site.scope.teamId))

  const { text } = await open(world, pathOf(uuid))
  expect(text).toContain('Paused by your plan')
  expect(text).toMatch(/href="\/support"[^>]*>Contact support to add it/)
  const offer = (await open(world, '/integrations/wordpress')).text
  expect(offer).toContain('Not on your plan')
  expect(offer).toMatch(
    /<button[^>]* aria-disabled="true"[^>]*>(?:<[^>]*>)*Continue to WooCommerce/,
  )
})

test('an analyst looks, and can’t connect, change or end anything', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const { cookie } = await world.member(world.site.team, { role: 'analyst' })

  const page = await open(world, pathOf(uuid), cookie)
  expect(page.status).toBe(200)
  expect(page.text).not.toMatch(/name="intent"|Disconnect WooCommerce|Consumer secret/)
  expect((await open(world, '/integrations/wordpress', cookie)).text).toContain('Ask an editor')
  for (const [path, form] of [
    [pathOf(uuid), { intent: 'disconnect' }],
    ['/integrations/wordpress', keysForm(world)],
  ] as const) {
    expect((await send(world, path, form, cookie)).status).toBe(403)
  }
  expect((await world.stored.connection(uuid))?.state).toBe('active')
})

test('a shop’s own app is shown as connected, and ends only in the shop', async () => {
  const world = await createConnectionWorld()
  const { scope } = world.site
  const at = world.services.now()
  const id = await world.services.db.system.transaction((tx) =>
    openConnection(tx, scope, { integration: 'shopify', account: 'oak.myshopify.com', at }),
  )
  const [row] = await world.services.db.system
    .select({ uuid: connections.uuid })
    .from(connections)
    .where(eq(connections.id, id))
  const path = pathOf(row?.uuid ?? '')

  expect((await open(world, '/integrations')).text).toContain('oak.myshopify.com')
  const { text } = await open(world, path)
  expect(text).toContain('https://oak.myshopify.com/admin')
  expect(text).toContain('uninstall the app there')
  expect(text).not.toContain('name="intent"')
  expect((await send(world, path, { intent: 'disconnect' })).status).toBe(404)
})

test('the API’s page makes a token once, and shows what arrives', async () => {
  const world = await createConnectionWorld()
  const { served, site } = world

  const response = await served.fetch('/integrations/rest_api', {
    method: 'POST',
    headers: { Cookie: site.owner.cookie },
    body: new URLSearchParams({ intent: 'token' }),
  })
  expect(response.headers.get('cache-control')).toContain('no-store')
  const token = /nk_\w+|ff_\w+/.exec(await response.text())?.[0] ?? ''
  expect(token).not.toBe('')
  const waiting = await open(world, '/integrations/rest_api?language=php')
  expect(waiting.text).toContain('Nothing has arrived by API yet')
  expect(waiting.text).toContain('curl_init')
  expect(waiting.text).not.toContain(token)

  const sent = await served.fetch(`/api/v1/sites/${site.uuid}/activities`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      kind: 'purchase',
      id: '1',
      occurred_at: world.services.now().toISOString(),
      items: [{ title: 'Blue cup' }],
    }),
  })
  expect(sent.status).toBe(201)
  const { text } = await open(world, '/integrations/rest_api')
  expect(text).toContain('Blue cup')
  expect(text).not.toContain('Nothing has arrived')
})

test('forms on the site’s pages become rules, without fields that are never read', async () => {
  const world = await createConnectionWorld()
  const path = '/integrations/form_submissions'
  const form = { intent: 'add', name: 'Newsletter', page: '/news', selector: '#news' }

  const never = await send(world, path, { ...form, emailField: 'card_email' })
  expect(never.status).toBe(422)
  expect(await never.text()).toContain('We never read fields with a name like this')
  const added = await send(world, path, { ...form, emailField: 'EMAIL', asksConsent: 'on' })
  expect(added.status).toBe(200)

  expect((await open(world, path)).text).toMatch(/Newsletter.*\/news.*Required/s)
  const { rows } = await world.services.pool.query<{ uuid: string }>('select uuid from form_rules')
  const uuid = rows[0]?.uuid ?? ''
  await send(world, path, { intent: 'off', uuid })
  expect((await open(world, path)).text).toContain('Turn on: Newsletter')
  await send(world, path, { intent: 'delete', uuid })
  expect((await open(world, path)).text).toContain('No forms yet')
})

test('a connection that fails says since when, and the list shows it first', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const since = new Date(world.services.now().getTime() - dayMillis)
  await world.services.db.system
    .update(connections)
    .set({ failures: 4, failingSince: since, fault: 'The service is busy or can’t be reached.' })
    .where(eq(connections.uuid, uuid))

  const { text } = await open(world, pathOf(uuid))
  expect(text).toContain('The service is busy or can’t be reached.')
  expect(text).toContain(since.toISOString())
  expect((await open(world, '/integrations')).text).toContain('Failing')
})

test('without a connection the empty list of purchases leads to the integrations', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { fetch } = await world.serve()

  const response = await fetch('/data-feeds', { headers: { Cookie: site.owner.cookie } })
  expect(await response.text()).toContain('href="/integrations"')
})

test.each([
  [{ kind: 'signup', id: '7', first_name: 'Ann' }, /Stored as a sign-up. Waits for your approval/],
  [{ kind: 'signup', first_name: 'Ann' }, /"id".*is missing/],
  [{ kind: 'review', id: '8', stars: 9 }, /"stars".*outside the allowed range/],
  [{ kind: 'signup', id: '7', first_name: 'ann@shop.example' }, /first_name.*email address/],
  [{ kind: 'rumour', id: '7' }, /missing or of the wrong type/],
])('the tester says what a page’s %o would store, and stores nothing', async (activity, words) => {
  const world = await createConnectionWorld()

  const event = JSON.stringify({ type: 'activity', activity })
  const answer = await send(world, '/integrations/javascript', { event })

  expect(await answer.text()).toMatch(words)
  const { rows } = await world.services.pool.query('select from activities')
  expect(rows).toEqual([])
})
