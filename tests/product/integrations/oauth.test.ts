/** Connecting by OAuth: the way to the service and back, and requests that mustn't connect. */
import { expect, test } from 'vitest'
import { sweepOAuthApprovals } from '#app/domain/connections/oauth-approval.server.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import {
  createApprovedWorld,
  type ApprovedWorld,
} from '../../support/integrations/approved-shop.ts'

const open = async ({ served, site }: ApprovedWorld, path: string, cookie = site.owner.cookie) => {
  const response = await served.fetch(path, { headers: { Cookie: cookie } })
  const text = (await response.text()).replaceAll('<!-- -->', '')
  return { status: response.status, text, response }
}

/** Nothing of it is stored, and the service was asked for no token. */
async function expectNothing(world: ApprovedWorld) {
  expect(await world.stored.connections()).toEqual([])
  expect(await world.stored.approvals()).toEqual([])
  expect(world.etsy.desk.count).toEqual({ codes: 0, refreshes: 0 })
}

test('Etsy asks, the browser comes back without the login, and the shop’s orders arrive', async () => {
  const world = await createApprovedWorld()
  world.etsy.placeOrder()

  const approveUrl = await world.begin('etsy')
  const asked = new URL(approveUrl)
  expect(asked.origin + asked.pathname).toBe(`${world.etsy.url}/oauth/connect`)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    redirect_uri: `${world.served.baseUrl}/integrations/etsy/callback`,
    scope: 'transactions_r shops_r listings_r',
    code_challenge_method: 'S256',
  })
  const back = await world.choose(approveUrl)

  // No cookie: the request was begun by another website.
  const page = await world.served.fetch(back)
  expect(page.status).toBe(200)
  const text = await page.text()
  expect(text).toContain('Finish connecting')
  expect(text).toContain('method="post"')
  expect(await world.stored.connections()).toEqual([])

  const { status, location } = await world.arrive(back)
  expect(status).toBe(302)
  const [row] = await world.stored.connections()
  expect(location).toBe(`/integrations/connections/${row?.uuid ?? ''}?connected`)
  expect(row).toMatchObject({ state: 'active', account: '12345678', label: 'OakAndAsh' })
  expect(row?.credentials?.toString('latin1')).not.toMatch(/access-|refresh-/)
  expect(await world.stored.approvals()).toEqual([])

  await world.pull()
  expect(await world.stored.activities()).toMatchObject([{ kind: 'purchase', firstName: 'Jane' }])
  const screen = await open(world, location ?? '')
  expect(screen.text).toContain('Etsy connected.')
  expect(screen.text).not.toMatch(/Shop ID|access-|refresh-/)
})

test('Remix’ own client is sent to the service immediately', async () => {
  const world = await createApprovedWorld()

  const response = await world.served.fetch('/integrations/etsy.data', {
    method: 'POST',
    headers: { Cookie: world.site.owner.cookie },
    body: new URLSearchParams({ way: 'oauth' }),
  })

  expect(response.status).toBe(202)
  expect(await response.text()).toContain(`${world.etsy.url}/oauth/connect`)
})

test('without an app at the service the way isn’t offered, and says so where it’s the only one', async () => {
  const world = await createApprovedWorld({
    ETSY_CLIENT_ID: '',
    ETSY_CLIENT_SECRET: '',
    STRIPE_CONNECT_CLIENT_ID: '',
    STRIPE_CONNECT_SECRET: '',
  })

  const etsy = await open(world, '/integrations/etsy')
  expect(etsy.text).toContain('logging in to Etsy isn’t set up on this installation')
  expect(etsy.text).not.toContain('Continue to Etsy')
  const stripe = await open(world, '/integrations/stripe')
  // The other way is enough.
  expect(stripe.text).not.toContain('isn’t set up')
  expect(stripe.text).toContain('Restricted key')
  expect(stripe.text).not.toContain('Connect by logging in instead')

  const response = await world.served.fetch('/integrations/etsy', {
    method: 'POST',
    headers: { Cookie: world.site.owner.cookie },
    body: new URLSearchParams({ way: 'oauth' }),
  })
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('isn’t set up here')
  const arrived = await world.arrive('/integrations/etsy/callback?code=code-000001&state=x')
  expect(arrived.status).toBe(404)
  await expectNothing(world)
})

test('a declined approval connects nothing', async () => {
  const world = await createApprovedWorld()

  const back = await world.choose(await world.begin('etsy'), 'deny')
  const { status, text } = await world.arrive(back)

  expect(status).toBe(403)
  expect(text).toContain('the approval was declined')
  expect(text).toContain('href="/integrations/etsy"')
  // The service's text appears only in the address.
  expect(text).not.toContain('The user denied the request')
  await expectNothing(world)
})

test('a state works once, also for two requests of the same moment', async () => {
  const world = await createApprovedWorld()
  const back = await world.choose(await world.begin('etsy'))

  const answers = await Promise.all([world.arrive(back), world.arrive(back)])

  expect(answers.map(({ status }) => status).sort()).toEqual([302, 410])
  expect((await world.arrive(back)).text).toContain('This approval was used before')
  expect(await world.stored.connections()).toHaveLength(1)
  expect(world.etsy.desk.count.codes).toBe(1)
})

test.each([
  ['without a state', (back: URL) => back.searchParams.delete('state')],
  ['with a made-up state', (back: URL) => back.searchParams.set('state', 'a'.repeat(43))],
  ['with an endless state', (back: URL) => back.searchParams.set('state', 'a'.repeat(5_000))],
])('an address %s asks the service nothing', async (_name, change) => {
  const world = await createApprovedWorld()
  const back = new URL(await world.choose(await world.begin('etsy')), world.served.baseUrl)
  change(back)

  expect((await world.arrive(back.pathname + back.search)).status).toBe(410)
  expect(await world.stored.connections()).toEqual([])
  expect(world.etsy.desk.count.codes).toBe(0)
})

test('after ten minutes a state works no longer', async () => {
  const world = await createApprovedWorld()
  const approveUrl = await world.begin('etsy')
  world.clock.advance(10 * minuteMillis)

  expect((await world.arrive(await world.choose(approveUrl))).status).toBe(410)
  await expectNothing(world)
})

test('a newer approval of the same person replaces the one before', async () => {
  const world = await createApprovedWorld()
  const [first, second] = [await world.begin('etsy'), await world.begin('etsy')]

  expect((await world.arrive(await world.choose(first))).status).toBe(410)
  expect((await world.arrive(await world.choose(second))).status).toBe(302)
})

test('opening another person’s way back connects nothing, even in the same organization', async () => {
  const world = await createApprovedWorld()
  const colleague = await world.member(world.site.team)
  const stranger = await world.makeOther()

  for (const { cookie } of [colleague, stranger.owner]) {
    const back = await world.choose(await world.begin('etsy'))
    const { status, text } = await world.arrive(back, cookie)
    expect(status).toBe(403)
    expect(text).toContain('Someone else started this connection')
    // This uses up the approval.
    expect((await world.arrive(back)).status).toBe(410)
  }
  await expectNothing(world)
})

test('someone who isn’t logged in logs in first and comes back', async () => {
  const world = await createApprovedWorld()
  const back = await world.choose(await world.begin('etsy'))

  const { status, location } = await world.arrive(back, '')
  expect(status).toBe(302)
  expect(location).toBe(`/auth/login?to=${encodeURIComponent(back)}`)
  expect((await world.arrive(back)).status).toBe(302)
})

test('an analyst can neither begin nor finish one', async () => {
  const world = await createApprovedWorld()
  const { cookie } = await world.member(world.site.team, { role: 'analyst' })

  const response = await world.served.fetch('/integrations/etsy', {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams({ way: 'oauth' }),
  })
  expect(response.status).toBe(403)
  expect((await world.arrive('/integrations/etsy/callback?code=x&state=y', cookie)).status).toBe(
    403,
  )
  await expectNothing(world)
})

test('a switch to another site in between is explained', async () => {
  const world = await createApprovedWorld()
  const back = await world.choose(await world.begin('etsy'))
  const { owner, team } = world.site
  await createSite(
    world.services,
    { team: team.scope, userId: owner.id },
    { name: 'Other', url: 'https://other.example' },
  )

  const { status, text } = await world.arrive(back)
  expect(status).toBe(409)
  expect(text).toContain('You switched to another site')
  await expectNothing(world)
})

test('a state of one integration opens no other one', async () => {
  const world = await createApprovedWorld()
  const back = await world.choose(await world.begin('etsy'))

  const { status } = await world.arrive(back.replace('/etsy/', '/stripe/'))
  expect(status).toBe(410)
  await expectNothing(world)
})

test('a write that another website sends is refused before anything', async () => {
  const world = await createApprovedWorld()
  const back = await world.choose(await world.begin('etsy'))

  const response = await world.served.fetch(back, {
    method: 'POST',
    headers: { Cookie: world.site.owner.cookie, Origin: 'https://evil.example' },
  })
  expect(response.status).toBe(403)
  expect((await world.arrive(back)).status).toBe(302)
})

test.each([
  ['a code that was used', { status: 400, json: { error: 'invalid_grant' } }, 422],
  ['an answer that errs with status 200', { json: { error: 'invalid_grant' } }, 422],
  ['less than was asked for', { json: { access_token: 'a', scope: 'shops_r' } }, 422],
  ['an app that the service refuses', { status: 401, json: { error: 'invalid_client' } }, 503],
  ['a fault of the service', { status: 500 }, 503],
  ['too many requests', { status: 429 }, 503],
  ['no answer', 'hang up', 503],
  ['a page for people', 'html', 503],
  ['an endless answer', 'endless', 502],
  ['tokens of another shape', { json: { access_token: 7 } }, 502],
  [
    'a redirect to a private address',
    { status: 302, headers: { Location: 'http://169.254.169.254/' } },
    503,
  ],
] as const)('%s leaves nothing behind', async (_name, fault, expected) => {
  const world = await createApprovedWorld()
  const back = await world.choose(await world.begin('etsy'))
  // Some of them are no answer of Etsy's.
  world.etsy.ignorePublished()
  world.etsy.failNext(fault)

  const { status, text } = await world.arrive(back)

  expect(status).toBe(expected)
  expect(text).toMatch(
    /Etsy (?:didn’t give us access|can’t be reached right now|answered something)/,
  )
  expect(await world.stored.connections()).toEqual([])
  expect(await world.stored.approvals()).toEqual([])
})

test.each([402, 423])(
  'an account that answers %i after its approval is explained',
  async (status) => {
    const world = await createApprovedWorld()
    const back = await world.choose(await world.begin('etsy'))
    world.etsy.failBy(({ path }) => (path.startsWith('/v3/application') ? { status } : undefined))

    const arrived = await world.arrive(back)

    expect(arrived.status).toBe(422)
    expect(arrived.text).toContain(
      'The service says that the account is closed, locked or not paid for. Solve that there. Then try again.',
    )
    expect(await world.stored.connections()).toEqual([])
  },
)

test('an account without a shop is explained', async () => {
  const world = await createApprovedWorld()
  world.etsy.shop.id = null

  const { status, text } = await world.arrive(await world.choose(await world.begin('etsy')))
  expect(status).toBe(422)
  expect(text).toContain('as the owner of the account')
  expect(await world.stored.connections()).toEqual([])
})

test('no address of the way back leads to another website', async () => {
  const world = await createApprovedWorld()

  for (const more of [
    'redirect_uri=https://evil.example',
    'to=//evil.example',
    'next=https:evil',
  ]) {
    const { text, location } = await world.arrive(`/integrations/etsy/callback?${more}`)
    expect(location).toBeNull()
    expect(text).not.toMatch(/(?:href|action|url)="[^"]*evil/)
  }
})

test('approvals without a return are swept', async () => {
  const world = await createApprovedWorld()
  await world.begin('etsy')

  await sweepOAuthApprovals(world.services)
  expect(await world.stored.approvals()).toHaveLength(1)
  world.clock.advance(11 * minuteMillis)
  await sweepOAuthApprovals(world.services)
  expect(await world.stored.approvals()).toEqual([])
})

test('only hashes and sealed values of an approval are stored', async () => {
  const world = await createApprovedWorld()
  const state = new URL(await world.begin('etsy')).searchParams.get('state') ?? ''

  const [row] = await world.stored.approvals()
  expect(state).toMatch(/^[\w-]{43}$/)
  expect(row?.stateHash.toString('base64url')).not.toBe(state)
  expect(row?.verifier?.toString('latin1')).not.toMatch(/[\w-]{43}/)
})
