import { expect, test } from 'vitest'
import { cutToBytes, directionOf, fillContent, lintPushContent } from './message-content.ts'

test('claims that no one can check are blocked, as in popups', () => {
  const findings = lintPushContent({ title: '500 people bought this', body: 'Come and see.' })

  expect(findings[0]).toMatchObject({ level: 'block', path: 'title' })
  expect(findings.some(({ path }) => path === 'body')).toBe(false)
})

test('a placeholder without data is blocked', () => {
  expect(lintPushContent({ title: 'Hello {name}', body: 'News.' })).toMatchObject([
    { level: 'block', path: 'title', words: ['{name}'] },
  ])
  expect(lintPushContent({ title: '{product} is back', body: 'News.' }, 'back_in_stock')).toEqual(
    [],
  )
  expect(lintPushContent({ title: '{price}', body: 'News.' }, 'back_in_stock')).toMatchObject([
    { level: 'block', path: 'title' },
  ])
})

test('a text is filled in whole, or not at all', () => {
  const content = { title: '{product} now costs {price}', body: 'From {shop}.' }

  expect(fillContent(content, { product: 'Shirt {price}', price: '€4', shop: 'x' })).toEqual({
    title: 'Shirt {price} now costs €4',
    body: 'From x.',
  })
  expect(fillContent(content, { product: 'Shirt', price: '', shop: 'x' })).toBeNull()
  expect(fillContent(content, { product: 'Shirt', shop: 'x' })).toBeNull()
})

test.each([
  ['Sale', 'ltr'],
  ['🎉 50% — مبيعات', 'rtl'],
  ['מבצע', 'rtl'],
  ['2 ✨', 'ltr'],
  ['Нове', 'ltr'],
])('%s is written %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction)
})

test('a text is cut between characters, within its bytes', () => {
  expect(cutToBytes('short', 10)).toBe('short')
  expect(cutToBytes('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 30)).toBe('👩‍👩‍👧‍👦…')
  expect(cutToBytes('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 10)).toBe('…')
  expect(Buffer.byteLength(cutToBytes('é'.repeat(100), 31))).toBeLessThanOrEqual(31)
})
