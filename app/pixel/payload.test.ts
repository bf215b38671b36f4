import { expect, test } from 'vitest'
import { defaultSiteOptions } from '../contract/site-options.ts'
import type { PixelPayload } from '../contract/pixel.ts'
import { readPayload } from './payload.ts'

const payload: PixelPayload = {
  version: 1,
  options: defaultSiteOptions,
  nudges: [
    {
      id: 'n',
      type: 'purchase',
      surface: 'popup',
      items: [{ claim: 'c', title: 'Mia', text: 'bought a shirt', at: 0 }],
    },
  ],
  phrases: { close: 'Close', region: 'Recent activity', ago: [] },
}

test('a payload as the contract has it is taken as it is', () => {
  expect(readPayload(payload)).toEqual({ ...payload, unshown: [] })
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
  { ...payload, phrases: null },
  { ...payload, options: { ...payload.options, timings: { show: '5000', wait: 0, initial: 0 } } },
  { ...payload, options: { ...payload.options, offset: undefined } },
])('anything else is none: %j', (value) => {
  expect(readPayload(value)).toBeNull()
})

test('a nudge of another kind or without words is left out, the others stay', () => {
  const [good] = payload.nudges
  const nudges = [{ ...good, type: 'reviews' }, good, { ...good, items: [{ claim: 'c' }] }, null]

  expect(readPayload({ ...payload, nudges })?.nudges).toEqual([good])
})

test('whoever is told that all is withheld shows nothing, whatever else stands there', () => {
  expect(readPayload({ ...payload, withheld: 'paused' })).toMatchObject({
    nudges: [],
    withheld: 'paused',
  })
})

test.each([[{}], ['a text'], [null], [[null, {}, { nudge: 1, reason: 'no_data' }]]])(
  'reasons that cannot be read are none: %j',
  (unshown) => {
    expect(readPayload({ ...payload, unshown })?.unshown).toEqual([])
  },
)

test('reasons of the server are kept', () => {
  const unshown = [{ nudge: 'n', reason: 'no_data' }]

  expect(readPayload({ ...payload, unshown })?.unshown).toEqual(unshown)
})
