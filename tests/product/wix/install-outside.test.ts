/** The install that begins outside of Wix: /wix/auth leads to Wix’ page, which leads back to /wix/auth/install. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites, tenants } from '#app/db/schema/index.ts'
import { linkWixInstance } from '#app/domain/billing/channels/wix-instances.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { TestSite } from '../../support/makers.ts'
import { createWixFrame, someone, type WixFrame } from '../../support/wix/wix-frame.ts'

const atTop = { 'Sec-Fetch-Dest': 'document' }

/** As Wix' page does it when the person agrees. Returns the address that it leads back to. */
async function install(frame: WixFrame, cookie?: string): Promise<URL> {
  const started = await frame.ask('/wix/auth', { headers: headersOf(cookie) })
  expect(started.status).toBe(302)
  const agreed = await fetch(started.location ?? '', { method: 'POST', redirect: 'manual' })
  return new URL(agreed.headers.get('location') ?? '')
}

const headersOf = (cookie?: string) => ({ ...atTop, ...(cookie ? { Cookie: cookie } : {}) })

const back = async (frame: WixFrame, address: URL, cookie?: string) =>
  (await frame.ask(frame.pathOf(address), { headers: headersOf(cookie) })).location

const reasonOf = (address: URL | null) => address?.searchParams.get('reason')

const ownerOf = ({ owner }: TestSite) => owner.cookie

test('a person with an organization gets the site, once and for all its people', async () => {
  const frame = await createWixFrame()
  const site = await frame.site()

  const address = await install(frame, ownerOf(site))
  expect([...address.searchParams.keys()]).not.toContain('code')
  const landed = await back(frame, address, ownerOf(site))

  expect(landed?.pathname).toBe('/integrations')
  const instanceId = address.searchParams.get('instanceId') ?? ''
  const link = await frame.linked(instanceId)
  expect(link?.teamId).toBe(site.scope.teamId)
  const [added] = await frame.services.db.system
    .select()
    .from(sites)
    .where(eq(sites.id, link?.siteId ?? 0))
  expect(added).toMatchObject({ teamId: site.scope.teamId, name: 'Linen' })
  const [tenant] = await frame.services.db.system
    .select()
    .from(tenants)
    .where(eq(tenants.tenantId, instanceId))
  expect(tenant).toMatchObject({ teamId: site.scope.teamId, state: 'installed' })

  // In the dashboard a person of Wix edits this site of the organization.
  const { first } = await frame.enter(frame.wix.admin.query(instanceId))
  expect(first.location?.pathname).toBe('/')
})

test('a person who isn’t logged in is led into Wix, which asks who they are', async () => {
  const frame = await createWixFrame()

  const landed = await back(frame, await install(frame))

  expect(landed?.href).toMatch(new RegExp(`^${frame.wix.url}/dashboard/`))
})

test('a state works once, for half an hour, and is ours', async () => {
  const frame = await createWixFrame()
  const site = await frame.site()
  const address = await install(frame, ownerOf(site))
  const state = address.searchParams.get('state') ?? ''
  const [userId = '', ...rest] = state.split('-')

  for (const forged of ['', 'a', [`${userId}1`, ...rest].join('-'), `${state.slice(0, -1)}x`]) {
    const changed = new URL(address)
    changed.searchParams.set('state', forged)
    expect(reasonOf(await back(frame, changed, ownerOf(site)))).toBe('state')
  }
  const windows = await Promise.all([1, 2].map(() => back(frame, address, ownerOf(site))))
  expect(windows.map((one) => one?.pathname).sort()).toEqual(['/integrations', '/wix/auth/error'])
  expect(reasonOf(await back(frame, address, ownerOf(site)))).toBe('state')

  const late = await install(frame, ownerOf(site))
  frame.clock.advance(hourMillis)
  expect(reasonOf(await back(frame, late, ownerOf(site)))).toBe('state')
})

test('a plain instance ID, another app’s and another person’s return prove nothing', async () => {
  const frame = await createWixFrame()
  const [site, other] = [await frame.site(), await frame.site()]
  const changes: [string, (address: URL) => void][] = [
    ['instance', ({ searchParams }) => searchParams.delete('signedInstance')],
    ['instance', ({ searchParams }) => searchParams.set('instanceId', frame.instance.id)],
    ['instance', ({ searchParams }) => searchParams.set('appId', frame.instance.id)],
    [
      'instance',
      ({ searchParams }) => {
        searchParams.set('signedInstance', `${searchParams.get('signedInstance') ?? ''}A`)
      },
    ],
  ]
  for (const [reason, change] of changes) {
    const address = await install(frame, ownerOf(site))
    change(address)
    expect(reasonOf(await back(frame, address, ownerOf(site)))).toBe(reason)
  }
  expect(reasonOf(await back(frame, await install(frame, ownerOf(site)), ownerOf(other)))).toBe(
    'account',
  )
  expect(reasonOf(await back(frame, await install(frame, ownerOf(site))))).toBe('account')
})

test('a visitor of the site, who has a signed instance too, connects it with nothing', async () => {
  const frame = await createWixFrame()
  const site = await frame.site()
  for (const viewer of [{ personId: null }, { ...someone(), isManager: false }]) {
    const address = await install(frame, ownerOf(site))
    const instanceId = address.searchParams.get('instanceId') ?? ''
    const signed = new URLSearchParams(frame.wix.admin.query(instanceId, viewer)).get('instance')
    address.searchParams.set('signedInstance', signed ?? '')

    expect(reasonOf(await back(frame, address, ownerOf(site)))).toBe('person')

    expect(await frame.linked(instanceId)).toBeUndefined()
  }
})

test('a site that is another organization’s stays there, and an organization has one site in Wix', async () => {
  const frame = await createWixFrame()
  const [site, other] = [await frame.site(), await frame.site()]

  const taken = await install(frame, ownerOf(site))
  await linkWixInstance(frame.services, other.team.scope, {
    instanceId: taken.searchParams.get('instanceId') ?? '',
    siteId: null,
  })
  expect(reasonOf(await back(frame, taken, ownerOf(site)))).toBe('joined')

  const second = await back(frame, await install(frame, ownerOf(other)), ownerOf(other))
  expect(reasonOf(second)).toBe('pays')
})

test('each reason has its page, and an unknown one says the same to everyone', async () => {
  const frame = await createWixFrame()
  for (const reason of ['joined', 'pays', 'state', 'account', 'role', 'plan', 'away', 'x', '']) {
    const { status, html } = await frame.ask(`/wix/auth/error?reason=${reason}`, {
      headers: atTop,
    })
    expect(status).toBe(200)
    expect(html).toContain(`${frame.wix.url}/account/sites`)
  }
})
