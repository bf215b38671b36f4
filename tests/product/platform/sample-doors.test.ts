import { expect, onTestFinished, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { teams } from '#app/db/schema/index.ts'
import { verifyCredentials } from '#app/domain/accounts/login/credentials.server.ts'
import { secondMillis } from '#app/lib/time.ts'
import { listAddresses } from '#tests/support/route-build.ts'
import {
  cookieOf,
  createSecurityWorld,
  startPendingLoginByForm,
  typeCode,
} from '#tests/support/two-factor.ts'
import type { World } from '#tests/support/world.ts'
import { doorsOf } from '#workshop/demo/demo-doors.ts'
import { ensureSample, type Sample } from '#workshop/sample/fill-sample.server.ts'
import { samplePeople, type SamplePerson } from '#workshop/sample/sample-logins.ts'
import { startShopServer } from '#workshop/shop/shop-server.ts'

const noPlaces = {
  adminUrl: null,
  wixUrl: null,
  panelUrl: null,
  servicesUrl: null,
  cardsUrl: null,
}

const doorsFor = ({ services }: World, { people }: Sample) =>
  doorsOf(
    {
      ...noPlaces,
      appUrl: services.config.appUrl,
      login: { email: 'demo@footfall.localhost', password: 'the password of the demo' },
      sample: people.logins,
    },
    services.now(),
  )

const cookieFor = async (world: World, { people }: Sample, person: SamplePerson) => {
  const { email, name } = samplePeople[person]
  const password = people.logins[person]
  const about = { id: people.ids[person], name, email, password, isVerified: true, cookie: '' }
  return `token=${await world.logIn(about)}`
}

test('the page of doors has all logins, at the product’s address alone', async () => {
  const world = await createSecurityWorld()
  const { services } = world
  const sample = await ensureSample(services, { days: 1 })
  const doors = doorsFor(world, sample)
  const shop = await startShopServer({
    appUrl: services.config.appUrl,
    baseUrl: () => '',
    site: () => null,
    doors: () => doors,
    email: 'demo@footfall.localhost',
    log: services.log,
    now: services.now,
  })
  onTestFinished(shop.close)
  const open = async (host: string) => {
    const answer = await fetch(`${shop.url}/demo/doors`, { headers: { 'X-Forwarded-Host': host } })
    return answer.text()
  }
  const passwords = doors.flatMap(({ login }) => (login ? [login.password] : []))

  const here = await open(new URL(services.config.appUrl).host)
  expect(passwords).toHaveLength(4)
  for (const password of passwords) expect(here).toContain(password)
  const elsewhere = await open('rebound.example')
  for (const password of passwords) expect(elsewhere).not.toContain(password)
})

test('a shop without doors has no such page', async () => {
  const shop = await startShopServer({
    appUrl: 'http://localhost:3000',
    baseUrl: () => '',
    site: () => null,
    email: 'demo@footfall.localhost',
    log: (await createSecurityWorld()).services.log,
    now: () => new Date(0),
  })
  onTestFinished(shop.close)

  expect((await fetch(`${shop.url}/demo/doors`)).status).toBe(404)
})

test('each login works, and the staff’s code opens the kiosk', async () => {
  const world = await createSecurityWorld()
  const { services, clock } = world
  const sample = await ensureSample(services, { days: 1 })
  for (const person of ['merchant', 'colleague'] as const) {
    const given = { email: samplePeople[person].email, password: sample.people.logins[person] }
    expect((await verifyCredentials(services, given, '192.0.2.1')).userId).toBe(
      sample.people.ids[person],
    )
  }
  // The code of the setup isn't accepted again.
  clock.advance(30 * secondMillis)
  const staff = doorsFor(world, sample).find(({ name }) => name === 'Kiosk')?.login
  if (!staff?.code) throw new Error('The staff has no code.')
  const person = { ...staff, id: 0, name: '', isVerified: true, cookie: '' }
  const pending = await startPendingLoginByForm(world, person)
  const answer = await typeCode(world, { cookie: pending.cookie }, staff.code)
  const { fetch: ask } = await world.serve()

  const headers = { Cookie: cookieOf(answer, 'token') ?? '' }
  expect((await ask('/kiosk', { headers })).status).toBe(200)
  const organization = await ask(`/kiosk/teams/${String(sample.shop.scope.teamId)}`, { headers })
  expect(await organization.text()).toContain('Sample data')
})

test('a second start keeps the people and their logins', async () => {
  const { services } = await createSecurityWorld()
  const { people } = await ensureSample(services, { days: 1 })

  expect((await ensureSample(services, { days: 1 })).people).toEqual(people)
})

test('every screen of the sample organization says that its data is simulated', async () => {
  const world = await createSecurityWorld()
  const sample = await ensureSample(world.services, { days: 1 })
  const other = await world.site()
  const { fetch: ask } = await world.serve()
  const paths = listAddresses()
    .filter(({ file }) => file.endsWith('.tsx'))
    .map(({ path }) => path)
    .concat('/onboarding?step=nudge', '/onboarding?step=publish')
    .filter(
      (path) =>
        !/[:*]|^\/(shopify|invitations|unsubscribe|home\/live|onboarding\/|api\/docs)/.test(path),
    )
  const readScreens = async (cookie: string) => {
    const screens = new Map<string, string>()
    for (const path of new Set(paths)) {
      const answer = await ask(path, { headers: { Cookie: cookie } })
      const text = answer.status === 200 ? await answer.text() : ''
      if (/id="content"|class="onboarding__content"/.test(text)) screens.set(path, text)
    }
    return screens
  }

  const screens = await readScreens(await cookieFor(world, sample, 'merchant'))
  expect(screens.size).toBeGreaterThan(30)
  expect([...screens.keys()]).toContain('/onboarding')
  const unmarked = [...screens].filter(([, text]) => !text.includes('Sample data'))
  expect(unmarked.map(([path]) => path)).toEqual([])

  const others = await readScreens(other.owner.cookie)
  const marked = [...others].filter(([, text]) => text.includes('Sample data'))
  expect(marked.map(([path]) => path)).toEqual([])
})

test('only the flag makes it a sample, whatever its name is', async () => {
  const world = await createSecurityWorld()
  const sample = await ensureSample(world.services, { days: 1 })
  const cookie = await cookieFor(world, sample, 'merchant')
  const { fetch: ask } = await world.serve()
  const readHome = async () => (await ask('/', { headers: { Cookie: cookie } })).text()
  const isTeam = eq(teams.id, sample.shop.scope.teamId)

  await world.services.db.system.update(teams).set({ name: 'Another name' }).where(isTeam)
  expect(await readHome()).toContain('Sample data')
  await world.services.db.system.update(teams).set({ isSample: false }).where(isTeam)
  expect(await readHome()).not.toContain('Sample data')
})
