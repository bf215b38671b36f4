import { expect, test } from 'vitest'
import { nudgeOf, phrases } from '#tests/support/pixel-values.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { pixelOptions } from '#app/domain/serving/pixel-options.ts'
import { readPayload } from './payload.ts'

const payload: PixelPayload = {
  version: 1,
  options: pixelOptions(defaultSiteOptions, 'https://footfall.example'),
  nudges: [nudgeOf('n', ['c'])],
  phrases,
}

test('a payload as the contract has it is taken as it is', () => {
  expect(readPayload(payload)).toEqual(payload)
})

test('a field that this pixel does not know does not matter', () => {
  expect(readPayload({ ...payload, later: true })).toMatchObject(payload)
})

test.each([null, [], 'a text', { ...payload, version: 2 }])(
  'anything else is none: %j',
  (value) => {
    expect(readPayload(value)).toBeNull()
  },
)
