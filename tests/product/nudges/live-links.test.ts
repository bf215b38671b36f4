/** Links to the owner's shop as visitors see it, in a tab that is in no holdout group and not counted. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import {
  claims,
  goalConversions,
  goals,
  pixelEvents,
  sites,
  visitorDays,
} from '#app/db/schema/index.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { createPreviewLink } from '#app/domain/serving/preview-link.server.ts'
import type { PreviewSubject } from '#app/domain/serving/preview-token.server.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { action as homeAction } from '#app/routes/home.tsx'
import { action as goalAction, loader as goalLoader } from '#app/routes/goals/goal.tsx'
import { action as onboardingAction } from '#app/routes/onboarding/onboarding.tsx'
import { storeNudge } from '../../support/nudges.ts'
import { newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

const oneTab = '0123456789abcdef0123456789abcdef'

async function openShop() {
  const world = await createWorld()
  const { services } = world
  const site = await world.site()
  await storePurchase(services, site)
  const live = await storeNudge(services, site, { type: 'purchase' })
  await storeNudge(services, site, { type: 'visitors', state: 'draft', position: 2 })
  await services.db.system
    .update(sites)
    .set({ options: { holdout: 50 } })
    .where(eq(sites.id, site.scope.siteId))
  const edge = await serveEdge(services)

  const queryOf = (link: string) =>
    new URLSearchParams({
      preview: new URL(link).hash.replace('#footfall-preview=', ''),
      tab: oneTab,
    }).toString()
  const address = `${edge.baseUrl}/api/pixel/${site.uuid}`
  const headers = { Origin: site.url }
  return {
    world,
    services,
    site,
    live,
    edge,
    makeLink: (subject: PreviewSubject) => createPreviewLink(services, site.scope, subject),
    open: async (link: string) => {
      const response = await fetch(`${address}?${queryOf(link)}`, { headers })
      return (await response.json()) as PixelPayload
    },
    report: async (link: string, ...events: object[]) => {
      const body = JSON.stringify({ events })
      const query = queryOf(link)
      const response = await fetch(`${address}/events?${query}`, { method: 'POST', headers, body })
      const answer: unknown = await response.json()
      return { status: response.status, body: answer }
    },
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>

const makeGoal = ({ services, site }: Shop, goal: object) =>
  createGoal(services, site.scope, {
    kind: 'url',
    name: 'Thanks',
    match: 'starts_with',
    pattern: '/thanks',
    is_repeatable: false,
    is_active: true,
    ...goal,
  })

const countAll = async ({ services: { db } }: Shop) => [
  await db.system.$count(pixelEvents),
  await db.system.$count(goalConversions),
  await db.system.$count(claims),
  await db.system.$count(visitorDays),
]

test('the link shows what is published as visitors see it, whatever the holdout group', async () => {
  const shop = await openShop()

  const payload = await shop.open(await shop.makeLink({ kind: 'live' }))

  expect(payload).not.toHaveProperty('withheld')
  expect(payload.nudges.map(({ id }) => id)).toEqual([shortIdOf(shop.live)])
  expect(payload.nudges[0]?.heading).toBeUndefined()
  expect(payload.preview).toMatchObject({
    title: 'Your live nudges, always shown in this tab',
    note: 'Nothing here counts toward your statistics.',
  })
  expect(payload.preview).not.toHaveProperty('reportTo')
  expect(await countAll(shop)).toEqual([0, 0, 0, 0])
})

test('the owner gets it after the first publication and on home', async () => {
  const shop = await openShop()
  const { world, site } = shop
  const form = { intent: 'visit' }
  const opened = async (answer: unknown) =>
    shop.open(((await (answer as Response).json()) as { link: string }).link)

  const fromSetup = await opened(
    await onboardingAction(world.visit('/onboarding', { as: site.owner, form })),
  )
  const fromHome = await opened(await homeAction(world.visit('/', { as: site.owner, form })))

  expect([fromSetup, fromHome].map(({ nudges }) => nudges.map(({ id }) => id))).toEqual([
    [shortIdOf(shop.live)],
    [shortIdOf(shop.live)],
  ])
})

test('a page that a test tab visits reaches the goal as a test, and nothing is counted', async () => {
  const shop = await openShop()
  const { services, site, world } = shop
  const { uuid } = await makeGoal(shop, { value: 5, currency: 'EUR' })
  services.siteCache.invalidate(site.uuid)
  const link = await shop.makeLink({ kind: 'goal', uuid })
  const { preview } = await shop.open(link)

  const elsewhere = await shop.report(link, { ...visitEvent(), page: '/' })
  const before = await readGoal(shop, uuid)
  const reached = await shop.report(link, { ...visitEvent(), page: '/thanks/1001' })
  const screen = await goalLoader(
    world.visit(`/goals/${uuid}`, { as: site.owner, params: { id: uuid } }),
  )

  expect(preview?.reportTo).toBe(`${services.config.appUrl}/api/pixel/${site.uuid}/events`)
  expect([elsewhere.body, before?.testedAt]).toEqual([{ isReached: false }, null])
  expect(reached.body).toEqual({ isReached: true })
  expect(screen).toMatchObject({
    hits: [],
    goal: { testedAt: world.clock.now(), testedCents: 500, testedCurrency: 'EUR' },
  })
  expect(await countAll(shop)).toEqual([0, 0, 0, 0])
})

test('a test needs what a conversion needs', async () => {
  const shop = await openShop()
  const { uuid } = await makeGoal(shop, { kind: 'order', match: undefined, pattern: undefined })
  const other = await makeGoal(shop, { kind: 'js', match: undefined, pattern: undefined })
  shop.services.siteCache.invalidate(shop.site.uuid)
  const link = await shop.makeLink({ kind: 'goal', uuid })
  const goal = { id: newEventId(), type: 'goal', page: '/thanks' }

  const answers = [
    await shop.report(link, { ...goal, goal: uuid }),
    await shop.report(link, { ...goal, goal: other.uuid }),
    await shop.report(link, { ...goal, goal: uuid, order: '1001', value: 49.9, currency: 'EUR' }),
  ]

  expect(answers.map(({ body }) => body)).toEqual([
    { isReached: false },
    { isReached: false },
    { isReached: true },
  ])
  expect(await readGoal(shop, uuid)).toMatchObject({ testedCents: 4990, testedCurrency: 'EUR' })
  expect(await countAll(shop)).toEqual([0, 0, 0, 0])
})

test('a goal that is off, a link to nudges and another tab’s link report no test', async () => {
  const shop = await openShop()
  const { uuid } = await makeGoal(shop, { is_active: false })
  shop.services.siteCache.invalidate(shop.site.uuid)
  const event = { ...visitEvent(), page: '/thanks' }
  const link = await shop.makeLink({ kind: 'goal', uuid })

  const off = await shop.report(link, event)
  const live = await shop.report(await shop.makeLink({ kind: 'live' }), event)
  const copied = await shop.report(
    link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    event,
  )
  const empty = await shop.report(link)

  expect(off).toEqual({ status: 200, body: { isReached: false } })
  expect([live.status, copied.status, empty.status]).toEqual([403, 403, 422])
  expect((await readGoal(shop, uuid))?.testedAt).toBeNull()
  expect(await countAll(shop)).toEqual([0, 0, 0, 0])
})

test('people who can edit the site get a test link to its goals, and to no others', async () => {
  const shop = await openShop()
  const { world, site } = shop
  const { uuid } = await makeGoal(shop, {})
  const stranger = await world.site()
  const form = { intent: 'test' }
  const press = (as: typeof site.owner) =>
    goalAction(world.visit(`/goals/${uuid}`, { as, params: { id: uuid }, form }))

  expect(await press(site.owner)).toMatchObject({
    data: { link: expect.stringContaining(`goal-${uuid}`) as string },
  })
  await expect(press(stranger.owner)).rejects.toMatchObject({ code: 'not_found' })
})

const readGoal = async ({ services }: Shop, uuid: string) => {
  const [row] = await services.db.system.select().from(goals).where(eq(goals.uuid, uuid))
  return row
}
