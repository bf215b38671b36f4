/** The app in the dashboard of a site in Wix: who gets in, and what a first visit creates. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites, teamMembers, teams, tenants, users } from '#app/db/schema/index.ts'
import { emailAddress } from '#app/domain/accounts/account.ts'
import { hourMillis } from '#app/lib/time.ts'
import { ancestorsOf, bearer, passIn } from '../../support/framed/framed-story.ts'
import { createWixFrame, someone, type WixFrame } from '../../support/wix/wix-frame.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const userOf = async (frame: WixFrame, token: string) => {
  const { html } = await frame.ask('/api/user', bearer(token))
  return (JSON.parse(html) as { user: { id: number } }).user
}

test('a first visit before the webhook creates organization, site and account, and later ones find them', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { id } = wix.install()

  const { first, page } = await frame.enter(wix.admin.query(id))
  expect(first.status).toBe(302)
  expect(first.location?.pathname).toBe('/')
  expect([...(first.location?.searchParams.keys() ?? [])]).toEqual(['shell', 'tenant', 'ticket'])
  expect(page.status).toBe(200)
  expect(ancestorsOf(page)).toBe('https://manage.wix.com https://*.wix.com')
  expect(page.headers.get('set-cookie')).toBeNull()
  const person = await userOf(frame, passIn(page).token)

  const link = await frame.linked(id)
  const [site] = await services.db.system
    .select()
    .from(sites)
    .where(eq(sites.id, link?.siteId ?? 0))
  expect(site).toMatchObject({
    name: 'Linen',
    url: `https://${id.slice(0, 8)}.linen.example`,
    timeZone: 'Europe/Lisbon',
  })
  const [team] = await services.db.system
    .select()
    .from(teams)
    .where(eq(teams.id, link?.teamId ?? 0))
  expect(team?.ownerId).toBe(person.id)

  await frame.settle()
  const again = await frame.enter(wix.admin.query(id))
  expect((await userOf(frame, passIn(again.page).token)).id).toBe(person.id)
  expect(await services.db.system.$count(tenants, eq(tenants.tenantId, id))).toBe(1)
  expect(await frame.waiting()).toEqual([])
})

test('two windows that open a new site at the same moment create one organization', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { id } = wix.install()
  const before = await services.db.system.$count(teams)

  const entered = await Promise.all([1, 2, 3].map(() => frame.enter(wix.admin.query(id))))

  for (const { first } of entered) expect(first.location?.pathname).toBe('/')
  expect((await services.db.system.$count(teams)) - before).toBe(1)
  expect(await services.db.system.$count(users, eq(users.name, 'Wix user'))).toBe(1)
})

test('a colleague edits this site alone, and leaves when the owner removes them', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { id } = wix.install()
  await frame.enter(wix.admin.query(id))
  const colleague = someone()

  const { first } = await frame.enter(wix.admin.query(id, colleague))
  expect(first.location?.pathname).toBe('/')
  const link = await frame.linked(id)
  const isOfTeam = eq(teamMembers.teamId, link?.teamId ?? 0)
  const members = await services.db.system.select().from(teamMembers).where(isOfTeam)
  expect(members.map(({ role, seesAllSites }) => [role, seesAllSites])).toEqual([
    ['owner', true],
    ['editor', false],
  ])

  await services.db.system
    .delete(teamMembers)
    .where(eq(teamMembers.userId, members[1]?.userId ?? 0))
  const refused = await frame.enter(wix.admin.query(id, colleague))
  expect(refused.first.location?.searchParams.get('reason')).toBe('member')
  expect(refused.page.html).toContain('You’re not in this organization')
})

test('nothing but what Wix signed for this app, and lately, opens it', async () => {
  const frame = await createWixFrame()
  const { wix, clock } = frame
  const { id } = wix.install()
  const good = wix.admin.sign(id)
  const [signature = '', payload = ''] = good.split('.')
  const at = (millis: number) => new Date(clock.now().getTime() + millis).toISOString()
  const stale = { signDate: at(-25 * hourMillis), expirationDate: undefined }
  const forged: string[] = [
    '',
    id,
    payload,
    `${signature}.`,
    `${good}.more`,
    `${signature}.${encoded({ instanceId: id, uid: wix.admin.owner, permissions: 'OWNER' })}`,
    wix.admin.sign(id, undefined, stale),
    wix.admin.sign(id, undefined, { expirationDate: at(-hourMillis) }),
    wix.admin.sign(id, undefined, { appDefId: randomUUID() }),
    wix.admin.sign(randomUUID()),
    wix.admin.sign('all'),
    `${encoded({ alg: 'none' })}.${payload}.`,
    'x'.repeat(5_000),
  ]
  for (const away of [false, true]) {
    for (const instance of forged) {
      if (away) wix.failNext({ status: 503 })
      const { first, page } = await frame.enter(new URLSearchParams({ instance }).toString())
      expect([instance, first.location?.pathname]).toEqual([instance, '/wix/auth/error'])
      expect(page.status).toBe(200)
      expect(ancestorsOf(page)).toBe('https://manage.wix.com https://*.wix.com')
      wix.heal()
    }
  }
  const twice = await frame.enter(`instance=${good}&instance=${good}`)
  expect(twice.first.location?.searchParams.get('reason')).toBe('instance')
  const plain = await frame.ask(`/wix/auth/dashboard?instanceId=${id}`)
  expect(plain.location?.searchParams.get('reason')).toBe('outside')
  expect(await frame.linked(id)).toBeUndefined()
})

test('visitors and members of the site have signed instances that open nothing', async () => {
  const frame = await createWixFrame()
  const { wix } = frame
  const { id } = wix.install()

  for (const viewer of [{ personId: null }, { ...someone(), isManager: false }]) {
    const { first, page } = await frame.enter(wix.admin.query(id, viewer))
    expect(first.location?.searchParams.get('reason')).toBe('person')
    expect(page.html).toContain('Only the site’s team can open the app')
  }
  expect(await frame.linked(id)).toBeUndefined()
})

test('while Wix is away the signature decides, and a new site waits', async () => {
  const frame = await createWixFrame()
  const { wix } = frame
  const { id } = wix.install()
  wix.failAfter(0, { status: 503 })
  const waiting = await frame.enter(wix.admin.query(id))
  expect(waiting.first.location?.searchParams.get('reason')).toBe('away')
  expect(waiting.page.html).toContain('Wix didn’t answer')

  wix.heal()
  await frame.enter(wix.admin.query(id))
  wix.failAfter(0, { status: 503 })
  const { first } = await frame.enter(wix.admin.query(id))
  expect(first.location?.pathname).toBe('/')
  const tampered = `${wix.admin.query(id)}x`.replace('instance=', 'instance=A')
  expect((await frame.enter(tampered)).first.location?.pathname).toBe('/wix/auth/error')
})

test('the proof works in a frame alone, and a removed app opens for no instance that was signed before', async () => {
  const frame = await createWixFrame()
  const { wix } = frame
  const { id } = wix.install()
  const query = wix.admin.query(id)
  const top = await frame.ask(`/wix/auth/dashboard?${query}`, {
    headers: { 'Sec-Fetch-Dest': 'document' },
  })
  expect(top.location?.pathname).toBe('/wix/auth/error')
  expect(top.location?.searchParams.get('reason')).toBe('outside')
  expect(await frame.linked(id)).toBeUndefined()

  const { page } = await frame.enter(query)
  const { token } = passIn(page)
  await frame.settle()
  wix.remove(id)
  await frame.settle()

  // A form that was open.
  const form = await frame.ask('/account/general', { ...bearer(token), method: 'POST' })
  expect(form.status).toBe(401)
  const replayed = await frame.enter(query)
  expect(replayed.page.html).toContain('The app isn’t installed on this site')
  wix.reinstall(id)
  await frame.settle()
  expect((await frame.enter(wix.admin.query(id))).first.location?.pathname).toBe('/')
})

test('a session of one site shows nothing of another', async () => {
  const frame = await createWixFrame()
  const { wix } = frame
  const [one, other] = [wix.install(), wix.install()]
  const tokens: string[] = []
  for (const { id } of [one, other]) {
    const { page } = await frame.enter(wix.admin.query(id))
    tokens.push(passIn(page).token)
  }
  const [first, second] = await Promise.all(tokens.map((token) => userOf(frame, token)))

  expect(first?.id).not.toBe(second?.id)
  const mixed = await frame.ask(`/api/user?shell=wix&tenant=${other.id}`, bearer(tokens[0] ?? ''))
  expect(mixed.status).toBe(401)
})

test('the plans are reachable inside, without an instance in the address', async () => {
  const frame = await createWixFrame()
  const { wix } = frame
  const { id } = wix.install()
  const first = await frame.ask(`/wix/auth/dashboard?${wix.admin.query(id)}`)
  const address = new URL(first.location ?? '')
  address.pathname = '/wix/pricing'

  const { status, html } = await frame.ask(frame.pathOf(address))
  expect(status).toBe(200)
  expect(html).toContain('You’re on the Free plan.')
  expect(html).toContain('href="/billing/plan/plus1"')
})

test('a frame that reloads stays, by the ticket that its page has, once', async () => {
  const frame = await createWixFrame()
  const { wix } = frame
  const { id } = wix.install()
  const { first, page } = await frame.enter(wix.admin.query(id))
  const { ticket } = passIn(page)
  const address = `/account/general?${new URLSearchParams({ shell: 'wix', tenant: id, ticket }).toString()}`

  expect((await frame.ask(address)).status).toBe(200)
  for (const used of [address, frame.pathOf(first.location)]) {
    const again = await frame.ask(used)
    expect(again.location?.pathname).toBe('/frame/closed')
    const closed = await frame.ask(frame.pathOf(again.location))
    expect(closed.html).toContain(`href="${wix.url}/dashboard/${id}" target="_top"`)
  }
})

test('an upgrade leads to Wix’ checkout and from there back to Wix, where the owner has a login', async () => {
  const frame = await createWixFrame()
  const { wix } = frame
  const { id } = wix.install()
  const { page } = await frame.enter(wix.admin.query(id))
  const form = new URLSearchParams({ operation: randomUUID(), coupon: '' })

  const chosen = await frame.ask('/billing/plan/plus1', {
    ...bearer(passIn(page).token),
    method: 'POST',
    body: form,
  })
  expect(chosen.html).toContain(`${wix.url}/checkout/`)
  expect(wix.checkouts.at(-1)).toMatchObject({
    instanceId: id,
    packageName: 'plus1',
    successUrl: `${wix.url}/dashboard/${id}`,
  })
  await frame.answer(`${wix.url}/checkout/${wix.checkouts.at(-1)?.token ?? ''}`, 'approve')
  await frame.settle()

  const again = await frame.enter(wix.admin.query(id))
  const billing = await frame.ask('/billing', bearer(passIn(again.page).token))
  expect(billing.html).toContain('Cancel or renew your plan in Wix')
})

test('an account with an address that Wix’ accounts had is another one', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { id } = wix.install()
  const email = `${wix.admin.owner}@${id}.wix.invalid`
  expect(emailAddress.safeParse(email).success).toBe(false)
  const stranger = await frame.user()
  await services.db.system.update(users).set({ email }).where(eq(users.id, stranger.id))

  const { page } = await frame.enter(wix.admin.query(id))
  expect((await userOf(frame, passIn(page).token)).id).not.toBe(stranger.id)
})
