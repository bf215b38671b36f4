/** Everything that stops while an organization or a user is suspended, and continues afterwards. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pendingLogins, sessions, teams, users } from '#app/db/schema/index.ts'
import { sendStaffActEmail } from '#app/jobs/staff-act-emails.server.ts'
import type { Services } from '#app/services.ts'
import { createConnectionWorld } from '../../support/integrations/connected-shop.ts'
import { createShopifyWorld } from '../../support/shopify/shopify-world.ts'
import { lastActOn } from '../../support/kiosk/last-act.ts'
import type { TestUser } from '../../support/makers.ts'
import { serveEdge } from '../../support/pages.ts'
import { createWebhookWorld } from '../../support/webhooks/webhook-world.ts'
import { createWorld, type World } from '../../support/world.ts'
import { storePurchase } from '../../support/purchases.ts'

const reason = 'Ticket 12: reported by a visitor'
const notice = 'Your nudges break our terms.'

type Sender = Pick<World, 'serve' | 'services'>

async function acting({ serve, services }: Sender, staff: TestUser) {
  const { fetch } = await serve()
  return async (address: string, intent: string, more: Record<string, string> = {}) => {
    const lastActId = await lastActOn(services, address)
    return fetch(`${address}.data`, {
      method: 'POST',
      headers: { Cookie: staff.cookie },
      body: new URLSearchParams({ intent, reason, lastActId, ...more }),
    })
  }
}

const teamPage = (teamId: number) => `/kiosk/teams/${String(teamId)}`
const userPage = (userId: number) => `/kiosk/users/${String(userId)}`

test('a suspended organization shows no nudges and takes no requests, and its screens say why', async () => {
  const world = await createWorld()
  await world.queue.start([sendStaffActEmail], world.services)
  const site = await world.site()
  await world.nudge(site)
  await storePurchase(world.services, site)
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const page = (await serveEdge(world.services)).page(site)
  const act = await acting(world, await world.confirmedStaff())
  const api = () =>
    fetch(`/api/v1/sites/${site.uuid}`, { headers: { Authorization: `Bearer ${token}` } })
  const home = async () =>
    (await fetch('/support', { headers: { Cookie: site.owner.cookie } })).text()
  const { teamId } = site.team.scope
  expect((await page.payload()).nudges).toHaveLength(1)
  expect((await api()).status).toBe(200)

  expect((await act(teamPage(teamId), 'suspend', { notice })).status).toBe(200)

  expect(await page.payload()).toMatchObject({ nudges: [], withheld: 'paused' })
  const refused = await api()
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('This organization is suspended. Contact support.')
  const html = await home()
  expect(html).toContain('is suspended. Visitors don’t see nudges')
  expect(html).toContain(notice)
  expect(html).toContain('href="/support"')
  expect((await act(teamPage(teamId), 'suspend', { notice })).status).toBe(409)

  expect((await act(teamPage(teamId), 'reinstate')).status).toBe(200)

  expect((await page.payload()).nudges).toHaveLength(1)
  expect((await api()).status).toBe(200)
  expect(await home()).not.toContain('is suspended')
  expect((await act(teamPage(teamId), 'reinstate')).status).toBe(409)
  await expect
    .poll(async () => (await mailsTo(world.services, site.owner)).sort())
    .toEqual(['Your organization is no longer suspended', 'Your organization is suspended'])
})

const mailsTo = async ({ mail: { outbox } }: Services, { email }: { email: string }) =>
  (await outbox.list()).filter(({ to }) => to === email).map(({ subject }) => subject)

test('a suspended organization’s connections refuse deliveries, with the cause', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  const { teamId } = world.site.team.scope
  const { system } = world.services.db
  await system.update(teams).set({ suspendedAt: world.clock.now() }).where(eq(teams.id, teamId))

  await world.woo.placeOrder()

  expect(world.woo.sent).toMatchObject([{ topic: 'order.created', status: 403 }])
  expect(await world.stored.deliveries()).toEqual([])
  await system.update(teams).set({ suspendedAt: null }).where(eq(teams.id, teamId))
  await world.woo.placeOrder()
  expect(await world.stored.deliveries()).toHaveLength(1)
})

test('webhooks wait while the organization is suspended, and new events have none', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const site = await world.site()
  await endpoint(site, '/in')
  const { system } = world.services.db
  const setSuspended = (at: Date | null) =>
    system.update(teams).set({ suspendedAt: at }).where(eq(teams.id, site.team.scope.teamId))
  await storePurchase(world.services, site)
  await setSuspended(world.clock.now())

  await send()
  await storePurchase(world.services, site)
  await send()
  expect(receiver.received).toEqual([])

  await setSuspended(null)
  await storePurchase(world.services, site)
  await send()
  expect(receiver.received.length).toBeGreaterThan(0)
})

test('a suspended user is logged out everywhere, and the login says why and whom to ask', async () => {
  const world = await createWorld({ environment: { SUPPORT_EMAIL: 'help@footfall.example' } })
  await world.queue.start([sendStaffActEmail], world.services)
  const site = await world.site()
  const { owner } = site
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const act = await acting(world, await world.confirmedStaff())
  const logIn = (password = owner.password) =>
    fetch('/auth/login', {
      method: 'POST',
      body: new URLSearchParams({ email: owner.email, password }),
      redirect: 'manual',
    })
  const home = () => fetch('/support', { headers: { Cookie: owner.cookie }, redirect: 'manual' })

  expect((await act(userPage(owner.id), 'suspend', { notice })).status).toBe(200)

  const { system } = world.services.db
  expect(await system.$count(sessions, eq(sessions.userId, owner.id))).toBe(0)
  expect((await home()).headers.get('location')).toContain('/auth/login')
  const refused = await logIn()
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain(
    `Your account is suspended. ${notice} Contact support at help@footfall.example.`,
  )
  // Who doesn't know the password learns nothing.
  expect(await (await logIn('another password')).text()).not.toContain('suspended')
  const api = await fetch('/api/v1/sites', { headers: { Authorization: `Bearer ${token}` } })
  expect(api.status).toBe(403)
  expect(await api.text()).toContain('The user who created this token is suspended.')

  expect((await act(userPage(owner.id), 'reinstate')).status).toBe(200)

  expect((await logIn()).status).toBe(302)
  await expect
    .poll(async () => (await mailsTo(world.services, owner)).sort())
    .toEqual(['Your account is no longer suspended', 'Your account is suspended'])
})

test('a login that waited for its code ends with the suspension, and no session is used', async () => {
  const world = await createWorld()
  const person = await world.user()
  const at = world.clock.now()
  const { system } = world.services.db
  await system.insert(pendingLogins).values({
    userId: person.id,
    tokenHash: Buffer.alloc(32, 1),
    createdAt: at,
    expiresAt: new Date(at.getTime() + 60_000),
  })
  const act = await acting(world, await world.confirmedStaff())
  await act(userPage(person.id), 'suspend', { notice })
  expect(await system.$count(pendingLogins, eq(pendingLogins.userId, person.id))).toBe(0)

  // A session that began in the same moment.
  const { fetch } = await world.serve()
  const other = await world.user()
  await system.update(users).set({ suspendedAt: at }).where(eq(users.id, other.id))
  const answer = await fetch('/support', { headers: { Cookie: other.cookie }, redirect: 'manual' })
  expect(answer.headers.get('location')).toContain('/auth/login')
})

test('a suspended person reads why in a shop’s admin', async () => {
  const world = await createShopifyWorld()
  const { fetch } = await world.serve()
  const headers = { ...world.bearerOf(world.owner), 'User-Agent': 'Mozilla/5.0 Firefox/140.0' }
  const visit = () => fetch('/support.data', { headers })
  expect((await visit()).status).toBe(200)
  await world.services.db.system
    .update(users)
    .set({ suspendedAt: world.clock.now(), suspensionNotice: notice })

  const refused = await visit()

  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain(notice)
})
