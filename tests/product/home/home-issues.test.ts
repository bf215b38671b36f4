/** Issues of a whole site: when home shows them, and when it doesn't. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { nudges, sites } from '#app/db/schema/index.ts'
import { storePurchase } from '../../support/purchases.ts'
import { openShopWithIssues } from '../../support/shop-with-issues.ts'
import { dayMillis } from '#app/lib/time.ts'

test('a pixel that is silent for more than a day is an issue, and one that was never there isn’t', async () => {
  const { problems, services, site, clock } = await openShopWithIssues()
  expect(await problems()).toEqual([])

  const seen = clock.now()
  await services.db.system.update(sites).set({ pixelSeenAt: seen })
  clock.advance(dayMillis)
  const early = await problems()
  clock.advance(1)

  expect(early).toEqual([])
  expect(await problems()).toEqual([
    {
      sentence: 'We haven’t heard from your pixel for more than 24 hours.',
      to: `/pixel/${site.uuid}?part=check`,
      action: 'Check pixel',
      weight: 'stop',
    },
  ])
})

test('usage is an issue from 70 percent of the plan on, and stops nudges at the limit', async () => {
  const { problems, plan, visits, site } = await openShopWithIssues()
  await plan({ planLimit: 10 })
  await visits(6)
  const early = await problems()
  await visits(1)
  const near = await problems()
  await visits(3)
  const full = await problems()
  await plan({ planLimit: null })

  const link = {
    to: `/settings/teams/${String(site.team.scope.teamId)}/plan`,
    action: 'View usage',
  }
  expect(early).toEqual([])
  expect(near).toEqual([
    {
      sentence: 'You’ve used 70% of your monthly plan limit. Nudges pause at 100%.',
      ...link,
      weight: 'note',
    },
  ])
  expect(full).toEqual([
    {
      sentence: 'You’ve reached your monthly plan limit. Nudges are paused until next month.',
      ...link,
      weight: 'stop',
    },
  ])
  expect(await problems()).toEqual([])
})

test('a shop that sends nothing for a week is an issue while a nudge shows activities', async () => {
  const { problems, sentences, nudge, services, site, clock } = await openShopWithIssues()
  const uuid = await nudge({ type: 'purchase', content: null })
  const stale = 'Your shop hasn’t sent anything for'
  expect(await problems()).toEqual([])
  await storePurchase(services, site)
  clock.advance(7 * dayMillis - 1)
  expect((await sentences()).join(' ')).not.toContain(stale)
  clock.advance(1)

  expect(await problems()).toContainEqual({
    sentence: `${stale} 7 days. Nudges only show recent activity.`,
    to: '/data-feeds',
    action: 'Review data',
    weight: 'stop',
  })
  await services.db.system.update(nudges).set({ state: 'paused' }).where(eq(nudges.uuid, uuid))
  expect(await problems()).toEqual([])
})

test('activities that need approval are counted by kind, and link to their list', async () => {
  const { problems, services, site, world } = await openShopWithIssues()
  const waiting = { approval: 'quarantined' } as const
  await storePurchase(services, site, waiting)
  await storePurchase(services, site, { ...waiting, trust: 'unknown' })
  await storePurchase(services, site, { ...waiting, isShowable: false })
  await storePurchase(services, await world.site(), waiting)
  const one = await problems()
  for (let count = 0; count < 3; count += 1) {
    await storePurchase(services, site, { ...waiting, kind: 'review' })
  }
  const several = await problems()
  for (let count = 0; count < 100; count += 1) {
    await storePurchase(services, site, { ...waiting, kind: 'signup' })
  }

  const purchase = {
    sentence: '1 purchase needs your approval.',
    to: '/data-feeds?state=waiting',
    action: 'Review',
    weight: 'note',
  }
  const review = {
    sentence: '3 reviews need your approval.',
    to: '/data-feeds/reviews?state=waiting',
  }
  expect(one).toEqual([purchase])
  expect(several).toMatchObject([purchase, review])
  expect((await problems()).map(({ sentence }) => sentence)).toContain(
    '100 or more sign-ups need your approval.',
  )
})

test('a setting outside the plan is an issue that names the plan with it, and isn’t one on that plan', async () => {
  const { problems, nudge, plan } = await openShopWithIssues({ branding: false })
  await nudge({ query: { skipSeenNudges: true } })

  const free = await problems()
  await plan({ plan: 'lite' })
  const lite = await problems()
  await plan({ plan: 'genius' })

  const branding = {
    sentence:
      'You turned off the “Powered by” link, but your plan still includes it. Removing it needs the Genius plan or higher.',
    to: '/site-settings/look',
    action: 'Review appearance',
    weight: 'note',
  }
  expect(free).toEqual([
    branding,
    {
      sentence:
        '“Skip items already seen” is on, but your plan doesn’t include it. It needs the Lite plan or higher.',
      to: '/popup-nudges/list',
      action: 'Review nudges',
      weight: 'note',
    },
  ])
  expect(lite).toEqual([branding])
  expect(await problems()).toEqual([])
})

test('a color that is hard to read is an issue for the card that it is drawn on', async () => {
  const { problems, options } = await openShopWithIssues({ color: '#ffff00', theme: 'light' })
  const light = await problems()
  await options({ color: '#ffff00', theme: 'dark' })
  const readable = await problems()
  await options({ color: '#000000', theme: 'dark' })
  const dark = await problems()

  const link = { to: '/site-settings/look', action: 'Change color', weight: 'note' }
  expect(light).toEqual([
    {
      sentence:
        'Your color #ffff00 is hard to read on a light card (contrast 1:1), so we use a darker or lighter shade.',
      ...link,
    },
  ])
  expect(readable).toEqual([])
  expect(dark.map(({ sentence }) => sentence).join()).toContain(
    '#000000 is hard to read on a dark card',
  )
})

test('issues that stop nudges come before those that are only worth a look', async () => {
  const { problems, nudge } = await openShopWithIssues({ branding: false, color: '#ffff00' })
  await nudge({ name: 'Welcome', content: null })

  expect((await problems()).map(({ weight }) => weight)).toEqual(['stop', 'note', 'note'])
})
