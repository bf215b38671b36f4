import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultSiteOptions } from '../contract/site-options.ts'
import type { PixelNudge, PixelPayload } from '../contract/pixel.ts'
import { endShowing, nextStep, startSchedule } from './schedule.ts'

const nudgeOf = (...claims: string[]): PixelNudge => ({
  id: claims.join('+'),
  type: 'purchase',
  surface: 'popup',
  items: claims.map((claim) => ({ claim, title: 'Mia', text: 'bought a shirt', at: 0 })),
})

const payloadOf = (
  nudges: PixelNudge[],
  { maxNudges = 1, initial = 0, wait = 1000 } = {},
): PixelPayload => ({
  version: 1,
  options: { ...defaultSiteOptions, maxNudges, timings: { show: 5000, wait, initial } },
  nudges,
  phrases: { close: 'Close', region: 'Recent activity', ago: [] },
})

/** All claims that would be shown if each showing ended as it began. */
const playAll = (payload: PixelPayload) => {
  const claims: string[] = []
  let now = 0
  let schedule = startSchedule(payload, now)
  for (;;) {
    const step = nextStep(schedule, now)
    if (step.kind === 'done') return claims
    if (step.kind === 'wait') {
      now += step.millis
      continue
    }
    claims.push(step.showing.item.claim)
    schedule = endShowing(schedule, now)
  }
}

test('with the default options the first nudge comes at once', () => {
  const schedule = startSchedule(payloadOf([nudgeOf('a')]), 700)

  const step = nextStep(schedule, 700)

  expect(step).toMatchObject({ kind: 'show', showing: { item: { claim: 'a' } } })
})

test('the first nudge waits for the initial pause and no longer', () => {
  const schedule = startSchedule(payloadOf([nudgeOf('a')], { initial: 3000 }), 700)

  expect(nextStep(schedule, 700)).toEqual({ kind: 'wait', millis: 3000 })
  expect(nextStep(schedule, 3699)).toEqual({ kind: 'wait', millis: 1 })
  expect(nextStep(schedule, 3700)).toMatchObject({ kind: 'show' })
})

test('the next nudge waits from the moment that the last one left, however long it stayed', () => {
  const first = startSchedule(payloadOf([nudgeOf('a', 'b')], { maxNudges: 2 }), 0)

  const second = endShowing(first, 90_000)

  expect(nextStep(second, 90_000)).toEqual({ kind: 'wait', millis: 1000 })
  expect(nextStep(second, 91_000)).toMatchObject({
    kind: 'show',
    showing: { item: { claim: 'b' } },
  })
})

test('with the default options a page shows one and is done', () => {
  const claims = playAll(payloadOf([nudgeOf('a', 'b'), nudgeOf('c')]))

  expect(claims).toEqual(['a'])
})

test('nudges take turns, and the longer one goes on alone', () => {
  const claims = playAll(payloadOf([nudgeOf('a1', 'a2', 'a3'), nudgeOf('b1')], { maxNudges: 20 }))

  expect(claims).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test.each([[[]], [[nudgeOf()]]])('nothing to show is done at once', (nudges) => {
  const schedule = startSchedule(payloadOf(nudges), 0)

  expect(nextStep(schedule, 0)).toEqual({ kind: 'done' })
})

test('no activity is ever shown twice, and never more than the site allows', () => {
  const claims = fc.uniqueArray(fc.uuid(), { maxLength: 30 })
  fc.assert(
    fc.property(claims, fc.integer({ min: 1, max: 20 }), fc.nat(4), (all, maxNudges, cut) => {
      const nudges = [nudgeOf(...all.slice(0, cut)), nudgeOf(...all.slice(cut))]

      const shown = playAll(payloadOf(nudges, { maxNudges }))

      expect(new Set(shown).size).toBe(shown.length)
      expect(shown).toHaveLength(Math.min(maxNudges, all.length))
    }),
  )
})
