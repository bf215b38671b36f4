import { expect, test } from 'vitest'
import { nudgeOf, phrases } from '#tests/support/pixel-values.ts'
import { defaultSiteOptions } from '../contract/site-options.ts'
import type { PixelPayload } from '../contract/pixel.ts'
import { readPayload } from './payload.ts'

const payload: PixelPayload = {
  version: 1,
  options: defaultSiteOptions,
  nudges: [nudgeOf('n', ['c'])],
  phrases,
}

test('a payload as the contract has it is taken as it is', () => {
  expect(readPayload(payload)).toEqual(payload)
})

test('a field that this pixel does not know does not matter', () => {
  expect(readPayload({ ...payload, later: true })).toMatchObject(payload)
})

test.each([
  null,
  [],
  'a text',
  { ...payload, version: 2 },
  { ...payload, nudges: {} },
  { ...payload, nudges: [null] },
  { ...payload, phrases: null },
  { ...payload, options: { ...payload.options, timings: undefined } },
  { ...payload, phrases: {} },
])('anything else is none: %j', (value) => {
  expect(readPayload(value)).toBeNull()
})

test('a nudge without words is left out, the others stay', () => {
  const [good] = payload.nudges
  const nudges = [{ ...good, items: [{ claim: 'c' }] }, good]

  expect(readPayload({ ...payload, nudges })?.nudges).toEqual([good])
})

test('whoever is told that all is withheld shows nothing, whatever else stands there', () => {
  expect(readPayload({ ...payload, withheld: 'paused' })).toMatchObject({
    nudges: [],
    withheld: 'paused',
  })
})
