import { expect, test } from 'vitest'
import { maskBody } from './mask-delivery.ts'

const json = 'application/json'

test('an order keeps what its nudge is made of, and nothing of the shopper or the shop’s keys', () => {
  const order = {
    id: 727,
    status: 'processing',
    total: '29.35',
    order_key: 'wc_order_58d2d042d1d',
    customer_ip_address: '203.0.113.7',
    customer_user_agent: 'Mozilla/5.0',
    customer_note: 'Ring twice',
    billing: {
      first_name: 'Ann',
      last_name: 'Lee',
      address_1: '969 Market',
      city: 'Paris',
      country: 'FR',
      postcode: '75001',
      email: 'ann@mail.example',
      phone: '+33 1 23 45 67 89',
    },
    line_items: [
      {
        name: 'Blue cup',
        product_id: 93,
        price: 12.5,
        image: { src: 'https://s.example/a.jpg?token=abc' },
      },
    ],
    meta_data: [{ key: '_token', value: 'a'.repeat(40) }],
    note: null,
  }

  const masked = maskBody(JSON.stringify(order), json)

  for (const kept of ['727', 'processing', '29.35', 'Paris', 'FR', 'Blue cup', '93', '12.5']) {
    expect(masked).toContain(kept)
  }
  for (const gone of [
    'Ann',
    'Lee',
    'Market',
    '75001',
    'mail.example',
    '+33',
    'wc_order',
    '203.0',
    'Mozilla',
    'Ring',
    'abc',
    'aaaa',
  ]) {
    expect(masked).not.toContain(gone)
  }
  expect(Object.keys(JSON.parse(masked) as object)).toEqual(Object.keys(order))
})

test.each([
  ['an address within a text', { text: 'Write to ann@mail.example today' }, 'ann@mail.example'],
  ['an address as a field’s name', { 'ann@mail.example': 1 }, 'ann@mail.example'],
  ['a card number', { text: 'paid by 4242 4242 4242 4242' }, '4242'],
  ['a number that is a card’s', { reference: 4242424242424242 }, '4242'],
  ['a secret in a link', { url: 'https://s.example/p?key=hunter2' }, 'hunter2'],
  ['a name in a list', { names: ['Ann', 'Lee'] }, 'Ann'],
  ['the name of a customer whose order has goods', { customer: { name: 'Ann' }, items: [] }, 'Ann'],
  ['a person within the goods', { items: [{ recipient_name: 'Ann' }] }, 'Ann'],
  ['a token of any length', { access_token: 'x1' }, 'x1'],
])('%s is hidden', (_case, body, gone) => {
  expect(maskBody(JSON.stringify(body), json)).not.toContain(gone)
})

test('forms and other texts are masked too', () => {
  const form = 'type=subscribe&data%5Bemail%5D=ann%40mail.example&data%5Bmerges%5D%5BFNAME%5D=Ann'
  const shown = maskBody(form, 'application/x-www-form-urlencoded')

  expect(shown).toContain('type = subscribe')
  expect(shown).not.toMatch(/Ann|mail\.example/)
  expect(maskBody('Hello ann@mail.example', 'text/plain')).toBe('Hello •••')
})
