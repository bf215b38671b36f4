/** Errors beside an answer of Shopify's Admin API, read for what they refuse. */
import { expect, test } from 'vitest'
import { customerSelection, readRefusals, type ApiError, type Refusals } from './refusals.ts'

const page = 'See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.'
const denied = (message: string, ...path: (string | number)[]): ApiError => ({
  message,
  path,
  extensions: { code: 'ACCESS_DENIED' },
})
const field = (name: string, ...path: (string | number)[]) =>
  denied(`This app is not approved to use the ${name} field. ${page}`, ...path, name)
const inNode = (nth: number, ...path: string[]) => ['orders', 'nodes', nth, ...path] as const
const plan =
  'This app is not approved to access the Customer object. Access to personally identifiable information (PII) like customer names, addresses, emails, phone numbers is only available on Shopify, Advanced, and Plus plans.'
const cut = { message: 'Too many execution errors, max error limit reached. Results truncated' }

const none: Refusals = { fields: [], rest: null, isCut: false }

test.each<[what: string, errors: readonly ApiError[], read: Refusals | null]>([
  [
    'level 0',
    [denied(`This app is not approved to access the Order object. ${page}`, 'orders')],
    { ...none, rest: 'unapproved' },
  ],
  [
    'level 0, one order',
    [denied(`This app is not approved to access the Order object. ${page}`, 'order')],
    { ...none, rest: 'unapproved' },
  ],
  [
    'level 1, a page of orders',
    [
      field('email', ...inNode(0)),
      field('firstName', ...inNode(0, 'billingAddress')),
      field('email', ...inNode(1)),
      field('firstName', ...inNode(1, 'shippingAddress')),
    ],
    { ...none, fields: ['name', 'email'] },
  ],
  ['an email alone', [field('email', 'order')], { ...none, fields: ['email'] }],
  ['a city', [field('city', 'order', 'shippingAddress')], { ...none, fields: ['city'] }],
  [
    'a country',
    [field('countryCodeV2', 'order', 'billingAddress')],
    { ...none, fields: ['country'] },
  ],
  [
    'a whole address',
    [
      denied(
        `This app is not approved to access the MailingAddress object. ${page}`,
        'order',
        'billingAddress',
      ),
    ],
    { ...none, fields: ['name', 'city', 'country'] },
  ],
  [
    'a plan without customer data',
    [denied(plan, ...inNode(0, 'email'))],
    { ...none, fields: ['email'] },
  ],
  [
    'a field without a path',
    [denied(`This app is not approved to use the email field. ${page}`)],
    { ...none, fields: ['email'] },
  ],
  [
    'an error without a code, as the documentation has it',
    [
      {
        message: `This app is not approved to use the email field. ${page}`,
        path: ['order', 'email'],
      },
    ],
    { ...none, fields: ['email'] },
  ],
  [
    'too many to list',
    [field('email', ...inNode(0)), cut],
    { ...none, fields: ['email'], isCut: true },
  ],
  [
    'a missing scope',
    [
      denied(
        'Access denied for orders field. Required access: `read_orders` access scope.',
        'orders',
      ),
    ],
    { ...none, rest: 'scope' },
  ],
  ['a throttled call', [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], null],
  ['a fault beside a refusal', [field('email', 'order'), { message: 'Internal error' }], null],
  ['a list that was cut without a refusal', [cut], null],
  ['no error', [], null],
])('%s', (_what, errors, read) => {
  expect(readRefusals(errors)).toEqual(read)
})

test.each<[Parameters<typeof customerSelection>[0], string]>([
  [
    [],
    'email billingAddress { firstName city countryCodeV2 } shippingAddress { firstName city countryCodeV2 }',
  ],
  [
    ['email'],
    'billingAddress { firstName city countryCodeV2 } shippingAddress { firstName city countryCodeV2 }',
  ],
  [['name', 'city', 'email'], 'billingAddress { countryCodeV2 } shippingAddress { countryCodeV2 }'],
  [['name', 'city', 'country'], 'email'],
  [['name', 'email', 'city', 'country'], ''],
])('without %o, an order is asked for %j', (withheld, selection) => {
  expect(customerSelection(withheld)).toBe(selection)
})
