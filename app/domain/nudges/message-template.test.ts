import { expect, test } from 'vitest'
import { formatSlot, templateParts } from './message-template.ts'

test('a template is cut into placeholders and words, and joined again', () => {
  const template = '{first_name|Someone} bought { product }, {not closed'
  const parts = templateParts(template)

  expect(parts.map(({ name, text, start }) => [name, text, start])).toEqual([
    ['first_name', '{first_name|Someone}', 0],
    [null, ' bought ', 20],
    ['product', '{ product }', 28],
    [null, ', {not closed', 39],
  ])
  expect(parts.map(({ text }) => text).join('')).toBe(template)
})

test.each([
  ['product', null, '{product}'],
  ['product', '', '{product|}'],
  ['product', 'a } {b|c\nd', '{product|a  bcd}'],
])('the placeholder %s with the fallback %s is %s', (name, fallback, text) => {
  expect(formatSlot(name, fallback)).toBe(text)
  expect(templateParts(text)).toHaveLength(1)
})
