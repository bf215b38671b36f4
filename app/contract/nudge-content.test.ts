import { expect, test } from 'vitest'
import { validateInput } from '#app/lib/web/forms.ts'
import { deliveryContent, freeDeliveryContent } from './nudge-content.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const codes = letters.flatMap((first) => letters.map((second) => first + second))

const delivery = {
  timeZone: 'Europe/Amsterdam',
  cutOffs: Array.from({ length: 7 }, () => '15:30'),
  deliversOn: Array.from({ length: 7 }, () => true),
  holidays: [],
  holidaysUntil: '2027-12-31',
}

const shapes = [
  {
    field: 'transit',
    of: (named: string[]) =>
      validateInput(deliveryContent, {
        ...delivery,
        transit: Object.fromEntries(named.map((country) => [country, { min: 1, max: 2 }])),
      }),
  },
  {
    field: 'thresholds',
    of: (named: string[]) =>
      validateInput(freeDeliveryContent, {
        currency: 'EUR',
        thresholds: Object.fromEntries(named.map((country) => [country, 50])),
      }),
  },
]

test.each(shapes)('$field: sixty countries with the rest of the world are taken', ({ of }) => {
  expect(of([...codes.slice(0, 59), '*'])).toMatchObject({ ok: true })
})

test.each(shapes)('$field: more are refused with a sentence that says what to do', (shape) => {
  expect(shape.of(codes.slice(0, 61))).toEqual({
    ok: false,
    errors: { [shape.field]: ['must name at most 60 countries: use * for all others'] },
  })
})

test.each(shapes)('$field: what is no country is refused at its place', ({ field, of }) => {
  expect(of(['nl'])).toEqual({
    ok: false,
    errors: { [`${field}.nl`]: ['must be two capital letters or *'] },
  })
})
