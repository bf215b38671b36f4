import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemOf, nudgeOf } from '#tests/support/pixel-values.ts'
import { everywhere } from '#app/contract/nudge-rules.ts'
import { defaultSiteOptions, type SiteOptions } from '#app/contract/site-options.ts'
import type { PixelNudge } from '#app/contract/pixel.ts'
import type { PageFacts } from '../renderer.ts'
import {
  addNudges,
  dropRepeats,
  endShowing,
  isRecentAction,
  isRepeat,
  nextStep,
  orderNudges,
  selectItems,
  skipShowing,
  startSchedule,
} from './schedule.ts'

type About = Partial<SiteOptions> & { initial?: number; wait?: number; most?: number }

const scheduleOf = (nudges: PixelNudge[], about: About = {}, now = 0) => {
  const { initial = 0, wait = 1000, most = 50, ...options } = about
  const timings = { show: 5000, wait, initial }
  return addNudges(startSchedule({ ...defaultSiteOptions, ...options, timings }, most, now), nudges)
}

const ofClaims = (...claims: string[]) => nudgeOf(claims.join('+'), claims)

/** All claims that would be shown if each showing ended immediately, up to thirty. */
const playAll = (nudges: PixelNudge[], about: About = {}) => {
  const claims: string[] = []
  let now = 0
  let schedule = scheduleOf(nudges, about, now)
  while (claims.length < 30) {
    const step = nextStep(schedule, now)
    if (step.kind === 'done') return claims
    if (step.kind === 'wait') {
      now += step.millis
      continue
    }
    claims.push(step.showing.item.claim)
    schedule = endShowing(schedule, now)
  }
  return claims
}

test('with the default options the first nudge comes at once', () => {
  const step = nextStep(scheduleOf([ofClaims('a')], {}, 700), 700)

  expect(step).toMatchObject({ kind: 'show', showing: { item: { claim: 'a' } } })
})

test('the first nudge waits for the initial pause and no longer', () => {
  const schedule = scheduleOf([ofClaims('a')], { initial: 3000 }, 700)

  expect(nextStep(schedule, 700)).toEqual({ kind: 'wait', millis: 3000 })
  expect(nextStep(schedule, 3699)).toEqual({ kind: 'wait', millis: 1 })
  expect(nextStep(schedule, 3700)).toMatchObject({ kind: 'show' })
})

test('the next nudge waits from the moment that the last one left, however long it stayed', () => {
  const second = endShowing(scheduleOf([ofClaims('a', 'b')], { maxNudges: 2 }), 90_000)

  expect(nextStep(second, 90_000)).toEqual({ kind: 'wait', millis: 1000 })
  expect(nextStep(second, 91_000)).toMatchObject({
    kind: 'show',
    showing: { item: { claim: 'b' } },
  })
})

test('with the default options a page shows one and is done', () => {
  expect(playAll([ofClaims('a', 'b'), ofClaims('c')])).toEqual(['a'])
})

test('a site without a limit shows all, and none twice', () => {
  const claims = playAll([ofClaims('a', 'b'), ofClaims('c')], { limitNudges: false })

  expect(claims).toEqual(['a', 'c', 'b'])
})

test('whatever the site allows, the visitor is shown no more than he may be', () => {
  expect(playAll([ofClaims('a', 'b', 'c')], { limitNudges: false, most: 2 })).toEqual(['a', 'b'])
  expect(playAll([ofClaims('a', 'b', 'c')], { maxNudges: 5, most: 0 })).toEqual([])
})

test('nudges take turns, and the longer one goes on alone', () => {
  const claims = playAll([ofClaims('a1', 'a2', 'a3'), ofClaims('b1')], { maxNudges: 20 })

  expect(claims).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a site that loops begins again when all were shown, up to its limit', () => {
  const claims = playAll([ofClaims('a', 'b'), ofClaims('c')], { loop: true, maxNudges: 5 })

  expect(claims).toEqual(['a', 'c', 'b', 'a', 'c'])
})

test('what the visitor closed has no further turn, also in the next round', () => {
  const options = { loop: true, limitNudges: false }
  const schedule = endShowing(scheduleOf([ofClaims('a', 'b'), ofClaims('c')], options), 0, true)

  const left = schedule.showings.concat(schedule.round).map(({ item }) => item.claim)

  expect(left).toEqual(['c', 'c'])
})

test("a turn that has nothing to tell gives way at once and takes nobody else's place", () => {
  const schedule = skipShowing(scheduleOf([ofClaims('a'), ofClaims('b')]))

  expect(nextStep(schedule, 0)).toMatchObject({ kind: 'show', showing: { item: { claim: 'b' } } })
})

test('a round in which nothing has anything to tell comes to an end', () => {
  let schedule = scheduleOf([ofClaims('a', 'b')], { loop: true, limitNudges: false })

  schedule = skipShowing(skipShowing(schedule))

  expect(nextStep(schedule, 0)).toEqual({ kind: 'done' })
})

test('nudges that have something to tell later come last', () => {
  const schedule = addNudges(scheduleOf([ofClaims('a')], { maxNudges: 2 }), [ofClaims('b')])

  expect(schedule.showings.map(({ item }) => item.claim)).toEqual(['a', 'b'])
})

test.each([[[]], [[ofClaims()]]])('nothing to show is done at once', (nudges) => {
  expect(nextStep(scheduleOf(nudges), 0)).toEqual({ kind: 'done' })
})

test('an item repeats another one by its number alone', () => {
  const [first, second] = [itemOf({ repeat: 1 }), itemOf({ repeat: 2 })]

  expect(isRepeat(first, [second, itemOf({ repeat: 1, title: 'A customer' })])).toBe(true)
  expect(isRepeat(first, [second])).toBe(false)
  expect(isRepeat(first, [])).toBe(false)
  expect(isRepeat(itemOf(), [itemOf()])).toBe(false)
})

test('another nudge begins with each page view, where the site wants it', () => {
  const nudges = [ofClaims('a'), ofClaims('b'), ofClaims('c')]
  const firstOf = (turn: number, nudgeRandomization: boolean) =>
    orderNudges(nudges, { nudgeRandomization }, { turn, page: 0 })[0]?.id

  expect([3, 4, 5, 6].map((turn) => firstOf(turn, true))).toEqual(['a', 'b', 'c', 'a'])
  expect([3, 4, 5].map((turn) => firstOf(turn, false))).toEqual(['a', 'a', 'a'])
})

test('a nudge that rotates begins with another item on each page view', () => {
  const nudge = nudgeOf('n', ['a', 'b', 'c'], { rotates: true })

  const orders = [0, 1, 2].map((turn) =>
    orderNudges([nudge], { nudgeRandomization: false }, { turn, page: 0 })[0]?.items.map(
      ({ claim }) => claim,
    ),
  )

  expect(orders).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c', 'a'],
    ['c', 'a', 'b'],
  ])
})

test('the next page of a visit begins with the next nudge and its next item', () => {
  const nudges = [ofClaims('a', 'b', 'c'), ofClaims('d', 'e')]
  const firstOf = (page: number) =>
    orderNudges(nudges, { nudgeRandomization: false }, { turn: 7, page })[0]?.items[0]?.claim

  expect([0, 1, 2, 3].map(firstOf)).toEqual(['a', 'e', 'c', 'e'])
})

const seenNudge = (about: Partial<PixelNudge> = {}) =>
  nudgeOf('a', [], {
    items: [itemOf({ claim: 'seen', at: 1 }), itemOf({ claim: 'new', at: 2 })],
    ...about,
  })
const claimsAfter = (nudge: PixelNudge, options = { loop: false }) =>
  dropRepeats(nudge, options, { recent: ['seen'] }).items.map(({ claim }) => claim)

test('an activity is not shown again within a visit', () => {
  expect(claimsAfter(seenNudge())).toEqual(['new'])
  expect(dropRepeats(seenNudge(), { loop: false }, {}).items).toHaveLength(2)
})

test.each<[string, PixelNudge, { loop: boolean }?]>([
  ['of a site that loops', seenNudge(), { loop: true }],
  ['that stays until it is closed', seenNudge({ isPersistent: true })],
  ['inside the page', seenNudge({ surface: 'inline' })],
])('a nudge %s keeps all its activities', (_which, nudge, options) => {
  expect(claimsAfter(nudge, options)).toEqual(['seen', 'new'])
})

test('a message or a count is no activity, and is shown on every page', () => {
  expect(claimsAfter(seenNudge({ items: [itemOf({ claim: 'seen' })] }))).toEqual(['seen'])
})

test('no activity is ever shown twice, and never more than the site allows', () => {
  const claims = fc.uniqueArray(fc.uuid(), { maxLength: 25 })
  fc.assert(
    fc.property(claims, fc.integer({ min: 1, max: 20 }), fc.nat(4), (all, maxNudges, cut) => {
      const nudges = [ofClaims(...all.slice(0, cut)), ofClaims(...all.slice(cut))]

      const shown = playAll(nudges, { maxNudges })

      expect(new Set(shown).size).toBe(shown.length)
      expect(shown).toHaveLength(Math.min(maxNudges, all.length))
    }),
  )
})

const facts: PageFacts = { path: '/products/mug', variables: {} }

const untilOf = (until: number | null, about: Parameters<typeof itemOf>[0] = {}) => {
  const rules = { ...everywhere, until }
  return selectItems(nudgeOf('a', [], { rules, items: [itemOf(about)] }), facts).items[0]?.until
}

test('an item ends with its nudge, or before it', () => {
  expect(untilOf(100)).toBe(100)
  expect(untilOf(100, { until: 90 })).toBe(90)
  expect(untilOf(100, { until: 110 })).toBe(100)
})

test('a countdown keeps the end to which it counts', () => {
  expect(untilOf(100, { until: 110, countsDown: true })).toBe(110)
})

test('without an end of the nudge an item keeps its own, or none', () => {
  expect(untilOf(null, { until: 90 })).toBe(90)
  expect(untilOf(null)).toBeUndefined()
})

test('where a page has a total of its own, the total of the site is not told as well', () => {
  const count = { of: 'paths' as const, minimum: 1, forms: ['#'], totals: { '/': 9 } }
  const items = [itemOf({ claim: 'page', count }), itemOf({ claim: 'site' })]

  const { items: selected } = selectItems(nudgeOf('a', [], { items }), facts)

  expect(selected.map(({ claim }) => claim)).toEqual(['page'])
})

test('where it has none, all items are told', () => {
  const { items } = selectItems(nudgeOf('a', ['1', '2']), facts)

  expect(items.map(({ claim }) => claim)).toEqual(['1', '2'])
})

const reviews = [
  itemOf({ claim: 'shop' }),
  itemOf({ claim: 'mug', page: '/products/mug' }),
  itemOf({ claim: 'pot', page: '/products/pot' }),
]

/** Which reviews are shown on the page. */
const reviewsOn = (page: Partial<PageFacts>, about: Partial<PixelNudge> = {}) =>
  selectItems(nudgeOf('a', [], { type: 'review', items: reviews, ...about }), {
    ...facts,
    ...page,
  }).items.map(({ claim }) => claim)

test.each<[string, Partial<PageFacts>]>([
  ['that is known from its reviews', {}],
  ['that says so', { path: '/products/mug', kind: 'product' }],
  ['that names its product', { path: '/products/mug', product: { id: '7' } }],
])('on a product’s page %s no review of another product is told', (_how, page) => {
  expect(reviewsOn(page)).toEqual(['shop', 'mug'])
})

test('a product without a review of its own borrows none', () => {
  expect(reviewsOn({ path: '/products/pan', kind: 'product' })).toEqual(['shop'])
})

test('everywhere else the reviews of all products are told', () => {
  expect(reviewsOn({ path: '/', kind: 'home' })).toEqual(['shop', 'mug', 'pot'])
  expect(reviewsOn({ path: '/about' })).toEqual(['shop', 'mug', 'pot'])
})

test('inside of a page that does not say what it is, none of another page is told', () => {
  expect(reviewsOn({ path: '/about' }, { surface: 'inline' })).toEqual(['shop'])
  expect(reviewsOn({ path: '/about', kind: 'other' }, { surface: 'inline' })).toHaveLength(3)
  expect(reviewsOn({ path: '/' }, { surface: 'inline' })).toHaveLength(3)
})

const actedAt = 1_800_000_000

test.each([
  ['a moment before him', -1, true],
  ['with him', 0, true],
  ['minutes after him', 899, true],
  ['long before him', -900, false],
  ['long after him', 900, false],
])('what was done %s may be his own: %s', (_when, later, recent) => {
  expect(isRecentAction(itemOf({ at: actedAt + later }), actedAt)).toBe(recent)
})

test('who did nothing is told everything, and a sum is nobody’s own', () => {
  expect(isRecentAction(itemOf({ at: actedAt }), NaN)).toBe(false)
  expect(isRecentAction(itemOf(), actedAt)).toBe(false)
})
