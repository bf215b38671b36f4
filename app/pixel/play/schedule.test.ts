import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemOf, nudgeOf } from '#tests/support/pixel-values.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { PixelNudge } from '#app/contract/pixel.ts'
import type { PageFacts } from '../renderer.ts'
import {
  addTurns,
  dropNudge,
  dropRepeats,
  dropShowing,
  endShowing,
  isRecentAction,
  isRepeat,
  order,
  readWait,
  selectItems,
  startSchedule,
} from './schedule.ts'

type About = Partial<SiteOptions> & { initial?: number; wait?: number }

const optionsOf = ({ initial = 0, wait = 1000, maxNudges = 1, loop, limitNudges }: About) => ({
  timings: { show: 5000, wait, initial },
  ...(limitNudges === false ? {} : { maxNudges }),
  ...(loop ? { loop: true as const } : {}),
})

const turnsOf = (nudges: PixelNudge[]) => nudges.map((nudge) => ({ nudge, items: nudge.items }))

/** The schedule, with functions that apply its options and the most that the visitor can be shown. */
const scheduleOf = (nudges: PixelNudge[], about: About & { most?: number } = {}, now = 0) => {
  const { most = 50, ...rest } = about
  const options = optionsOf(rest)
  const schedule = startSchedule(options, now)
  addTurns(schedule, turnsOf(nudges))
  return {
    schedule,
    waitAt: (time: number) => readWait(schedule, most, time),
    end: (time: number, isClosed = false) => {
      const [shown] = schedule.showings
      endShowing(schedule, options, time)
      if (isClosed && shown) dropNudge(schedule, shown.nudge)
    },
    claims: () => schedule.showings.map(({ item }) => item.claim),
  }
}

const ofClaims = (...claims: string[]) => nudgeOf(claims.join('+'), claims)

/** All claims that would be shown if each showing ended immediately, up to thirty. */
const playAll = (nudges: PixelNudge[], about: About & { most?: number } = {}) => {
  const shown: string[] = []
  let now = 0
  const { waitAt, end, claims } = scheduleOf(nudges, about, now)
  while (shown.length < 30) {
    const wait = waitAt(now)
    if (wait === Infinity) return shown
    now += wait
    shown.push(...claims().slice(0, 1))
    end(now)
  }
  return shown
}

test('with the default options, the first nudge shows immediately', () => {
  const { waitAt, claims } = scheduleOf([ofClaims('a')], {}, 700)

  expect(waitAt(700)).toBe(0)
  expect(claims()).toEqual(['a'])
})

test('the first nudge waits for the initial pause and no longer', () => {
  const { waitAt } = scheduleOf([ofClaims('a')], { initial: 3000 }, 700)

  expect([700, 3699, 3700, 9000].map(waitAt)).toEqual([3000, 1, 0, 0])
})

test('the next nudge waits from the moment that the last one left, however long it stayed', () => {
  const { waitAt, end, claims } = scheduleOf([ofClaims('a', 'b')], { maxNudges: 2 })

  end(90_000)

  expect([90_000, 91_000].map(waitAt)).toEqual([1000, 0])
  expect(claims()).toEqual(['b'])
})

test('with the default options a page shows one and is done', () => {
  expect(playAll([ofClaims('a', 'b'), ofClaims('c')])).toEqual(['a'])
})

test('a site without a limit shows all, and none twice', () => {
  const claims = playAll([ofClaims('a', 'b'), ofClaims('c')], { limitNudges: false })

  expect(claims).toEqual(['a', 'c', 'b'])
})

test('the visitor’s limit holds, whatever the site allows', () => {
  const { waitAt } = scheduleOf([ofClaims('a')], { limitNudges: false, most: 0 })

  expect(waitAt(0)).toBe(Infinity)
  expect(playAll([ofClaims('a', 'b', 'c')], { maxNudges: 5, most: 0 })).toEqual([])
})

test('nudges alternate, and the longer one continues without the other', () => {
  const claims = playAll([ofClaims('a1', 'a2', 'a3'), ofClaims('b1')], { maxNudges: 20 })

  expect(claims).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a site that loops begins again when all were shown, up to its limit', () => {
  const claims = playAll([ofClaims('a', 'b'), ofClaims('c')], { loop: true, maxNudges: 5 })

  expect(claims).toEqual(['a', 'c', 'b', 'a', 'c'])
})

test('a nudge that the visitor closed doesn’t show again, not even in the next round', () => {
  const nudges = [ofClaims('a', 'b'), ofClaims('c')]
  const { end, claims } = scheduleOf(nudges, { loop: true, limitNudges: false })
  end(0)

  end(0)
  end(0, true)

  expect(claims()).toEqual(['c'])
})

test('a nudge that was shown is not one too many, all others are', () => {
  const [first, second] = [ofClaims('a'), ofClaims('b')]
  const { schedule, end } = scheduleOf([first, second])

  end(0)

  expect([...schedule.pending]).toEqual([second])
})

test('nudges whose data arrives later come last', () => {
  const { schedule, claims } = scheduleOf([ofClaims('a')], { maxNudges: 2 })

  addTurns(schedule, turnsOf([ofClaims('b')]))

  expect(claims()).toEqual(['a', 'b'])
})

test.each([[[]], [[ofClaims()]]])('a schedule with nothing to show ends immediately', (nudges) => {
  expect(scheduleOf(nudges).waitAt(0)).toBe(Infinity)
})

test('an item repeats another one only by its number', () => {
  const [first, second] = [itemOf({ repeat: 1 }), itemOf({ repeat: 2 })]

  expect(isRepeat(first, [second, itemOf({ repeat: 1, title: 'A customer' })])).toBe(true)
  expect(isRepeat(first, [second])).toBe(false)
  expect(isRepeat(first, [])).toBe(false)
  expect(isRepeat(itemOf(), [itemOf()])).toBe(false)
})

test('another nudge begins with each page view, where the site wants it', () => {
  const firstOf = (turn: number, doesRotate: boolean) =>
    order(['a', 'b', 'c'], doesRotate, { turn, page: 0 })[0]

  expect([3, 4, 5, 6].map((turn) => firstOf(turn, true))).toEqual(['a', 'b', 'c', 'a'])
  expect([3, 4, 5].map((turn) => firstOf(turn, false))).toEqual(['a', 'a', 'a'])
})

test('a rotation begins with another entry on each page view, and keeps its order', () => {
  const orders = [0, 1, 2].map((turn) => order(['a', 'b', 'c'], true, { turn, page: 0 }))

  expect(orders).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c', 'a'],
    ['c', 'a', 'b'],
  ])
})

test('the next page of a visit begins with the next entry', () => {
  const firstOf = (page: number) => order(['a', 'b'], undefined, { turn: 7, page })[0]

  expect([0, 1, 2, 3].map(firstOf)).toEqual(['a', 'b', 'a', 'b'])
  expect(order([], true, { turn: 7, page: 1 })).toEqual([])
})

const seenNudge = (about: Partial<PixelNudge> = {}) =>
  nudgeOf('a', [], {
    items: [itemOf({ claim: 'seen', at: 1 }), itemOf({ claim: 'new', at: 2 })],
    ...about,
  })
const claimsAfter = (nudge: PixelNudge) =>
  dropRepeats(nudge.items, nudge, ['seen']).map(({ claim }) => claim)

test('an activity is not shown again within a visit', () => {
  expect(claimsAfter(seenNudge())).toEqual(['new'])
  expect(dropRepeats(seenNudge().items, seenNudge())).toHaveLength(2)
})

test.each<[string, PixelNudge]>([
  ['that stays until it is closed', seenNudge({ isPersistent: true })],
  ['inside the page', seenNudge({ surface: 'inline' })],
])('a nudge %s keeps all its activities', (_which, nudge) => {
  expect(claimsAfter(nudge)).toEqual(['seen', 'new'])
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

test('a page with its own total doesn’t show the site’s total as well', () => {
  const count = { of: 'paths' as const, minimum: 1, forms: ['#'], totals: { '/': 9 } }
  const items = [itemOf({ claim: 'page', count }), itemOf({ claim: 'site' })]

  const selected = selectItems(nudgeOf('a', [], { items }), facts)

  expect(selected.map(({ claim }) => claim)).toEqual(['page'])
})

test('a page without its own total shows all items', () => {
  const items = selectItems(nudgeOf('a', ['1', '2']), facts)

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
  }).map(({ claim }) => claim)

test.each<[string, Partial<PageFacts>]>([
  ['that is known from its reviews', {}],
  ['that says so', { path: '/products/mug', kind: 'product' }],
  ['that names its product', { path: '/products/mug', product: { id: '7' } }],
])('a product page %s shows no review of another product', (_how, page) => {
  expect(reviewsOn(page)).toEqual(['shop', 'mug'])
})

test('a product without a review of its own borrows none', () => {
  expect(reviewsOn({ path: '/products/pan', kind: 'product' })).toEqual(['shop'])
})

test('all other pages show the reviews of all products', () => {
  expect(reviewsOn({ path: '/', kind: 'home' })).toEqual(['shop', 'mug', 'pot'])
  expect(reviewsOn({ path: '/about' })).toEqual(['shop', 'mug', 'pot'])
})

test('an inline nudge on a page of unknown type shows no other page’s reviews', () => {
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
])('an action %s may be the visitor’s own: %s', (_when, later, recent) => {
  expect(isRecentAction(itemOf({ at: actedAt + later }), actedAt)).toBe(recent)
})

test('a visitor who did nothing sees everything, and a total is no visitor’s own', () => {
  expect(isRecentAction(itemOf({ at: actedAt }), NaN)).toBe(false)
  expect(isRecentAction(itemOf(), actedAt)).toBe(false)
})

test('a nudge that never had a text has one reason, after its last item', () => {
  const nudges = [ofClaims('a', 'b', 'c'), ofClaims('x', 'y')]
  const { schedule, end, claims } = scheduleOf(nudges)
  const drop = () => schedule.showings[0] && dropShowing(schedule, schedule.showings[0].nudge)

  end(0)
  expect(claims()).toEqual(['x', 'b', 'y', 'c'])

  // The first nudge was shown, so only the other one has a reason.
  expect([1, 2, 3, 4].map(drop)).toEqual([false, false, true, false])
  expect(claims()).toEqual([])
})
