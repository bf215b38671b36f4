/** Issues of single nudges: when home shows them, in which words, and when it doesn't. */
import { expect, test } from 'vitest'
import { freshSettings } from '#app/contract/nudge-settings.ts'
import { storeNudge } from '../../support/nudges.ts'
import { storePurchase } from '../../support/purchases.ts'
import { eventRow, store } from '../../support/stored-events.ts'
import {
  openShopWithIssues,
  writtenContent,
  type WantedNudge,
} from '../../support/shop-with-issues.ts'
import { dayMillis } from '#app/lib/time.ts'

test('a nudge that is on but couldn’t be published is an issue, and links to its editor', async () => {
  const { problems, nudge, change } = await openShopWithIssues()
  const uuid = await nudge({ name: 'Welcome', content: null })

  expect(await problems()).toEqual([
    {
      sentence: '“Welcome” is live but no longer meets our rules: required fields are missing.',
      to: `/nudges/${uuid}`,
      action: 'Fix nudge',
      weight: 'stop',
    },
  ])
  await change(uuid, { state: 'paused' })
  expect(await problems()).toEqual([])
})

test('a scheduled nudge that can’t be published is an issue before its time', async () => {
  const { problems, nudge, change, clock } = await openShopWithIssues()
  const publishAt = new Date(clock.now().getTime() + dayMillis)
  const uuid = await nudge({ name: 'Sale', state: 'draft', content: null, publishAt })

  expect(await problems()).toEqual([
    {
      sentence: '“Sale” is scheduled but can’t be published: required fields are missing.',
      to: `/nudges/${uuid}`,
      action: 'Fix nudge',
      weight: 'stop',
    },
  ])
  // Scheduled publication concerns the draft, if there is one.
  await change(uuid, { draft: { ...freshSettings('Sale'), content: writtenContent } })
  expect(await problems()).toEqual([])
  await change(uuid, { draft: null, publishAt: null })
  expect(await problems()).toEqual([])
})

test('a nudge without data to show is an issue a day after it was published', async () => {
  const { problems, nudge, services, site, clock } = await openShopWithIssues()
  const uuid = await nudge({ name: 'Orders', type: 'purchase', content: null })
  clock.advance(dayMillis - 1)
  const early = await problems()
  clock.advance(1)

  expect(early).toEqual([])
  expect(await problems()).toEqual([
    {
      sentence: '“Orders” isn’t showing: no orders to show from the last 7 days.',
      to: `/nudges/${uuid}`,
      action: 'Check data',
      weight: 'stop',
    },
  ])
  await storePurchase(services, site)
  expect(await problems()).toEqual([])
})

test.each([
  ['popup', 'Its targeting may exclude them all.'],
  ['inline', 'Check its placement.'],
] as const)(
  'a %s nudge without impressions for a week is an issue where pages were visited',
  async (surface, guess) => {
    const { problems, nudge, visits, services, site, clock } = await openShopWithIssues()
    const uuid = await nudge({ name: 'Welcome', surface })
    clock.advance(4 * dayMillis)
    await visits(1)
    // The week consists of whole days, and the nudge was on before it.
    clock.advance(4 * dayMillis)
    const unseen = await problems()
    const yesterday = new Date(clock.now().getTime() - dayMillis)
    await store(services, [
      eventRow(site, { type: 'impression', nudge: uuid, receivedAt: yesterday }),
    ])

    expect(unseen).toEqual([
      {
        sentence: `“Welcome” hasn’t been shown for a week, although your pages had visits. ${guess}`,
        to: `/nudges/${uuid}`,
        action: 'Check targeting',
        weight: 'stop',
      },
    ])
    expect(await problems()).toEqual([])
  },
)

test('a nudge that no one could see, since no one came, is no issue', async () => {
  const { problems, nudge, clock } = await openShopWithIssues()
  await nudge()
  clock.advance(8 * dayMillis)

  expect(await problems()).toEqual([])
})

test('unpublished changes are an issue a day after they were made, whether the nudge is on or off', async () => {
  const { problems, nudge, change, clock } = await openShopWithIssues()
  const draft = { ...freshSettings('Welcome'), content: { ...writtenContent, title: 'Good day' } }
  const uuid = await nudge({ name: 'Welcome', draft })
  clock.advance(dayMillis - 1)
  const early = await problems()
  clock.advance(1)
  const on = await problems()
  await change(uuid, { state: 'paused' })
  const off = await problems()
  await change(uuid, { state: 'draft' })

  const expected = { to: `/nudges/${uuid}`, action: 'Review changes', weight: 'note' }
  expect(early).toEqual([])
  expect(on).toEqual([{ sentence: '“Welcome” has unpublished changes.', ...expected }])
  expect(off).toEqual([{ sentence: '“Welcome” is off and has unpublished changes.', ...expected }])
  expect(await problems()).toEqual([])
})

test('a nudge that is archived, or on another site of the organization, is no issue of this site', async () => {
  const { problems, nudge, change, lookAt, clock, world, site } = await openShopWithIssues()
  const uuid = await nudge({ content: null })
  const other = await world.site({ team: site.team })
  await storeNudge(world.services, other, { type: 'custom', name: 'Elsewhere', content: null })
  await lookAt(site)
  const before = await problems()

  await change(uuid, { archivedAt: clock.now() })

  expect(before).toMatchObject([{ to: `/nudges/${uuid}` }])
  expect(await problems()).toEqual([])
})

const groups = [
  [{ content: null }, 'are live but no longer meet our rules.', '?problem=blocked'],
  [
    { content: null, state: 'draft', publishAt: new Date(Date.UTC(2027, 0)) },
    'are scheduled but can’t be published.',
    '?state=scheduled',
  ],
  [{ type: 'purchase', content: null }, 'are live but have no data to show.', '?problem=silent'],
  [{}, 'are live but haven’t been shown for a week, although your pages had visits.', '?state=on'],
  [{ state: 'paused', draft: freshSettings('New') }, 'have unpublished changes.', '?state=changed'],
] as const satisfies [WantedNudge, string, string][]

test.each(groups)(
  'two nudges with %j are named, three of a surface are counted',
  async (wanted, words, filter) => {
    const { problems, nudge, visits, clock } = await openShopWithIssues()
    for (const name of ['One', 'Two', 'Three']) await nudge({ ...wanted, name })
    const four = await nudge({ ...wanted, name: 'Four', surface: 'inline' })
    const five = await nudge({ ...wanted, name: 'Five', surface: 'inline' })
    clock.advance(4 * dayMillis)
    await visits(1)
    clock.advance(4 * dayMillis)
    const named = await problems()
    await nudge({ ...wanted, name: 'Six', surface: 'inline', updatedAt: new Date(0) })

    const all = await problems()

    expect(named).toMatchObject([
      {
        sentence: `3 popup nudges ${words}`,
        to: `/popup-nudges/list${filter}`,
        action: 'View nudges',
      },
      { to: `/nudges/${four}` },
      { to: `/nudges/${five}` },
    ])
    expect(all).toMatchObject([
      { sentence: `3 popup nudges ${words}` },
      { sentence: `3 inline nudges ${words}`, to: `/inline-nudges${filter}` },
    ])
  },
)
