import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everywhere, type NudgeRules } from '#app/contract/nudge-rules.ts'
import { itemOf, momentOf, nudgeOf } from '#tests/support/pixel-values.ts'
import type { PageContext } from './page-context.ts'
import { isForCountry, findRuleMismatch } from './rules.ts'

const match = (rules: Partial<NudgeRules>, moment: Partial<PageContext> = {}) =>
  findRuleMismatch(nudgeOf('a', ['1'], { rules: { ...everywhere, ...rules } }), momentOf(moment))

const page = (match: 'contains' | 'exact' | 'pattern', value: string) => ({ match, value })

test.each([
  [page('contains', '/sale'), '/de/sale/mugs', true],
  [page('contains', '/sale'), '/mugs', false],
  [page('contains', '*'), '/mugs', false],
  [page('exact', '/cart'), '/cart', true],
  [page('exact', '/cart'), '/cart/', false],
  [page('exact', '/größe'), '/gr%C3%B6%C3%9Fe', true],
  [page('exact', '/gr%C3%B6%C3%9Fe'), '/gr%C3%B6%C3%9Fe', true],
  [page('exact', '/100%'), '/100%', true],
  [page('pattern', '/products/*'), '/products/mug', true],
  [page('pattern', '/products/*'), '/products/', true],
  [page('pattern', '/products/*'), '/de/products/mug', false],
  [page('pattern', '*/products/*-mug'), '/de/products/tea-mug', true],
  [page('pattern', '*/products/*-mug'), '/de/products/tea-mugs', false],
  [page('pattern', '/a*b*c'), '/a-b-b-c', true],
  [page('pattern', '/a*b*c'), '/a-c-b', false],
  [page('pattern', '/ab*ba'), '/aba', false],
  [page('pattern', '/mug'), '/mug', true],
  [page('pattern', '/(a+)+$'), '/aaaa', false],
  [page('pattern', '*'), '/', true],
])('%o on %s: %s', (rule, address, isShown) => {
  expect(match({ pages: [rule] }, { address })).toBe(isShown ? null : 'page_rule')
  expect(match({ notPages: [rule] }, { address })).toBe(isShown ? 'page_rule' : null)
})

test('a pattern’s stars match any text, and no pattern is slow to match', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z/]*$/), { minLength: 1 }), (parts) => {
      const address = `/${parts.join('x')}`

      expect(match({ pages: [page('pattern', `/${parts.join('*')}`)] }, { address })).toBeNull()
    }),
  )
  const value = `${'*a'.repeat(250)}*b`
  // Backtracking would exceed the test's time limit.
  match({ pages: [page('pattern', value)] }, { address: `/${'a'.repeat(511)}` })
})

test('one of several pages is enough, and a page that is left out wins', () => {
  const pages = [page('exact', '/a'), page('exact', '/b')]

  expect(match({ pages }, { address: '/b' })).toBeNull()
  expect(match({ pages, notPages: [page('exact', '/b')] }, { address: '/b' })).toBe('page_rule')
})

test('kinds of pages and kinds of windows', () => {
  expect(match({ kinds: ['product', 'cart'] }, { kind: 'cart' })).toBeNull()
  expect(match({ kinds: ['product', 'cart'] }, { kind: 'home' })).toBe('page_rule')
  expect(match({ devices: ['mobile'] }, { isMobile: true })).toBeNull()
  expect(match({ devices: ['mobile'] }, { isMobile: false })).toBe('page_rule')
  expect(match({ devices: ['desktop'] }, { isMobile: true })).toBe('page_rule')
})

test('a nudge with a time begins with its first second and ends before the last one', () => {
  const rules = { from: 100, until: 200 }

  const matched = [99, 100, 199, 200].map((now) => match(rules, { now }))

  expect(matched).toEqual(['page_rule', null, null, 'page_rule'])
})

test.each([
  ['all', null, null],
  ['all', true, null],
  ['new', null, null],
  ['new', false, null],
  ['new', true, 'page_rule'],
  ['returning', true, null],
  ['returning', false, 'page_rule'],
  ['returning', null, 'consent'],
] as const)('for %s, before a visitor who returns: %s', (audience, isReturning, matched) => {
  expect(match({ audience }, { visitor: { isReturning, seen: [] } })).toBe(matched)
})

test('a nudge for some countries skips visitors whose country isn’t known', () => {
  const nudge = nudgeOf('a', ['1'], { countries: ['DE', 'FR'] })

  expect(findRuleMismatch(nudge, momentOf({ country: 'FR' }))).toBeNull()
  expect(findRuleMismatch(nudge, momentOf({ country: 'NL' }))).toBe('page_rule')
  expect(findRuleMismatch(nudge, momentOf({ country: null }))).toBe('page_rule')
})

test('a nudge inside of a page needs its place there', () => {
  const placement = { selector: '#spot', where: 'after' as const }
  const hasPlace = (selector: string) => selector === '#spot'

  const matched = [placement, { ...placement, selector: '#other' }].map((where) =>
    findRuleMismatch(
      nudgeOf('a', ['1'], { surface: 'inline', placement: where }),
      momentOf({ hasPlace }),
    ),
  )

  expect(matched).toEqual([null, 'no_place'])
  expect(findRuleMismatch(nudgeOf('a', ['1'], { surface: 'inline' }), momentOf())).toBe('no_place')
})

test('a place is missed only on pages that the nudge is meant for', () => {
  const rules = { ...everywhere, kinds: ['product' as const] }
  const nudge = nudgeOf('a', ['1'], { surface: 'inline', rules })

  expect(findRuleMismatch(nudge, momentOf({ kind: 'home' }))).toBe('page_rule')
  expect(findRuleMismatch(nudge, momentOf({ kind: 'product' }))).toBe('no_place')
})

test('an item for all other countries is for those that no other item names', () => {
  const items = [itemOf({ country: 'DE' }), itemOf({ country: '*' }), itemOf()]

  const matching = ['DE', 'FR', null].map((country) =>
    items.map((item) => isForCountry(item, items, country)),
  )

  expect(matching).toEqual([
    [true, false, true],
    [false, true, true],
    [false, false, true],
  ])
})
