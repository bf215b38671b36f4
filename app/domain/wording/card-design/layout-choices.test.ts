import { expect, test } from 'vitest'
import { cardLayouts } from '#app/contract/card-design.ts'
import { nudgeTypes } from '#app/contract/nudges.ts'
import { findLayoutFault, layoutChoices, layoutLabel, layoutsFor } from './layout-choices.ts'

test('each layout is offered to some types, on one surface, and has a name', () => {
  for (const layout of cardLayouts) {
    const { surface } = layoutChoices[layout]
    const offered = nudgeTypes.filter((type) => layoutsFor(type, surface).includes(layout))

    expect(offered).toEqual(nudgeTypes.filter((type) => layoutChoices[layout].types.includes(type)))
    expect(offered.length, layout).toBeGreaterThan(0)
  }
  expect(new Set([undefined, ...cardLayouts].map(layoutLabel)).size).toBe(cardLayouts.length + 1)
})

test('inline nudges are a card or a compact line, whatever their type', () => {
  for (const type of nudgeTypes) expect(layoutsFor(type, 'inline')).toEqual(['line'])
})

test('types with more than a sentence have no pill, and orders no bar', () => {
  expect(layoutsFor('purchase', 'popup')).toEqual(['pill', 'image'])
  expect(layoutsFor('discount', 'popup')).toEqual(['bar', 'image'])
  expect(layoutsFor('delivery_date', 'popup')).toEqual(['pill', 'bar'])
  expect(layoutsFor('stock_level', 'popup')).toEqual(['pill'])
  expect(layoutsFor('review', 'popup')).toEqual([])
})

test('a layout that doesn’t fit comes with the reason', () => {
  const faults = [
    findLayoutFault({ type: 'purchase', surface: 'popup', layout: 'line' }),
    findLayoutFault({ type: 'purchase', surface: 'inline', layout: 'pill' }),
    findLayoutFault({ type: 'discount', surface: 'popup', layout: 'pill' }),
    findLayoutFault({ type: 'purchase', surface: 'popup', layout: 'bar' }),
    findLayoutFault({ type: 'visitors', surface: 'popup', layout: 'image' }),
  ]

  expect(faults).toEqual([
    'A compact line is only for inline nudges.',
    'Inline nudges are a card or a compact line.',
    layoutChoices.pill.reason,
    layoutChoices.bar.reason,
    layoutChoices.image.reason,
  ])
  expect(findLayoutFault({ type: 'purchase', surface: 'popup', layout: 'pill' })).toBeNull()
})
