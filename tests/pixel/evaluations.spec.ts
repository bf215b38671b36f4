import { randomUUID } from 'node:crypto'
import type { PixelNudge } from '#app/contract/pixel.ts'
import type { EdgeSite } from './edge-double.ts'
import { expect, nudgeOf, purchaseItem, purchasePayload, test } from './shop-test.ts'
import { arrived, digestClock, sendAll, stopClock } from './time.ts'

for (const withheld of ['holdout', 'plan_limit', 'paused'] as const) {
  test(`a page that gets ${withheld} shows nothing, and says so with its visit`, async ({
    shop,
  }) => {
    shop.site.payload = { ...purchasePayload(), withheld, unshown: [unshownNudge()] }
    await stopClock(shop.page)

    await shop.open()
    await expect.poll(() => shop.site.reads).toBe(1)
    await digestClock(shop.page)
    for (let step = 0; step < 10; step++) await shop.page.clock.runFor(20)
    await shop.page.clock.runFor(1000)
    await expect
      .poll(() => shop.site.events.map(({ type }) => type))
      .toEqual(['visit', 'not_shown'])

    expect(shop.site.events[1]).toEqual({
      id: expect.stringMatching(/^\d+(?:-\d+){3}$/),
      type: 'not_shown',
      page: '/product',
      reason: withheld,
      count: 1,
    })
    expect(shop.site.batches).toHaveLength(1)
    await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  })
}

test('every evaluation ends in an impression or in a reason', async ({ shop }) => {
  const { page, nudge, site } = shop
  const [first, second, third] = [
    purchasesOf('Mia', 'Noah'),
    purchasesOf('Ada'),
    purchasesOf('Finn'),
  ]
  const bare = unshownNudge()
  site.payload = {
    ...purchasePayload({}, { maxNudges: 2 }),
    nudges: [first, second, third],
    unshown: [bare],
  }
  await page.clock.install()

  await shop.open()
  await expect(nudge.locator('strong')).toHaveText('Mia')
  await expect.poll(() => endsOf(site)).toContain(`${first.id} impression`)
  await page.clock.fastForward(60_000)
  await expect(nudge).toHaveCount(0)
  await page.clock.fastForward(1500)
  await expect(nudge.locator('strong')).toHaveText('Ada')
  await expect.poll(() => endsOf(site)).toContain(`${second.id} impression`)
  await page.clock.fastForward(60_000)
  await expect(nudge).toHaveCount(0)
  await page.clock.fastForward(30_000)
  await page.goto('about:blank')

  await expect.poll(() => endsOf(site).length).toBe(4)
  expect(endsOf(site).sort()).toEqual(
    [
      `${first.id} impression`,
      `${second.id} impression`,
      `${third.id} capped`,
      `${bare.nudge} no_data`,
    ].sort(),
  )
  // Advancing the clock outruns responses, so a retried event is a duplicate.
  const taken = ['accepted', 'duplicate']
  expect(site.outcomes.filter(({ outcome }) => !taken.includes(outcome))).toEqual([])
})

test('a nudge that is shown twice has two impressions and no reason', async ({ shop }) => {
  const { page, nudge, site } = shop
  const only = purchasesOf('Mia', 'Noah', 'Ada')
  site.payload = { ...purchasePayload({}, { maxNudges: 2 }), nudges: [only] }
  await page.clock.install()

  await shop.open()
  await expect(nudge.locator('strong')).toHaveText('Mia')
  await expect.poll(() => endsOf(site)).toHaveLength(1)
  await page.clock.fastForward(60_000)
  await expect(nudge).toHaveCount(0)
  await page.clock.fastForward(1500)
  await expect(nudge.locator('strong')).toHaveText('Noah')
  await expect.poll(() => endsOf(site)).toHaveLength(2)
  await page.clock.fastForward(60_000)
  await expect(nudge).toHaveCount(0)
  await sendAll(page)
  await arrived(shop)

  expect(endsOf(site)).toEqual([`${only.id} impression`, `${only.id} impression`])
})

test('a reason that comes after the visit was sent waits for other events or the end of the page', async ({
  shop,
  servers,
}) => {
  const { page, site } = shop
  const bare = unshownNudge()
  site.payload = { ...purchasePayload(), nudges: [], unshown: [bare] }
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/api\/pixel\/[^/]+$/, async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await shop.open()
  await expect.poll(() => site.batches.length).toBe(1)

  const answered = page.waitForResponse(/\/api\/pixel\/[^/]+$/)
  release()
  await (await answered).finished()
  await digestClock(page)
  await page.clock.fastForward(20_000)
  await page.clock.fastForward(20_000)
  expect(site.batches).toHaveLength(1)
  await page.goto(`${servers.pages.origin}/shirt.svg`)

  await expect.poll(() => endsOf(site)).toEqual([`${bare.nudge} no_data`])
  expect(site.batches).toHaveLength(2)
})

test('a page with more reasons than fit into one batch loses nothing', async ({ shop }) => {
  const unshown = Array.from({ length: 150 }, unshownNudge)
  shop.site.payload = { ...purchasePayload(), unshown }

  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await expect.poll(() => endsOf(shop.site)).toContainEqual(expect.stringMatching(/impression$/))
  await expect.poll(() => endsOf(shop.site).length).toBe(151)

  expect(shop.site.events.filter(({ type }) => type === 'visit')).toHaveLength(1)
})

const purchasesOf = (...titles: string[]): PixelNudge =>
  nudgeOf({ items: titles.map((title) => purchaseItem({ title })) })

const unshownNudge = () => ({ nudge: randomUUID(), reason: 'no_data' as const })

/** Reported outcomes of evaluations. */
const endsOf = ({ events }: EdgeSite) =>
  events.flatMap((event) => {
    if (event.type === 'impression') return [`${event.nudge} impression`]
    return event.type === 'not_shown'
      ? Array.from({ length: event.count }, () => `${event.nudge ?? ''} ${event.reason}`)
      : []
  })
