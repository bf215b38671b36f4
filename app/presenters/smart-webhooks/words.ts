/** Labels for the parts of a mapping. Safe in the browser. */
import type { MappedField, MappedKind } from '#app/integrations/smart/mapping.ts'

export type { MappedField, MappedKind }

export const kindLabels: Record<MappedKind, string> = {
  purchase: 'Purchases',
  signup: 'Sign-ups',
  review: 'Reviews',
  product: 'Products',
}

export const fieldLabels: Record<MappedField, string> = {
  'person.first_name': 'First name',
  'person.email': 'Email address',
  'person.city': 'City',
  'person.country': 'Country',
  'item.title': 'Product name',
  'item.url': 'Link to the product',
  'item.image': 'Picture',
  'item.quantity': 'Quantity',
  'item.price': 'Price',
  'item.product_id': 'Product ID',
  'item.stock': 'Stock',
  'item.is_available': 'In stock (yes or no)',
  total: 'Order total',
  currency: 'Currency',
  occurred_at: 'Date and time',
  stars: 'Rating',
  body: 'Text of the review',
  test: 'Test order (yes or no)',
  reversal_id: 'ID of the record that is canceled or refunded',
}

export const labelOfPart = (part: MappedField | 'each' | 'id'): string =>
  part === 'id' ? 'ID' : part === 'each' ? 'List of records' : fieldLabels[part]

const person = ['person.first_name', 'person.city', 'person.country'] as const
const item = ['item.title', 'item.url', 'item.image'] as const

/** The fields that a kind has, those that a nudge shows first. */
export const fieldsOfKind: Record<MappedKind, readonly MappedField[]> = {
  purchase: [
    ...person,
    ...item,
    'total',
    'currency',
    'occurred_at',
    'person.email',
    'item.quantity',
    'item.price',
    'item.product_id',
    'test',
  ],
  signup: [...person, 'occurred_at', 'person.email', 'test'],
  review: ['stars', 'body', ...person, ...item, 'occurred_at', 'person.email', 'test'],
  product: [...item, 'item.price', 'currency', 'item.stock', 'item.is_available'],
}

/** Fields that can have a default for deliveries without them. */
export const withDefault: ReadonlySet<MappedField> = new Set([
  'person.first_name',
  'person.city',
  'person.country',
  'item.title',
  'item.url',
  'item.image',
  'currency',
])

export type Choice = { value: string; label: string }

export const comparisons: readonly Choice[] = [
  { value: 'exists', label: 'is there' },
  { value: 'eq', label: 'is' },
  { value: 'ne', label: 'is not' },
  { value: 'in', label: 'is one of (separated by commas)' },
  { value: 'contains', label: 'contains' },
  { value: 'gt', label: 'is more than' },
  { value: 'lt', label: 'is less than' },
]

export const stepChoices: readonly Choice[] = [
  { value: 'trim', label: 'Remove spaces around it' },
  { value: 'first_word', label: 'Keep the first word' },
  { value: 'last_word', label: 'Keep the last word' },
  { value: 'initial', label: 'Keep the first letter' },
  { value: 'title_case', label: 'Capitalize each word' },
  { value: 'lower', label: 'Make lowercase' },
  { value: 'upper', label: 'Make uppercase' },
  { value: 'strip_html', label: 'Remove HTML' },
  { value: '{"truncate":60}', label: 'Shorten to 60 characters' },
  { value: '{"truncate":120}', label: 'Shorten to 120 characters' },
  { value: 'decimal', label: 'Read a number' },
  { value: 'integer', label: 'Read a whole number' },
  { value: 'minor_units', label: 'Read an amount in cents' },
  { value: 'country_iso2', label: 'Read a country' },
  { value: 'https_url', label: 'Read a web address' },
  { value: '{"rating":{"max":5}}', label: 'Read a rating out of 5' },
  { value: '{"rating":{"max":10}}', label: 'Read a rating out of 10' },
  { value: '{"rating":{"max":100}}', label: 'Read a rating out of 100' },
  { value: '{"date":"auto"}', label: 'Read a date of any clear format' },
  { value: '{"date":"iso"}', label: 'Read a date like 2026-01-31 09:30' },
  { value: '{"date":"dmy"}', label: 'Read a date, day first: 31/01/2026' },
  { value: '{"date":"mdy"}', label: 'Read a date, month first: 01/31/2026' },
  { value: '{"date":"unix"}', label: 'Read a date in seconds since 1970' },
  { value: '{"date":"unix_ms"}', label: 'Read a date in milliseconds since 1970' },
  { value: '{"date":"rfc2822"}', label: 'Read a date like Sat, 31 Jan 2026' },
]

/** Also labels steps that the list doesn't have, for example from a recipe. */
export function labelOfStep(code: string): string {
  const known = stepChoices.find(({ value }) => value === code)
  if (known) return known.label
  const replaced = /^\{"replace":\{"from":"(.*)","to":"(.*)"\}\}$/.exec(code)
  if (replaced) return `Replace “${replaced[1] ?? ''}” with “${replaced[2] ?? ''}”`
  if (code.startsWith('{"absolute_url"')) return 'Complete links that begin with /'
  if (code.startsWith('{"join"')) return 'Add other values after it'
  const length = /^\{"truncate":(\d+)\}$/.exec(code)
  return length ? `Shorten to ${length[1] ?? ''} characters` : 'As it was set up'
}

export const verificationChoices: readonly Choice[] = [
  { value: 'none', label: 'None: the address is the secret' },
  { value: 'hmac', label: 'Signature (HMAC)' },
  { value: 'standard_webhooks', label: 'Standard Webhooks' },
  { value: 'header', label: 'Secret in a header' },
  { value: 'basic', label: 'User name and password (Basic)' },
]
