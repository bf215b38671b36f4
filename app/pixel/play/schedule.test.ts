import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nudgeOf } from '#tests/support/pixel-values.ts'
import { defaultSiteOptions, type SiteOptions } from '#app/contract/site-options.ts'
import type { PixelNudge } from '#app/contract/pixel.ts'
import {
  addNudges,
  endShowing,
  nextStep,
  orderNudges,
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

test('another nudge begins with each page view, where the site wants it', () => {
  const nudges = [ofClaims('a'), ofClaims('b'), ofClaims('c')]
  const firstOf = (turn: number, nudgeRandomization: boolean) =>
    orderNudges(nudges, { nudgeRandomization }, turn)[0]?.id

  expect([3, 4, 5, 6].map((turn) => firstOf(turn, true))).toEqual(['a', 'b', 'c', 'a'])
  expect([3, 4, 5].map((turn) => firstOf(turn, false))).toEqual(['a', 'a', 'a'])
})

test('a nudge that rotates begins with another item on each page view', () => {
  const nudge = nudgeOf('n', ['a', 'b', 'c'], { rotates: true })

  const orders = [0, 1, 2].map((turn) =>
    orderNudges([nudge], { nudgeRandomization: false }, turn)[0]?.items.map(({ claim }) => claim),
  )

  expect(orders).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c', 'a'],
    ['c', 'a', 'b'],
  ])
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
