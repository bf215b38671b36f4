import { expect, test } from 'vitest'
import { countryOf } from './request-country.ts'

test.each([
  [{ 'cf-ipcountry': 'DE' }, 'DE'],
  [{ 'cloudfront-viewer-country': 'NL' }, 'NL'],
  [{ 'cf-ipcountry': 'XX', 'cloudfront-viewer-country': 'NL' }, 'NL'],
  [{ 'cf-ipcountry': 'T1' }, ''],
  [{ 'cf-ipcountry': 'de' }, ''],
  [{ 'cf-ipcountry': 'DE, FR' }, ''],
  [{}, ''],
])('%o is the country “%s”', (headers: Record<string, string>, country) => {
  expect(countryOf((name) => headers[name])).toBe(country)
})
