import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { activities, goalConversions, sites } from '#app/db/schema/index.ts'
import { setApproval, sweepQuarantined } from '#app/domain/activities/approval.server.ts'
import { whereShowable } from '#app/domain/serving/data/recent-activities.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

const purchase = {
  kind: 'purchase',
  id: 'order-1001',
  first_name: 'Ann',
  country: 'NL',
  product: { title: 'Blue Kettle', url: 'https://shop.example/kettle' },
}

const event = (activity: object = purchase) => ({
  id: newEventId(),
  type: 'activity',
  page: '/thanks',
  activity,
})

/** A site whose pages show its purchases. */
async function openShop(options: Partial<SiteOptions> = {}) {
  const world = await createWorld()
  const { services } = world
  const site = await world.site({ options })
  await world.nudge(site)
  const edge = await serveEdge(services)
  const page = edge.page(site)
  return {
    world,
    services,
    site,
    edge,
    page,
    rows: () => services.db.system.select().from(activities),
    titles: async () => {
      const { nudges } = await page.payload()
      return nudges.flatMap(({ items }) => items.map(({ title }) => title))
    },
    counted: () =>
      services.db.asTeam(site.scope, (tx) =>
        tx.$count(
          activities,
          whereShowable(site.scope, { kind: 'purchase', seconds: 3600, at: services.now() }),
        ),
      ),
    decide: async (approval: 'approved' | 'quarantined') => {
      const [row] = await services.db.system.select().from(activities)
      await setApproval(services, site.scope, { uuid: row?.uuid ?? '', approval })
    },
  }
}

test('an activity that only a page reported waits in quarantine and is never shown', async () => {
  const { page, rows, titles, counted } = await openShop()

  const outcomes = await page.report(event(), visitEvent())

  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['quarantined', 'accepted'])
  expect(await rows()).toMatchObject([
    {
      externalId: 'order-1001',
      source: 'pixel',
      trust: 'origin',
      approval: 'quarantined',
      firstName: 'Ann',
      productTitle: 'Blue Kettle',
    },
  ])
  expect(await titles()).toEqual([])
  expect(await counted()).toBe(0)
})

test.each([
  ['without an origin', { Origin: '' }],
  ['of a foreign page', { Origin: 'https://elsewhere.example' }],
  ['of a page that hides its origin', { Origin: 'null' }],
])('a purchase %s is never shown, whatever the owner approves', async (_case, headers) => {
  const { edge, site, rows, titles, counted, decide } = await openShop({
    preApprovePurchases: true,
  })

  const outcomes = await edge.page(site, headers).report(event())

  expect(outcomes).toMatchObject([{ outcome: 'quarantined' }])
  expect(await rows()).toMatchObject([{ trust: 'unknown', approval: 'quarantined' }])
  await expect(decide('approved')).rejects.toMatchObject({ code: 'conflict' })
  expect(await titles()).toEqual([])
  expect(await counted()).toBe(0)
})

test('with automatic approval, later purchases are approved and earlier ones keep waiting', async () => {
  const { services, site, page, titles, counted } = await openShop()
  await page.report(event({ ...purchase, id: 'earlier', first_name: 'Bea' }))
  await services.db.system
    .update(sites)
    .set({ options: { holdout: 0, preApprovePurchases: true } })
    .where(eq(sites.id, site.scope.siteId))

  const outcomes = await page.report(event())

  expect(outcomes).toMatchObject([{ outcome: 'accepted' }])
  expect(await titles()).toEqual([expect.stringContaining('Ann')])
  expect(await counted()).toBe(1)
})

test.each<[string, keyof SiteOptions, object]>([
  ['sign-ups', 'preApproveSignups', { kind: 'signup', id: 'a' }],
  ['reviews', 'preApproveReviews', { kind: 'review', id: 'a', stars: 4, body: 'Good.\nReally.' }],
])('%s have a separate rule', async (_kind, option, activity) => {
  const strict = await openShop({ preApprovePurchases: true })
  const reportOutcomes = await strict.page.report(event(activity))
  const open = await openShop({ [option]: true })
  const allowed = await open.page.report(event(activity))

  expect([reportOutcomes[0]?.outcome, allowed[0]?.outcome]).toEqual(['quarantined', 'accepted'])
})

test('an activity is shown once the owner approves it, and hidden after the approval is withdrawn', async () => {
  const { page, titles, counted, decide } = await openShop()
  await page.report(event())

  await decide('approved')
  const approved = [(await titles()).length, await counted()]
  await decide('quarantined')

  expect(approved).toEqual([1, 1])
  expect([(await titles()).length, await counted()]).toEqual([0, 0])
})

test('a team can’t approve another team’s activities', async () => {
  const { world, services, page, rows } = await openShop()
  await page.report(event())
  const [row] = await rows()
  const other = await world.site()

  const decision = setApproval(services, other.scope, {
    uuid: row?.uuid ?? '',
    approval: 'approved',
  })

  await expect(decision).rejects.toMatchObject({ code: 'not_found' })
  expect(await rows()).toMatchObject([{ approval: 'quarantined' }])
})

test("a bot's activity is not stored", async () => {
  const { edge, site, rows } = await openShop({ preApprovePurchases: true })
  const bot = edge.page(site, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })

  const outcomes = await bot.report(event())

  expect(outcomes).toMatchObject([{ outcome: 'bot' }])
  expect(await rows()).toEqual([])
})

test('one id is one activity: in a report, in a later one and for another first name', async () => {
  const { page, rows } = await openShop()

  const together = await page.report(event(), event())
  const later = await page.report(event({ ...purchase, first_name: 'Eve' }))

  expect([...together, ...later].map(({ outcome }) => outcome)).toEqual([
    'quarantined',
    'duplicate',
    'duplicate',
  ])
  expect(await rows()).toMatchObject([{ firstName: 'Ann' }])
})

const signed = {
  kind: 'purchase',
  id: 'order-1001',
  occurred_at: '2026-03-02T09:30:00Z',
  person: { first_name: 'Cleo', country: 'NL' },
  items: [{ title: 'Blue Kettle' }],
  total: 39.5,
  currency: 'EUR',
}

async function reportSigned(shop: Awaited<ReturnType<typeof openShop>>) {
  const { fetch } = await shop.world.serve()
  const token = await shop.world.token(shop.site.team)
  return fetch(`/api/v1/sites/${shop.site.uuid}/activities`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(signed),
  })
}

test("the shop's own word takes the place of a page's: no page can keep an order out", async () => {
  const shop = await openShop()
  await shop.page.report(event({ ...purchase, first_name: 'Eve', product: { title: 'Nothing' } }))

  const answer = await reportSigned(shop)
  const again = await reportSigned(shop)

  expect([answer.status, again.status]).toEqual([201, 200])
  expect(await shop.rows()).toMatchObject([
    {
      source: 'rest_api',
      trust: 'signed',
      approval: 'approved',
      firstName: 'Cleo',
      productTitle: 'Blue Kettle',
      amountCents: 3950,
    },
  ])
  expect(await shop.titles()).toEqual([expect.stringContaining('Cleo')])
})

test("a page changes nothing of the shop's own word", async () => {
  const shop = await openShop({ preApprovePurchases: true })
  await reportSigned(shop)
  const before = await shop.rows()

  const outcomes = await shop.page.report(event({ ...purchase, first_name: 'Eve' }))

  expect(outcomes).toMatchObject([{ outcome: 'duplicate' }])
  expect(await shop.rows()).toEqual(before)
})

test('an email address never gets in by a page', async () => {
  const { page, rows } = await openShop()
  const secret = 'ann@mail.example'

  const outcomes = await page.report(
    event({ ...purchase, email: secret, person: { email: secret } }),
    event({ ...purchase, id: 'other', first_name: secret }),
  )

  expect(outcomes).toMatchObject([
    { outcome: 'quarantined' },
    { outcome: 'rejected', reason: expect.stringMatching(/^activity\.first_name: /) as string },
  ])
  const stored = await rows()
  expect(stored).toMatchObject([{ emailHash: null }])
  expect(JSON.stringify(stored)).not.toContain(secret)
})

test('an address as the id of a sign-up is kept as its fingerprint, and is one person', async () => {
  const { page, rows } = await openShop()
  const hash = createHash('sha256').update('ann@mail.example').digest('hex')

  const outcomes = await page.report(
    event({ kind: 'signup', id: 'Ann@Mail.example' }),
    event({ kind: 'signup', id: '7', email_hash: hash }),
  )

  expect(outcomes).toMatchObject([{ outcome: 'quarantined' }, { outcome: 'duplicate' }])
  const stored = await rows()
  expect(stored).toMatchObject([{ emailHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }])
  expect(JSON.stringify(stored).toLowerCase()).not.toContain('mail.example')
})

test.each([
  ['six stars', { kind: 'review', id: 'a', stars: 6 }, /stars/],
  ['no stars', { kind: 'review', id: 'a' }, /stars/],
  ['half a character', { ...purchase, city: '\ud83d' }, /city/],
  ['NUL in its words', { kind: 'review', id: 'a', stars: 5, body: 'a\u0000' }, /body/],
  ['a script as a link', { ...purchase, product: { title: 'A', url: 'javascript:1' } }, /url/],
  ['an unknown kind', { ...purchase, kind: 'gift' }, /kind/],
])(
  'an activity with %s is rejected, and the event sent with it counts',
  async (_case, bad, reason) => {
    const { page, rows } = await openShop()

    const outcomes = await page.report(event(bad), visitEvent())

    expect(outcomes).toMatchObject([
      { outcome: 'rejected', reason: expect.stringMatching(reason) as string },
      { outcome: 'accepted' },
    ])
    expect(await rows()).toEqual([])
  },
)

test('a page’s purchase reaches no goal, even when it can be shown', async () => {
  const { services, site, page } = await openShop({ preApprovePurchases: true })
  await createGoal(services, site.scope, {
    kind: 'order',
    name: 'Order placed',
    is_repeatable: false,
    is_active: true,
  })

  await page.report(event())

  expect(await services.db.system.select().from(goalConversions)).toEqual([])
})

test('a waiting activity is deleted with the events of its time, and an approved one stays', async () => {
  const world = await createWorld()
  const site = await world.site()
  const page = (await serveEdge(world.services)).page(site)
  const { services, clock } = world
  await page.report(event(), event({ ...purchase, id: 'order-1002' }))
  const rows = () => services.db.system.select().from(activities)
  const [first] = await rows()
  await setApproval(services, site.scope, { uuid: first?.uuid ?? '', approval: 'approved' })

  clock.advance(89 * 86_400_000)
  await sweepQuarantined(services)
  expect(await rows()).toHaveLength(2)
  clock.advance(2 * 86_400_000)
  await sweepQuarantined(services)

  expect(await rows()).toMatchObject([{ uuid: first?.uuid, approval: 'approved' }])
})
