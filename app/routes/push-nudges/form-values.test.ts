import { expect, test } from 'vitest'
import { automationInput, campaignInput, pushDelivery } from '#app/contract/push-settings.ts'
import { fieldErrors } from '#app/lib/web/forms.ts'
import {
  automationInputOf,
  campaignInputOf,
  deliveryInputOf,
  fieldErrorsOf,
  typedTexts,
} from './form-values.ts'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const message = {
  'content.title': 'New kettles',
  'content.body': 'See them',
  'content.url': '/new',
}
const campaign = { name: 'March', hours: '24', ...message }

test('a form with the fewest fields is a campaign to everyone, sent when it is started', () => {
  expect(campaignInput.parse(campaignInputOf(formOf(campaign)))).toEqual({
    name: 'March',
    content: { title: 'New kettles', body: 'See them', url: '/new', image: null },
    contentB: null,
    shareB: 50,
    audience: { pages: [], products: [], countries: [], notSinceDays: null, sinceDays: null },
    sendAt: null,
    hours: 24,
  })
})

test('text B opens the same page with the same image as text A', () => {
  const form = formOf({
    ...campaign,
    'content.image': 'https://shop.example/a.png',
    hasB: 'on',
    'contentB.title': 'Kettles are here',
    'contentB.body': 'Have a look',
    shareB: '30',
  })

  expect(campaignInput.parse(campaignInputOf(form))).toMatchObject({
    contentB: {
      title: 'Kettles are here',
      body: 'Have a look',
      url: '/new',
      image: 'https://shop.example/a.png',
    },
    shareB: 30,
  })
})

test('lists have one entry per line, and countries any case', () => {
  const form = formOf({
    ...campaign,
    'audience.pages': '/sale\n\n /new \n',
    'audience.countries': 'nl, de,',
    'audience.sinceDays': '30',
    sendAt: '2026-12-01T09:00',
  })

  expect(campaignInput.parse(campaignInputOf(form))).toMatchObject({
    audience: { pages: ['/sale', '/new'], countries: ['NL', 'DE'], sinceDays: 30 },
    sendAt: '2026-12-01T09:00',
  })
})

test.each([
  ['a wrong page of several', { 'audience.pages': '/sale\nnew' }, 'audience.pages'],
  ['a country that is none', { 'audience.countries': 'Netherlands' }, 'audience.countries'],
  ['an image without https', { 'content.image': 'http://shop.example/a.png' }, 'content.image'],
  ['words for days', { 'audience.sinceDays': 'many' }, 'audience.sinceDays'],
  ['a moment that is none', { sendAt: 'tomorrow' }, 'sendAt'],
  ['no title', { 'content.title': ' ' }, 'content.title'],
  ['a link to another scheme', { 'content.url': 'javascript:alert(1)' }, 'content.url'],
])('%s is reported at its field', (_case, wrong, field) => {
  const parsed = campaignInput.safeParse(campaignInputOf(formOf({ ...campaign, ...wrong })))

  expect(parsed.success).toBe(false)
  const errors = fieldErrorsOf(fieldErrors(parsed.error ?? never()))
  expect(Object.keys(errors)).toEqual([field])
  expect(errors[field]?.[0]).toMatch(/^(Enter|Choose|Use) .*\.$/)
})

test('an image that both texts lack is reported once', () => {
  const form = formOf({
    ...campaign,
    'content.image': 'ftp://shop.example',
    hasB: 'on',
    'contentB.title': 'B',
    'contentB.body': 'B',
    shareB: '50',
  })
  const parsed = campaignInput.safeParse(campaignInputOf(form))

  expect(fieldErrorsOf(fieldErrors(parsed.error ?? never()))).toEqual({
    'content.image': ['Enter a URL that starts with https://.'],
  })
})

test('limits are numbers, and hosts one per line', () => {
  const form = formOf({
    quietFrom: '21:00',
    quietUntil: '08:00',
    perDay: '1',
    perWeek: '3',
    holdout: '10',
    extraServices: 'Push.example.com\n',
  })

  expect(pushDelivery.parse(deliveryInputOf(form))).toEqual({
    quietFrom: '21:00',
    quietUntil: '08:00',
    perDay: 1,
    perWeek: 3,
    holdout: 10,
    extraServices: ['push.example.com'],
  })
})

test('an automation keeps what its form doesn’t change', () => {
  expect(
    automationInput.parse(automationInputOf(formOf(message), { isOn: true, waitHours: 3 })),
  ).toMatchObject({
    isOn: true,
    waitHours: 3,
  })
})

test('values that were typed are kept, those of one group together', () => {
  const form = formOf({ title: 'A' })
  form.append('kinds', 'news')
  form.append('kinds', 'price_drop')

  expect(typedTexts(form)).toEqual({ title: 'A', kinds: 'news price_drop' })
})

function never(): never {
  throw new Error('The input was valid.')
}
