import { expect, test } from 'vitest'
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import type { PixelItem, PixelNudge } from '#app/contract/pixel.ts'
import { layoutsFor } from './layout-choices.ts'
import { layoutsOf } from './layouts.ts'

const item: PixelItem = { claim: 'claim-01', title: 'Mia from Lyon', text: 'bought a shirt' }
const nudgeOf = (type: NudgeType, about: Partial<PixelNudge> = {}): PixelNudge => ({
  id: 'nudge-01',
  type,
  surface: 'popup',
  items: [item],
  why: [],
  ...about,
})
const layoutOf = (type: NudgeType, of: Partial<PixelItem> = {}) =>
  layoutsOf([nudgeOf(type, { items: [{ ...item, ...of }] })]).layouts?.[type] ?? ''

test('a payload without nudges has no layouts', () => {
  expect(layoutsOf([])).toEqual({})
})

test('every type has a layout, and types of another kind have another one', () => {
  const layouts = nudgeTypes.map((type) => layoutOf(type))

  expect(layouts.filter((css) => css === '')).toEqual([])
  expect(new Set(layouts).size).toBeGreaterThanOrEqual(9)
})

test('each part of a card brings its CSS, and only where an item has it', () => {
  const found: [Partial<PixelItem>, string][] = [
    [{ stars: 4 }, '.stars{'],
    [{ code: 'LINEN10' }, '.copy{'],
    [{ conditions: 'Once.' }, '.terms{'],
    [{ image: 'https://shop.example/mug.png' }, 'img.picture{'],
  ]
  for (const [of, selector] of found) {
    expect(layoutOf('purchase', of)).toContain(selector)
    expect(layoutOf('purchase')).not.toContain(selector)
  }
})

test('an order whose picture doesn’t load has the circle of the others', () => {
  expect(layoutOf('purchase', { image: 'https://shop.example/mug.png' })).toContain('div.picture{')
})

test('nudges of one type share a layout that has what any of them needs', () => {
  const image = 'https://shop.example/mug.png'
  const { layouts } = layoutsOf([
    nudgeOf('purchase'),
    nudgeOf('purchase', { items: [{ ...item, image }] }),
  ])

  expect(Object.keys(layouts ?? {})).toEqual(['purchase'])
  expect(layouts?.purchase).toContain('img.picture{')
  expect(layouts?.purchase).toContain('div.picture{')
})

test('a line has the parts of its items and no layout', () => {
  const line = { surface: 'inline', look: { layout: 'line' } } as const
  const items = [{ ...item, stars: 4 }]

  expect(layoutsOf([nudgeOf('visitor', line)])).toEqual({})
  expect(Object.keys(layoutsOf([nudgeOf('review', { ...line, items })]).layouts ?? {})).toEqual([
    'reviewline',
  ])
})

test('each layout of a popup adds its CSS to the type’s, and only to nudges that have it', () => {
  for (const type of nudgeTypes) {
    for (const layout of layoutsFor(type, 'popup')) {
      const { layouts = {} } = layoutsOf([nudgeOf(type), nudgeOf(type, { look: { layout } })])
      const { [type]: plain = '', [type + layout]: formed = '' } = layouts

      expect(Object.keys(layouts), type).toEqual([type, type + layout])
      expect(formed.length, type).toBeGreaterThan(plain.length)
      expect(formed.startsWith(plain), type).toBe(true)
      // Popups alone have a role, and it makes each rule count more than the design's.
      const selectors = formed
        .slice(plain.length)
        .replaceAll(/@media[^{]*\{/g, '')
        .split('}')
        .flatMap((rule) => (rule.split('{')[0] ?? '').split(/,(?![^(]*\))/))
      const others = selectors.filter((one) => one !== '' && !/^\.(card|shut)\[role\]/.test(one))
      expect(others, type).toEqual([])
    }
  }
})
