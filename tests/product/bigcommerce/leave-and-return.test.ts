/** Approvals, payments and news that leave a control panel's frame or Wix' dashboard, and come back into it. */
import { onTestFinished, expect, test } from 'vitest'
import { announce, listAnnouncements } from '#app/domain/announcements/announcements.server.ts'
import { everyoneNow } from '#app/domain/announcements/announcement.ts'
import { frameSessions, sites, teams } from '#app/db/schema/index.ts'
import { boostReturnUrls } from '#app/presenters/billing/return-urls.server.ts'
import { environmentOf, startApprovedDoubles } from '#workshop/doubles/shops/start-approved.ts'
import {
  createBigCommerceWorld,
  type Answer,
  type BigCommerceWorld,
} from '../../support/bigcommerce/bigcommerce-world.ts'
import { passIn } from '../../support/framed/framed-story.ts'
import { createWixFrame } from '../../support/wix/wix-frame.ts'

const atTop = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'cross-site' }

const asPage = (appUrl: string, page: Pick<Answer, 'html'>) => ({
  Authorization: `Bearer ${passIn(page).token}`,
  'Sec-Fetch-Dest': 'empty',
  'Sec-Fetch-Site': 'same-origin',
  Origin: appUrl,
})

async function createSeller(): Promise<{ world: BigCommerceWorld; page: Answer; panel: string }> {
  const clock: { now: () => Date } = { now: () => new Date(0) }
  const approved = await startApprovedDoubles(() => clock.now())
  onTestFinished(approved.stop)
  const world = await createBigCommerceWorld(environmentOf(approved.services))
  clock.now = world.clock.now
  const page = await world.follow(await world.setUp(world.store))
  await world.services.db.system.update(teams).set({ plan: 'genius' })
  return { world, page, panel: `${world.bigcommerce.url}/panel/linen/manage/app/31415` }
}

test('an approval at a service goes on in the control panel where it began', async () => {
  const { world, page, panel } = await createSeller()
  const begun = await world.ask('/integrations/etsy.data', {
    method: 'POST',
    body: new URLSearchParams({ way: 'oauth' }),
    headers: {
      ...asPage(world.services.config.appUrl, page),
      'X-Frame-Page': 'shell=bigcommerce&tenant=linen',
    },
  })
  const state = /state=([^&"\\]+)/.exec(begun.html)?.[1] ?? ''
  const path = `/integrations/etsy/callback?state=${state}&code=code-000001`

  const returned = await world.ask(path, { headers: atTop })

  expect(returned.location?.href).toBe(panel + path)
  const inFrame = await world.follow(await world.load(world.store, { claims: { url: path } }))
  expect([inFrame.status, inFrame.html.includes('Finish connecting')]).toEqual([200, true])
  // The store has to be the one that began, and have the app.
  const other = path.replace('linen.bigcommerce', 'wool.bigcommerce')
  expect((await world.ask(other, { headers: atTop })).location).toBeNull()
  await world.bigcommerce.uninstall(world.store)
  expect((await world.ask(path, { headers: atTop })).location).toBeNull()
})

test('Stripe’s page for a boost leads back into the control panel', async () => {
  const { world, panel } = await createSeller()
  const { services } = world
  const [session] = await services.db.system.select({ id: frameSessions.id }).from(frameSessions)
  const { scope } = await world.siteOfStore()

  const urls = await boostReturnUrls(services, scope, { frameSessionId: session?.id ?? null })

  expect(urls).toEqual({
    returnUrl: `${panel}/billing/checkout/visitor-boost/success`,
    cancelUrl: `${panel}/billing`,
  })
  const atTopUrls = await boostReturnUrls(services, scope, { frameSessionId: null })
  expect(atTopUrls.cancelUrl).toContain(`${services.config.appUrl}/billing/returned/`)
  expect(await services.db.system.$count(sites)).toBe(1)
})

test('news about a screen of ours opens it where the person is', async () => {
  const { world } = await createSeller()
  const { services } = world
  const reader = { userId: 0, shell: null, teamId: null }
  const [owner] = await services.db.system.select({ id: teams.ownerId }).from(teams)
  for (const actionUrl of [
    `${services.config.appUrl}/goals?new`,
    services.config.appUrl,
    `${services.config.appUrl}.evil.example/goals`,
  ]) {
    const text = { body: 'New', actionText: 'Look', actionUrl }
    await announce(services, null, { ...text, ...everyoneNow })
  }

  const listed = await listAnnouncements(services, { ...reader, userId: owner?.id ?? 0 })

  expect(listed.map(({ action }) => action?.url)).toEqual([
    `${services.config.appUrl}.evil.example/goals`,
    '/',
    '/goals?new',
  ])
})

test('Wix’ dashboard says where an approval works that couldn’t come back into it', async () => {
  const frame = await createWixFrame()
  const { id } = frame.wix.install()
  const { page } = await frame.enter(frame.wix.admin.query(id))
  await frame.services.db.system.update(teams).set({ plan: 'genius' })

  const answer = await frame.ask('/integrations/etsy.data', {
    method: 'POST',
    body: new URLSearchParams({ way: 'oauth' }),
    headers: asPage(frame.services.config.appUrl, page),
  })

  expect(answer.html).toContain('return to Wix’ dashboard')
})
