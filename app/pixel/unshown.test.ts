import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PixelNudge, PixelPayload } from '../contract/pixel.ts'
import { defaultSiteOptions } from '../contract/site-options.ts'
import { startSchedule } from './schedule.ts'
import { listUnshown } from './unshown.ts'

const nudgeOf = (id: string, items: number): PixelNudge => ({
  id,
  type: 'purchase',
  surface: 'popup',
  items: Array.from({ length: items }, (_none, index) => ({
    claim: `${id}${String(index)}`,
    title: 'Mia',
    text: 'bought a shirt',
    at: 0,
  })),
})

const payloadOf = (nudges: PixelNudge[], maxNudges = 1): PixelPayload => ({
  version: 1,
  options: { ...defaultSiteOptions, maxNudges },
  nudges,
  phrases: { close: 'Close', region: 'Recent activity', ago: [] },
})

const unshownOf = (payload: PixelPayload) =>
  listUnshown(payload, startSchedule(payload, 0).showings)

test('a nudge whose turn never comes is capped', () => {
  const payload = payloadOf([nudgeOf('a', 2), nudgeOf('b', 1), nudgeOf('c', 1)], 2)

  expect(unshownOf(payload)).toEqual([{ nudge: 'c', reason: 'capped' }])
})

test('a nudge without an item has no data, and the reasons of the server are kept', () => {
  const unshown = [{ nudge: 'c', reason: 'stale' as const }]
  const payload = { ...payloadOf([nudgeOf('a', 1), nudgeOf('b', 0)]), unshown }

  expect(unshownOf(payload)).toEqual([
    { nudge: 'c', reason: 'stale' },
    { nudge: 'b', reason: 'no_data' },
  ])
})

test('a payload that is withheld as a whole has one reason, of no nudge', () => {
  const unshown = [{ nudge: 'c', reason: 'no_data' as const }]
  const payload = { ...payloadOf([]), unshown, withheld: 'holdout' as const }

  expect(unshownOf(payload)).toEqual([{ reason: 'holdout' }])
})

test('a site without a published nudge has nothing to evaluate', () => {
  expect(unshownOf(payloadOf([]))).toEqual([])
})

test('each nudge has either turns or exactly one reason', () => {
  const sizes = fc.array(fc.nat(3), { maxLength: 12 })
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 20 }), (items, maxNudges) => {
      const nudges = items.map((count, index) => nudgeOf(String(index), count))
      const payload = payloadOf(nudges, maxNudges)

      const turns = startSchedule(payload, 0).showings.map(({ nudge }) => nudge.id)
      const reasons = unshownOf(payload).map(({ nudge }) => nudge)

      expect([...new Set(turns), ...reasons].sort()).toEqual(nudges.map(({ id }) => id).sort())
    }),
  )
})
