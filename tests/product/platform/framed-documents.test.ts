/** Documents in the frames of admins without a script, over HTTP. */
import { expect, test } from 'vitest'
import { installTenant } from '#app/domain/shops/tenants/tenants.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import {
  addressOf,
  ancestorsOf,
  bearer,
  createStory,
  opening,
  passIn,
} from '../../support/framed/framed-story.ts'
import { openingQuery } from '../../support/framed/framing-admin.ts'
import { openStore, tenantOf } from '../../support/framed/framed-world.ts'
import { listAddresses, routeBuild } from '../../support/route-build.ts'

test('a frame opens by the admin’s proof, which stays in no address', async () => {
  const story = await createStory()

  const opened = await story.ask(opening(story, '/goals'))

  expect(opened.status).toBe(302)
  expect(opened.location?.pathname).toBe('/goals')
  expect([...(opened.location?.searchParams.keys() ?? [])]).toEqual(['shell', 'tenant', 'ticket'])
  const page = await story.ask(`${opened.location?.pathname ?? ''}${opened.location?.search ?? ''}`)
  expect(page.status).toBe(200)
  expect(page.html).toContain('data-shell="bigcommerce"')
  expect(page.html).not.toContain('Log out')
  expect(page.html).not.toContain('shell-switcher')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('cache-control')).toMatch(/no-store/)
  expect(page.headers.get('set-cookie')).toBeNull()
})

test('a frame reloads with the ticket that its page has, each once', async () => {
  const { world, store, person, ask } = await createStory()
  const first = await openStore(world, store, person)

  const page = await ask(addressOf('/account/general', store, first.ticket))
  const replayed = await ask(addressOf('/account/general', store, first.ticket))
  const reloaded = await ask(addressOf('/goals', store, passIn(page).ticket))

  expect([page.status, reloaded.status]).toEqual([200, 200])
  expect(page.html).toContain(person.email)
  expect(replayed.status).toBe(302)
  expect(replayed.location?.pathname).toBe('/frame/closed')
  expect(replayed.location?.searchParams.has('ticket')).toBe(false)
  expect(replayed.html).not.toContain(person.email)
})

test('a frame lets one of two requests with the same ticket through', async () => {
  const { world, store, person, ask } = await createStory()
  const { ticket } = await openStore(world, store, person)

  const address = addressOf('/account/general', store, ticket)
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(address)))

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 302, 302, 302])
})

test('a frame passes a new ticket on where a screen leads elsewhere', async () => {
  const { world, store, person, ask } = await createStory()
  const { ticket } = await openStore(world, store, person)

  const led = await ask(addressOf('/account', store, ticket))
  const page = await ask(`${led.location?.pathname ?? ''}${led.location?.search ?? ''}`)

  expect(led.status).toBe(302)
  expect(led.location?.searchParams.get('ticket')).not.toBe(ticket)
  expect(page.status).toBe(200)
  expect(page.html).toContain(person.email)
})

test('a frame shows why it doesn’t open, and where it does, without anything of anyone', async () => {
  const { world, store, ask } = await createStory()
  const stranger = await world.user()
  await installTenant(world.services, {
    ...tenantOf('bigcommerce', 'new-store'),
    accessToken: null,
  })
  const open = (tenantId: string) =>
    ask(
      `/?${openingQuery({
        platform: 'bigcommerce',
        tenantId,
        userId: stranger.id,
        at: world.clock.now(),
      })}`,
    )

  const reasons = []
  for (const tenantId of [store.tenantId, 'new-store', 'never-installed']) {
    const { location } = await open(tenantId)
    reasons.push(location?.searchParams.get('reason'))
    const page = await ask(`${location?.pathname ?? ''}${location?.search ?? ''}`)
    expect(ancestorsOf(page)).toBe(`https://store-${tenantId}.mybigcommerce.com`)
  }
  const page = await ask('/frame/closed?reason=session&shell=bigcommerce&tenant=linen')

  expect(reasons).toEqual(['member', 'unjoined', 'removed'])
  expect(page.status).toBe(200)
  expect(page.html).toContain('href="https://admin.example/linen" target="_top"')
  expect(page.html).not.toContain('Log in')
  expect(page.html).not.toContain('guest__aside')
  expect(ancestorsOf(page)).toBe('https://store-linen.mybigcommerce.com')
})

test('a frame has no login of ours: an address without a proof leads to the admin', async () => {
  const { ask } = await createStory()

  for (const path of ['/', '/goals', '/auth/login', '/auth/register']) {
    const { status, location } = await ask(`${path}?shell=bigcommerce&tenant=linen`)
    expect([path, status, location?.pathname]).toEqual([path, 302, '/frame/closed'])
  }
})

test('a frame exchanges the admin’s proof on pages that know no one as well', async () => {
  const story = await createStory()

  const opened = await story.ask(opening(story, '/nowhere'))
  const page = await story.ask(`${opened.location?.pathname ?? ''}${opened.location?.search ?? ''}`)

  expect([opened.status, page.status]).toEqual([302, 404])
  expect([...(opened.location?.searchParams.keys() ?? [])]).toEqual(['shell', 'tenant', 'ticket'])
  expect(page.html).toContain('data-shell="bigcommerce"')
})

test('a frame answers calls of a page without a token as its own, and says where the app opens', async () => {
  const { world, store, person, ask } = await createStory()
  const headers = { 'X-Frame-Page': 'shell=bigcommerce&tenant=linen' }
  const { token } = await openStore(world, store, person)

  for (const path of ['/goals.data', '/auth/login.data']) {
    const refused = await ask(path, { headers })
    expect([path, refused.status]).toEqual([path, 401])
    expect(refused.headers.get('x-frame-session')).toBe('renew')
    expect(refused.html).toContain('/frame/closed?reason=session')
  }
  world.clock.advance(2 * hourMillis)
  for (const proof of [{}, bearer(token).headers]) {
    const closed = await ask('/frame/closed.data?reason=session', {
      headers: { ...headers, ...proof },
    })
    expect(closed.html).toContain('https://admin.example/linen')
  }
})

test('a page of another store gets nothing for a token', async () => {
  const { world, store, person, ask } = await createStory()
  const { token } = await openStore(world, store, person)
  const send = (page: string) =>
    ask('/account/general.data', {
      headers: { 'X-Frame-Page': page, ...bearer(token).headers },
    })

  const same = await send('shell=bigcommerce&tenant=linen')
  const other = await send('shell=bigcommerce&tenant=wool')

  expect([same.status, other.status]).toEqual([200, 401])
  expect(ancestorsOf(other)).toBe("'none'")
})

test('a frame opens every screen with a ticket', async () => {
  const { world, store, person, ask } = await createStory()
  const { routes } = await routeBuild()
  const screens = listAddresses().filter(
    ({ id, path }) => routes[id]?.module.default !== undefined && !path.includes('*'),
  )
  expect(screens.length).toBeGreaterThan(40)

  const refused = []
  for (const { path: pattern } of screens) {
    // A step of the onboarding, and nothing elsewhere.
    const path = pattern.replaceAll(/:\w+\??/g, 'orders')
    const { ticket } = await openStore(world, store, person)
    const { status, location } = await ask(addressOf(path, store, ticket))
    const isRefused = status === 401 || status >= 500 || location?.pathname === '/frame/closed'
    if (isRefused) refused.push([path, status, location?.search])
  }
  expect(refused).toEqual([])
})

test('a frame uses no ticket up for a page outside of a frame', async () => {
  const { world, store, person, ask } = await createStory()
  const { ticket } = await openStore(world, store, person)
  const address = addressOf('/account/general', store, ticket)

  const outside = await ask(address, { headers: { 'Sec-Fetch-Dest': 'document' } })
  const inside = await ask(address)

  expect(outside.location?.searchParams.get('reason')).toBe('outside')
  expect(inside.status).toBe(200)
})

test('no link and no form of a page has its ticket', async () => {
  const { world, store, person, ask } = await createStory()

  for (const path of ['/account/general', '/goals', '/popup-nudges/list', '/settings/teams']) {
    const { ticket } = await openStore(world, store, person)
    const page = await ask(addressOf(path, store, ticket))

    expect([path, page.status]).toEqual([path, 200])
    const withoutPass = page.html.replaceAll(passIn(page).ticket, '')
    expect([path, withoutPass.includes(ticket), /[?&;]ticket=/.test(page.html)]).toEqual([
      path,
      false,
      false,
    ])
  }
})
