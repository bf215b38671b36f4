/** Random groups of equal orders and payments, compared with all ways there are. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignPayments, mostApartMillis, type EqualSales, type Sold } from './assign-payments.ts'

const minute = 60_000

const sold = (name: string, minutes: readonly number[]): Sold[] =>
  minutes.map((at, place) => ({ id: `${name}${String(place)}`, at: at * minute, isLive: true }))

const free = (payments: readonly Sold[]) => payments.map((one) => ({ ...one, order: null }))

test('a payment gives its nearest order to one that fits no other', () => {
  const orders = sold('o', [8, 18])
  const payments = free(sold('p', [0, 9]))
  expect([...assignPayments({ payments, orders })]).toEqual([
    ['p0', 'o0'],
    ['p1', 'o1'],
  ])
})

test('also when it had that order before', () => {
  const orders = sold('o', [8, 18])
  const [first, second] = sold('p', [0, 9])
  if (!first || !second) throw new Error('There are two.')
  const payments = [
    { ...first, order: null },
    { ...second, order: 'o0' },
  ]
  expect([...assignPayments({ payments, orders })]).toEqual([
    ['p0', 'o0'],
    ['p1', 'o1'],
  ])
})

test('an order has the payment that wasn’t refunded, and of several the nearest', () => {
  const orders = sold('o', [5])
  const payments = free(sold('p', [1, 3, 5])).map((one) => ({ ...one, isLive: one.id !== 'p2' }))
  expect([...assignPayments({ payments, orders })]).toEqual([['p1', 'o0']])
})

test('a payment keeps a partner that is further away', () => {
  const orders = sold('o', [0])
  const [near, far] = sold('p', [0, 30])
  if (!near || !far) throw new Error('There are two.')
  const payments = [
    { ...near, order: null },
    { ...far, order: 'o0' },
  ]
  expect([...assignPayments({ payments, orders })]).toEqual([])
})

/** Most pairs, then fewest reversed, then least time, of all ways. */
function best({ payments, orders }: EqualSales): readonly [number, number, number] {
  const [first, ...rest] = payments
  if (!first) return [0, 0, 0]
  let found = best({ payments: rest, orders })
  for (const order of orders) {
    const apart = Math.abs(order.at - first.at)
    if (apart > mostApartMillis) continue
    const others = orders.filter((one) => one !== order)
    const [pairs, ended, time] = best({ payments: rest, orders: others })
    const way = [
      pairs + 1,
      ended + Number(!first.isLive) + Number(!order.isLive),
      time + apart,
    ] as const
    if (isBetter(way, found)) found = way
  }
  return found
}

const isBetter = (one: readonly number[], other: readonly number[]) => {
  const [pairs = 0, ended = 0, time = 0] = one
  const [most = 0, least = 0, shortest = 0] = other
  if (pairs !== most) return pairs > most
  return ended === least ? time < shortest : ended < least
}

const parts = (name: string) =>
  fc
    .array(fc.record({ at: fc.integer({ min: 0, max: 40 }), isLive: fc.boolean() }), {
      maxLength: 5,
    })
    .map((rows) =>
      rows.map(({ at, isLive }, place) => ({
        id: `${name}${String(place)}`,
        at: at * minute,
        isLive,
      })),
    )

test('it is the best of all ways', () => {
  fc.assert(
    fc.property(parts('p'), parts('o'), (payments, orders) => {
      const assigned = assignPayments({ payments: free(payments), orders })
      const pairs = [...assigned].map(([payment, order]) => {
        const one = payments.find(({ id }) => id === payment)
        const other = orders.find(({ id }) => id === order)
        if (!one || !other) throw new Error('There is no such pair.')
        return { one, other }
      })
      expect(new Set(assigned.values()).size).toBe(assigned.size)
      expect([
        pairs.length,
        pairs.reduce((sum, { one, other }) => sum + +!one.isLive + +!other.isLive, 0),
        pairs.reduce((sum, { one, other }) => sum + Math.abs(one.at - other.at), 0),
      ]).toEqual(best({ payments: free(payments), orders }))
    }),
    { numRuns: 500 },
  )
})

test('in any order of arrival there are as many pairs, and who had a partner has one', () => {
  fc.assert(
    fc.property(
      parts('p'),
      parts('o'),
      fc.infiniteStream(fc.nat()),
      (payments, orders, numbers) => {
        const arriving = [
          ...payments.map((payment) => ({ payment, order: null })),
          ...orders.map((order) => ({ payment: null, order })),
        ]
          .map((part) => ({ part, place: Number(numbers.next().value) }))
          .toSorted((one, other) => one.place - other.place)
        const paid = new Map<string, string>()
        const here: { payments: Sold[]; orders: Sold[] } = { payments: [], orders: [] }
        for (const { part } of arriving) {
          if (part.payment) here.payments.push(part.payment)
          if (part.order) here.orders.push(part.order)
          const had = [...paid.keys()]
          const changes = assignPayments({
            payments: here.payments.map((one) => ({ ...one, order: paid.get(one.id) ?? null })),
            orders: here.orders,
          })
          for (const [payment, order] of changes) paid.set(payment, order)
          expect([...paid.keys()]).toEqual(expect.arrayContaining(had))
          expect(new Set(paid.values()).size).toBe(paid.size)
        }
        expect(paid.size).toBe(best({ payments: free(payments), orders })[0])
      },
    ),
    { numRuns: 300 },
  )
})

test('thousands of equal sales are matched in pieces', () => {
  const minutes = Array.from({ length: 2_000 }, (_none, place) => place * 2)
  const assigned = assignPayments({
    payments: free(sold('p', minutes)),
    orders: sold('o', minutes),
  })
  // At most one of each piece has its partner in the next one.
  expect(assigned.size).toBeGreaterThanOrEqual(2_000 - Math.ceil(4_000 / 60))
})

test('a pair that a cut divides stays, and no other payment gets its order', () => {
  const pair = { payment: fc.integer({ min: 0, max: 9 }), order: fc.integer({ min: 0, max: 9 }) }
  fc.assert(
    fc.property(
      fc.array(fc.record({ at: fc.integer({ min: 0, max: 120 }), ...pair }), {
        minLength: 31,
        maxLength: 90,
      }),
      fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 20 }),
      (pairs, alone, unpaid) => {
        const paired = sold(
          'p',
          pairs.map(({ at, payment }) => at + payment),
        )
        const ofPairs = sold(
          'o',
          pairs.map(({ at, order }) => at + order),
        )
        const payments = [
          ...paired.map((one, place) => ({ ...one, order: `o${String(place)}` })),
          ...free(sold('q', alone)),
        ]
        const orders = [...ofPairs, ...sold('r', unpaid)]
        const changes = assignPayments({ payments, orders })
        const after = payments.flatMap(({ id, order }) => changes.get(id) ?? order ?? [])
        expect(after).toHaveLength(new Set(after).size)
        expect(after.length).toBeGreaterThanOrEqual(pairs.length)
      },
    ),
    { numRuns: 200 },
  )
})
