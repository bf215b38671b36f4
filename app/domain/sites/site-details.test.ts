import { expect, test } from 'vitest'
import { siteDetailsInput } from './site-details.ts'

const read = (timeZone: string) =>
  siteDetailsInput.safeParse({ name: 'Shop', timeZone }).data?.timeZone

test.each([
  ['Europe/Amsterdam', 'Europe/Amsterdam'],
  ['UTC', 'UTC'],
  ['europe/amsterdam', 'Europe/Amsterdam'],
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Mars/Olympus_Mons', undefined],
  ['', undefined],
])('the time zone %s is stored as %s', (typed, stored) => {
  expect(read(typed)).toBe(stored)
})
