import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { PixelNudge } from '#app/contract/pixel.ts'
import { itemOf, momentOf, nudgeOf } from '#tests/support/pixel-values.ts'
import { formatItem, listNotShown, planNudges } from './plan.ts'
import { addTurns, endShowing, readWait, startSchedule } from './play/schedule.ts'

const moment = momentOf()

const plan = (nudges: PixelNudge[], about = moment) =>
  planNudges(nudges, about, (item) => formatItem(item, about, undefined))

/** For each nudge of a payload: its showings, or the reason why there are none. */
const evaluate = (nudges: PixelNudge[], maxNudges: number) => {
  const planned = plan(nudges)
  const options = { timings: defaultSiteOptions.timings, maxNudges }
  const turns = new Set<string>()
  const schedule = startSchedule(options, 0)
  addTurns(
    schedule,
    planned.nudges.map((nudge) => ({ nudge, items: nudge.items })),
  )
  for (let now = 0; readWait(schedule, Infinity, now) === 0; now += options.timings.wait) {
    const [showing] = schedule.showings
    if (showing) turns.add(showing.nudge.id)
    endShowing(schedule, options, now)
  }

  return {
    turns: [...turns],
    reasons: [
      ...listNotShown(undefined, [], planned),
      ...[...schedule.pending].map(({ id }) => ({ nudge: id, reason: 'capped' as const })),
    ],
  }
}

test('a nudge whose turn never comes is capped', () => {
  const nudges = [nudgeOf('a', ['1', '2']), nudgeOf('b', ['3']), nudgeOf('c', ['4'])]

  expect(evaluate(nudges, 2).reasons).toEqual([{ nudge: 'c', reason: 'capped' }])
})

test('a nudge without an item has no data', () => {
  expect(evaluate([nudgeOf('a', ['1']), nudgeOf('b', [])], 1).reasons).toEqual([
    { nudge: 'b', reason: 'no_data' },
  ])
})

test('a nudge that isn’t for this page gives that reason, whatever its data', () => {
  const rules = { ...everywhere, notPages: [{ match: 'contains' as const, value: 'shirt' }] }

  expect(plan([nudgeOf('a', ['1'], { rules })]).reasons).toEqual([
    { nudge: 'a', reason: 'page_rule' },
  ])
})

test('a nudge that skips seen items never shows one to the same visitor again', () => {
  const seen = momentOf({ visitor: { isReturning: null, seen: ['1', '3'] } })
  const nudges = [
    nudgeOf('a', ['1', '2'], { skipsSeen: true }),
    nudgeOf('b', ['3'], { skipsSeen: true }),
    nudgeOf('c', ['1']),
  ]

  const planned = plan(nudges, seen)

  expect(planned.nudges.map(({ items }) => items.map(({ claim }) => claim))).toEqual([['2'], ['1']])
  expect(planned.reasons).toEqual([{ nudge: 'b', reason: 'seen' }])
})

test.each([
  ['before it begins', { from: moment.now + 1 }, false],
  ['from its first second on', { from: moment.now }, true],
  ['in its last second', { until: moment.now + 1 }, true],
  ['when it is over', { until: moment.now }, false],
])('an item with its own time shows %s: %o', (_when, about, isPlanned) => {
  const nudge = nudgeOf('a', [], { items: [itemOf(about)] })

  expect(plan([nudge]).nudges).toHaveLength(isPlanned ? 1 : 0)
})

test('words with numbers in them need the script that fills them', () => {
  const item = itemOf({ count: { of: 'visitors', minimum: 1, forms: ['#'] } })

  expect(formatItem(item, moment, undefined)).toBe('no_data')
  expect(formatItem(item, moment, () => ({ title: '', text: '7' }))).toEqual({
    title: '',
    text: '7',
  })
})

test('a payload that is withheld as a whole has one reason, of no nudge', () => {
  const unshown = [{ nudge: 'c', reason: 'no_data' as const }]

  expect(listNotShown('holdout', unshown, { reasons: [] })).toEqual([{ reason: 'holdout' }])
})

test('the reasons of the server are kept', () => {
  const unshown = [{ nudge: 'c', reason: 'stale' as const }]

  expect(listNotShown(undefined, unshown, plan([nudgeOf('b', [])]))).toEqual([
    { nudge: 'c', reason: 'stale' },
    { nudge: 'b', reason: 'no_data' },
  ])
})

test('each nudge has either turns or exactly one reason', () => {
  const sizes = fc.array(fc.nat(3), { maxLength: 12 })
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 20 }), (items, maxNudges) => {
      const nudges = items.map((count, index) =>
        nudgeOf(
          String(index),
          Array.from({ length: count }, (_none, place) => `${String(index)}.${String(place)}`),
        ),
      )

      const { turns, reasons } = evaluate(nudges, maxNudges)

      expect([...turns, ...reasons.map(({ nudge }) => nudge)].sort()).toEqual(
        nudges.map(({ id }) => id).sort(),
      )
    }),
  )
})
