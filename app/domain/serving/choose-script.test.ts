import { expect, test } from 'vitest'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { PixelGoal, PixelItem, PixelNudge, PixelOptions } from '#app/contract/pixel.ts'
import type { JoinedScript } from '#app/contract/pixel-scripts.ts'
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
  expect(chooseFor({})).toEqual({ script: 'plain' })
  expect(chooseFor({ heading: 'Selling fast', rules: everywhere, countries: ['BE'] })).toEqual({
    script: 'plain',
  })
  expect(chooseFor({ look: { theme: 'dark', position: 'top-left', design: '' } })).toEqual({
    script: 'plain',
  })
  expect(chooseFor({}, { direction: 'rtl', theme: 'dark' })).toEqual({ script: 'plain' })
})

test('a payload without nudges names no script', () => {
  expect(chooseScript({ nudges: [], options: ofSite })).toEqual({})
})

const click: PixelGoal = { goal: 'goal-01', on: 'click', selector: '#buy' }
const counting = { items: [{ ...item, count: { of: 'page' as const, minimum: 1, forms: ['#'] } }] }

test('facts come in the same file where each page needs them', () => {
  const choose = (nudge: Partial<PixelNudge>, goals: PixelGoal[] = [click]) =>
    chooseScript({ nudges: [{ ...order, ...nudge }], options: ofSite, goals })

  expect(choose({})).toEqual({ script: 'plain', joined: 'plain-facts' })
  expect(choose({ rotates: true })).toEqual({ joined: 'showing-facts' })
  expect(choose({ isRich: true })).toEqual({ joined: 'showing-more-facts' })
  expect(choose({ ...counting, isRich: true }, [])).toEqual({ joined: 'showing-more-facts' })
  expect(chooseScript({ nudges: [], options: ofSite, goals: [click] })).toEqual({})
})

const nudges: [string, Partial<PixelNudge>, JoinedScript?][] = [
  ['is inline', { surface: 'inline', isRich: true }, 'showing-more'],
  ['has stars or a code', { isRich: true }, 'showing-more'],
  ['stays until it’s closed', { isPersistent: true }],
  ['rotates', { rotates: true }],
  ['skips seen items', { skipsSeen: true }],
  ['ends', { rules: { ...everywhere, until: 2_000_000_000 } }],
  ['has its picture after the text', { look: { imagePosition: 'end' } }],
  ['has no picture', { look: { imagePosition: 'none' } }],
  ['counts', counting, 'showing-facts'],
  ['has values of the page', { items: [{ ...item, hasVariables: true }] }, 'showing-facts'],
  ['counts down', { items: [item, { ...item, countsDown: true }] }, 'showing-facts'],
]

test.each(nudges)('a nudge that %s needs the script that can do it', (_name, nudge, joined) => {
  expect(chooseFor(nudge)).toEqual(joined ? { joined } : {})
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
  expect(chooseFor({}, options)).toEqual({})
})
