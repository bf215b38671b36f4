import { expect, test } from 'vitest'
import { listCountries, readPhone, writePhone } from './phone.server.ts'

test.each([
  ['DE', '0151 12345678', { countryCode: 'DE', phone: '15112345678', e164: '+4915112345678' }],
  ['US', '(202) 456-1111', { countryCode: 'US', phone: '2024561111', e164: '+12024561111' }],
  // A plus overrides the chosen country.
  ['US', '+44 7400 123456', { countryCode: 'GB', phone: '7400123456', e164: '+447400123456' }],
])('%s %s is understood', async (country, phone, expected) => {
  expect(await readPhone({ country, phone })).toMatchObject(expected)
})

test('a landline is distinguished from a mobile', async () => {
  const landline = await readPhone({ country: 'DE', phone: '030 123456' })
  const mobile = await readPhone({ country: 'DE', phone: '0151 12345678' })

  expect([landline.mayTakeTexts, mobile.mayTakeTexts]).toEqual([false, true])
})

test.each([
  ['DE', '12', 'phone'],
  ['DE', 'call me', 'phone'],
  ['US', '+1 202 456 1111 ext. 5', 'phone'],
  ['US', 'my number is 202 456 1111', 'phone'],
  ['ZZ', '030 123456', 'country'],
])('%s %s is refused at its field', async (country, phone, field) => {
  await expect(readPhone({ country, phone })).rejects.toMatchObject({
    code: 'invalid',
    details: { errors: { [field]: [expect.any(String)] } },
  })
})

test('a stored number is shown with its country’s code', async () => {
  expect(await writePhone({ countryCode: 'DE', phone: '15112345678' })).toBe('+49 1511 2345678')
})

test('the countries are named and sorted', async () => {
  const labels = (await listCountries()).map(({ label }) => label)

  expect(labels).toContain('Germany (+49)')
  expect(labels.indexOf('Albania (+355)')).toBeLessThan(labels.indexOf('Zambia (+260)'))
})
