import { expect, test } from 'vitest'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { PixelItem, PixelNudge, PixelOptions } from '#app/contract/pixel.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { chooseScript } from './choose-script.ts'
import { pixelOptions } from './pixel-options.ts'

const item: PixelItem = { claim: 'claim-01', title: 'Mia from Lyon', text: 'bought a shirt', at: 1 }
const order: PixelNudge = {
  id: 'nudge-01',
  type: 'purchase',
  surface: 'popup',
  items: [item],
  why: [],
}
const ofSite = pixelOptions(defaultSiteOptions, 'https://footfall.example')

const chooseFor = (nudge: Partial<PixelNudge>, options: Partial<PixelOptions> = {}) =>
  chooseScript({ nudges: [order, { ...order, ...nudge }], options: { ...ofSite, ...options } })

test('popups of orders with the default options need the smallest script', () => {
  expect(chooseFor({})).toBe('plain')
  expect(chooseFor({ heading: 'Selling fast', rules: everywhere, countries: ['BE'] })).toBe('plain')
  expect(chooseFor({ look: { theme: 'dark', position: 'top-left', design: '' } })).toBe('plain')
  expect(chooseFor({}, { direction: 'rtl', theme: 'dark' })).toBe('plain')
})

test('a payload without nudges names no script', () => {
  expect(chooseScript({ nudges: [], options: ofSite })).toBeUndefined()
})

const nudges: [string, Partial<PixelNudge>][] = [
  ['is inline', { surface: 'inline', isRich: true }],
  ['has stars or a code', { isRich: true }],
  ['stays until it’s closed', { isPersistent: true }],
  ['rotates', { rotates: true }],
  ['skips seen items', { skipsSeen: true }],
  ['ends', { rules: { ...everywhere, until: 2_000_000_000 } }],
  ['has its picture after the text', { look: { imagePosition: 'end' } }],
  ['has no picture', { look: { imagePosition: 'none' } }],
  ['counts', { items: [{ ...item, count: { of: 'page', minimum: 1, forms: ['#'] } }] }],
  ['has values of the page', { items: [{ ...item, hasVariables: true }] }],
  ['counts down', { items: [item, { ...item, countsDown: true }] }],
]

test.each(nudges)('a nudge that %s needs the script that can do it', (_name, nudge) => {
  expect(chooseFor(nudge)).toBeUndefined()
})

const settings: [string, Partial<PixelOptions>][] = [
  ['shows two on a page', { maxNudges: 2 }],
  ['begins again', { loop: true }],
  ['begins with another nudge on each page', { nudgeRandomization: true }],
  ['closes one nudge at a time', { closeNudgeBehaviour: 'nudge' }],
  ['has no close button', { showClose: false }],
  ['has no pictures', { imagePosition: 'none' }],
]

test.each(settings)('a site that %s needs the script that can do it', (_name, options) => {
  expect(chooseFor({}, options)).toBeUndefined()
})
