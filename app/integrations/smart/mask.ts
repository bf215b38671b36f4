/**
 * Values of a delivery as a screen shows them once the connection is in use. Hides all values that
 * aren't known to be harmless: a field's name can't be trusted to say that it is personal.
 */
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import type { Leaf } from './flatten.ts'
import { wordsOf } from './key-words.ts'

const dots = '•••'

/** Numbers of people: phones, cards, accounts, postal codes. */
const personalNumbers = new Set(
  'phone mobile tel telephone fax zip postal postcode card iban account vat tax ssn birth birthday dob ip lat lng latitude longitude'.split(
    ' ',
  ),
)
/** Texts that name things, not people. */
const harmlessTexts = new Set(
  'status state currency type event kind action topic product sku category method language locale quantity brand plan version format unit mode'.split(
    ' ',
  ),
)
const personalGroups = new Set(
  'customer buyer billing shipping address user contact person consumer reviewer subscriber member recipient client owner'.split(
    ' ',
  ),
)
const itemGroups = new Set('item items product products lineitems lines'.split(' '))

export function maskValue({ keys, value }: Pick<Leaf, 'keys' | 'value'>): string {
  if (value === null || typeof value === 'boolean') return String(value ?? '')
  const names = keys.filter((key) => typeof key === 'string')
  const words = wordsOf(names.at(-1) ?? '')
  const isPersonalNumber = words.some((word) => personalNumbers.has(word))
  if (typeof value === 'number') return isPersonalNumber ? dots : String(value)
  if (value === '') return ''
  if (isPersonalNumber) return dots
  if (isHarmlessShape(value)) return value
  const groups = names.slice(0, -1).flatMap(wordsOf)
  const isPersonal = groups.some((word) => personalGroups.has(word))
  const isItem =
    groups.some((word) => itemGroups.has(word)) && /^(?:title|name)$/i.test(names.at(-1) ?? '')
  const isPlain = words.some((word) => harmlessTexts.has(word)) && !/[@\d]{3}|@/.test(value)
  if (!isPersonal && (isItem || isPlain) && value.length <= 200) return value
  return maskText(value)
}

/** Dates, decimals, and codes of two or three capitals: of countries, of currencies. */
const isHarmlessShape = (text: string) =>
  /^\d{4}-\d\d-\d\d(?:[T ][\d:.,+Z-]{4,20})?$/i.test(text) ||
  /^\d{1,9}(?:\.\d{1,4})?$/.test(text) ||
  /^(?:true|false|[A-Z]{2,3})$/.test(text)

function maskText(text: string): string {
  const address = /^([^\s@])[^\s@]*@([^\s@.])[^\s@]*?(\.[a-z]{2,10})$/i.exec(text.slice(0, 300))
  if (address) return `${address[1] ?? ''}${dots}@${address[2] ?? ''}${dots}${address[3] ?? ''}`
  if (/^https?:\/\//i.test(text)) return `${parseWebAddress(text)?.origin ?? ''}/${dots}`
  const [first = ''] = text.trim()
  return text.length > 2 ? `${first}${dots}` : dots
}
