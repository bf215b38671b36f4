import { expect, test } from 'vitest'
import { nudgeOf } from '#tests/support/pixel-values.ts'
import { markRepeats, type CompiledNudge } from './mark-repeats.ts'

const compiled = (
  surface: 'popup' | 'inline',
  ...activityIds: (number | undefined)[]
): CompiledNudge => ({
  nudge: nudgeOf(
    surface,
    activityIds.map((_id, place) => `claim-${String(place)}`),
    { surface },
  ),
  activityIds,
  productUrls: activityIds.map(() => null),
})

const repeatsOf = (...all: CompiledNudge[]) =>
  markRepeats(all).map(({ items }) => items.map(({ repeat }) => repeat))

test('an activity of a popup and an inline nudge has one number, and no other item has it', () => {
  const repeats = repeatsOf(
    compiled('popup', 900, 901, 902),
    compiled('inline', 902, 903, 900),
    compiled('popup', 902),
  )

  expect(repeats).toEqual([[1, undefined, 2], [2, undefined, 1], [2]])
})

test('items that only popups show stay unchanged', () => {
  const all = [compiled('popup', 900), compiled('popup', 900)]

  expect(markRepeats(all)).toEqual(all.map(({ nudge }) => nudge))
})

test('items that are about no single activity repeat nothing', () => {
  expect(repeatsOf(compiled('popup', undefined), compiled('inline', undefined))).toEqual([
    [undefined],
    [undefined],
  ])
})
