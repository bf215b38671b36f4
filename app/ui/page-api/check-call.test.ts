import { expect, test } from 'vitest'
import { checkCall } from './check-call.ts'

const uuid = 'b7f8e0f4-2f0b-4d0b-8c51-0a4f1d2e9c77'
const goals = [{ uuid, name: 'Order placed', isActive: true }]

/** Fields with their interpretation; null for ignored ones. */
const fieldsOf = (text: string) => {
  const checked = checkCall(text, goals)
  if (!checked.ok) return checked.words
  return Object.fromEntries(
    checked.fields.map(({ field, isTaken, words }) => [
      field,
      isTaken ? words.replace('Accepted: ', '') : null,
    ]),
  )
}

test.each([
  [
    `window.footfall.push(['set', { product: { id: 41, stock: '3' }, cart: { amount: 12.5 } }]);`,
    { 'product.id': '"41"', 'product.stock': null, 'cart.amount': '12.5' },
  ],
  [
    '{"variables": {"name": "Ann", "list": [1]}}',
    { 'variables.name': '"Ann"', 'variables.list': null },
  ],
  ['{"kind": "checkout", "colour": "red"}', { kind: '"checkout"', colour: null }],
  ['{"product": "41"}', { product: null }],
  ["['track', 'cart', 41]", { id: '"41"' }],
  [
    "['track', 'signup', { first_name: 'Ann', email: 'ann@shop.example' }]",
    { first_name: '"Ann"', email: null },
  ],
  [
    "['track', 'purchase', { id: 7, product: { title: 'Cup', price: 3 } }]",
    { id: '"7"', 'product.title': '"Cup"', 'product.price': null },
  ],
  [
    `['goal', '${uuid}', { order: 1001, value: 5, note: 'x' }]`,
    { order: '"1001"', value: '5', note: null },
  ],
])('the pixel reads %s as it would on a page', (text, fields) => {
  expect(fieldsOf(text)).toEqual(fields)
})

test.each([
  ['alert(1)', /isn’t a footfall.push call/],
  ["['sell', 1]", /Unknown call “sell”/],
  ["['track', 'rumour']", /track accepts/],
  ["['goal', 'b7f8e0f4-2f0b-4d0b-8c51-000000000000']", /No goal on this site/],
  ["['set', 'product']", /set takes an object/],
  ['[1, 2]', /starts with its name/],
])('%s is explained', (text, words) => {
  expect(checkCall(text, goals)).toMatchObject({
    ok: false,
    words: expect.stringMatching(words) as string,
  })
})
