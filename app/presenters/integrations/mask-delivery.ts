/**
 * A delivery's body for its owner's eyes: its structure and what nudges are made of, without what
 * identifies a shopper or opens a door.
 */
import { parseJson } from '#app/lib/parse-json.ts'

const hidden = '•••'

/** Names of fields whose values are kept back, whatever they hold. */
const personal =
  /name|mail|phone|mobile|address|street|company|birth|gender|note|comment|message|user|login|reviewer|author|ip$|^ip|_ip_|agent|latitude|longitude|postcode|postal|^zip|billing_|shipping_/i
const secret =
  /token|secret|key$|^key|password|passwd|signature|hash|hmac|nonce|cookie|session|card|iban|account|authorization|credential/i

/** Fields that describe goods, and would otherwise be taken for a person's. */
const harmless =
  /^(product_?name|item_?name|variant_?name|event_?name|site_?name|store_?name|country_name)$/i

const email = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g
const longSecret = /\b[A-Za-z\d_-]{32,}\b/g
const longNumber = /\b\d(?:[ -]?\d){12,18}\b/g
const queryValue = /([?&][^=&#\s"]{1,60})=[^&#\s"]{1,2000}/g

/** Items of an order have names, and so do their parents; a person's first and last name are never theirs. */
const goods =
  /^(line_items|items|products|product|variants|categories|taxes|shipping_lines|tax_lines|fee_lines|order_rows)$/i

/** Fields that shops and shoppers add can hold anything: an engraving, a birthday. */
const added =
  /^(meta_?data|properties|note_attributes|custom_?fields|attributes|custom_attributes|answers|merges|merge_fields)$/i

export function maskBody(text: string, contentType: string): string {
  const json = parseJson(text)
  if (json !== null) return JSON.stringify(maskValue(json, '', 'plain'), null, 2)
  if (/x-www-form-urlencoded/i.test(contentType) || /^[\w.[\]-]+=[^\s]*$/.test(text)) {
    return [...new URLSearchParams(text)]
      .map(
        ([name, value]) =>
          `${name} = ${maskScalar(lastPart(name), value, isAdded(name) ? 'added' : 'plain')}`,
      )
      .join('\n')
  }
  return maskText(text)
}

/** "customer[email]" is about an email address. */
const lastPart = (name: string) => name.split(/[[\].]/).findLast((part) => part !== '') ?? name

/** The part of a delivery that a value belongs to. */
type Within = 'plain' | 'goods' | 'added'

const isAdded = (name: string) => name.split(/[[\].]+/).some((part) => added.test(part))

const withinOf = (field: string, outer: Within): Within =>
  outer === 'added' || added.test(field) ? 'added' : goods.test(field) ? 'goods' : outer

function maskValue(value: unknown, field: string, outer: Within): unknown {
  const within = withinOf(field, outer)
  if (Array.isArray(value)) return value.map((one) => maskValue(one, field, within))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [maskText(name), maskValue(one, name, within)]),
    )
  }
  if (typeof value === 'string') return maskScalar(field, value, within)
  if (typeof value !== 'number') return value
  const shown = maskScalar(field, String(value), within)
  return shown === String(value) ? value : shown
}

function maskScalar(field: string, value: string, within: Within): string {
  if (value === '') return value
  if (within === 'added' && !/^(id|key|name)$/i.test(field)) return hidden
  const isName = within !== 'plain' && /^(name|title|parent_name|key)$/i.test(field)
  if (!isName && !harmless.test(field) && (personal.test(field) || secret.test(field))) {
    return hidden
  }
  return maskText(value)
}

/** Addresses, secrets and card numbers wherever they are, and the values in links. */
const maskText = (text: string) =>
  text
    .replaceAll(email, hidden)
    .replaceAll(queryValue, `$1=${hidden}`)
    .replaceAll(longNumber, (digits) => (isCardNumber(digits) ? hidden : digits))
    .replaceAll(longSecret, hidden)

/** By its check digit (ISO/IEC 7812). */
function isCardNumber(text: string): boolean {
  const digits = (text.match(/\d/g) ?? []).toReversed().map(Number)
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? digit : digit * 2
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
