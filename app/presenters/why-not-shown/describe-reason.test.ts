import { expect, test } from 'vitest'
import { notShownReasons } from '#app/contract/pixel-events.ts'
import { describeReason, type ReasonSubject } from './describe-reason.ts'

const subject: ReasonSubject = {
  uuid: 'one',
  siteUuid: 'site',
  type: 'stock_level',
  placement: { selector: '.product-price', where: 'after' },
  page: '/tailwind/',
}

test('a missing place is named with its page', () => {
  expect(describeReason('no_place', subject)).toEqual({
    sentence: 'No element matches “.product-price” on /tailwind/.',
    fix: { label: 'Change placement', to: '/nudges/one?panel=where' },
  })
})

test.each([
  ['stock_level', '/shirt', '/shirt hasn’t reported its stock.'],
  ['stock_level', null, 'No page has reported its stock yet.'],
  ['free_delivery', null, 'No page has reported the visitor’s cart yet.'],
  ['cart_counter', null, 'No page has reported its product yet.'],
  ['custom', null, 'No page has reported a value that the text needs yet.'],
] as const)('%s on %s lacks what its type needs', (type, page, sentence) => {
  const described = describeReason('no_page_data', { ...subject, type, page })

  expect(described).toEqual({
    sentence,
    fix: { label: 'Report page data', to: '/pixel/site?part=developers' },
  })
})

test('missing data is described by the nudge’s own type', () => {
  const stock = describeReason('no_data', subject).sentence
  const purchase = describeReason('no_data', { ...subject, type: 'purchase' }).sentence

  expect(stock).toContain('out of stock')
  expect(purchase).toContain('eligible orders')
})

test('a checkout page is named, because it may not be a checkout', () => {
  const { sentence } = describeReason('checkout', { ...subject, page: '/payment-plans' })

  expect(sentence).toContain('/payment-plans')
})

test('a popup without room would have covered a control, an inline nudge would have moved the page', () => {
  const popup = describeReason('no_room', { ...subject, placement: null })
  const inline = describeReason('no_room', subject)

  expect(popup.sentence).toContain('On /tailwind/ the nudge would have covered a button')
  expect(popup.fix).toEqual({ label: 'Change position', to: '/nudges/one?panel=look' })
  expect(inline.sentence).toContain('At “.product-price” on /tailwind/ the nudge would have moved')
  expect(inline.fix).toEqual({ label: 'Change layout', to: '/nudges/one?panel=look' })
})

test('a layout without room is advised one that needs less, if there is one', () => {
  const bar = describeReason('no_room', { ...subject, placement: null, layout: 'bar' })
  const pill = describeReason('no_room', { ...subject, placement: null, layout: 'pill' })
  const line = describeReason('no_room', { ...subject, layout: 'line' })

  expect(bar.sentence).toMatch(/A card needs less room than a bar\.$/)
  expect(bar.fix).toEqual({ label: 'Change layout', to: '/nudges/one?panel=look' })
  expect(pill.fix).toEqual({ label: 'Change position', to: '/nudges/one?panel=look' })
  expect(line.sentence).not.toContain('compact line')
  expect(line.fix).toEqual({ label: 'Change placement', to: '/nudges/one?panel=where' })
})

test.each(notShownReasons)('%s has a sentence', (reason) => {
  expect(describeReason(reason, { ...subject, page: null }).sentence).toMatch(/\S\.$/)
})
