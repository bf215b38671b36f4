import { expect, test } from 'vitest'
import { integrationNames } from '#app/contract/integrations.ts'
import { readInk } from '#app/domain/wording/color-contrast.ts'
import { lettersOf, markOf } from './service-marks.ts'

test.each([
  ['PayPal', 'PP'],
  ['BigCommerce', 'BC'],
  ['Google Business Profile', 'GB'],
  ['Capterra reviews', 'CR'],
  ['Etsy', 'Et'],
  ['Booking.com', 'Bo'],
  ['REVIEWS.io', 'Re'],
])('the letters of %s are %s', (label, letters) => {
  expect(lettersOf(label)).toBe(letters)
})

test('letters have the ink with enough contrast on their color', () => {
  for (const name of integrationNames) {
    const mark = markOf(name)
    if (mark) expect({ name, ink: mark.ink }).toEqual({ name, ink: readInk(mark.color) })
  }
})

test('everything that connects a service has letters', () => {
  const withIcons = integrationNames.filter((name) => markOf(name) === null)

  expect(withIcons).toEqual(['form_submissions', 'javascript', 'rest_api'])
})
