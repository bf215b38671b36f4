/** Input that takes the named fields and no others: a dropped field would change what is stored. */
import { z } from 'zod'
import { maxUnknownNames } from '#app/lib/web/forms.ts'

/** An object in a request's body. Unknown fields are refused, each at its own path. */
export const closedObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, { error: refusalOf(Object.keys(shape), 'field') })

/** The parameters of a URL. Unknown ones are refused, each by its name. */
export const closedQuery = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, { error: refusalOf(Object.keys(shape), 'parameter') })

/**
 * The same schema, with every object in it closed. For schemas that also read what is stored, where
 * older fields must not break.
 */
export function closed<Schema extends z.ZodType>(schema: Schema): Schema {
  return closeSchema(schema) as unknown as Schema
}

function closeSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = schema.shape as Record<string, z.core.$ZodType>
    const shape = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, closeSchema(field)]),
    )
    const error = refusalOf(Object.keys(shape), 'field')
    return schema.clone({ ...schema.def, shape, catchall: z.never(), error })
  }
  if (schema instanceof z.ZodArray) {
    return schema.clone({ ...schema.def, element: closeSchema(schema.def.element) })
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const innerType = closeSchema(schema.def.innerType)
    return schema instanceof z.ZodOptional
      ? schema.clone({ ...schema.def, innerType })
      : schema.clone({ ...schema.def, innerType })
  }
  if (schema instanceof z.ZodRecord) {
    return schema.clone({ ...schema.def, valueType: closeSchema(schema.def.valueType) })
  }
  return schema
}

type Part = 'field' | 'parameter'

/** One line for each unknown name, in their order: `fieldErrors` puts each at its own path. */
const refusalOf =
  (known: readonly string[], part: Part) =>
  (issue: { code?: string | undefined; keys?: unknown }): string =>
    issue.code === 'unrecognized_keys' && Array.isArray(issue.keys)
      ? issue.keys
          .slice(0, maxUnknownNames)
          .map((name) => describeUnknownName(String(name), known, part))
          .join('\n')
      : 'Send an object.'

/**
 * Names that other services and our own answers have for a field. The first one that the object
 * takes is suggested.
 */
const aliases: Readonly<Record<string, readonly string[]>> = {
  amount: ['total', 'value', 'price'],
  author: ['person'],
  available: ['is_available'],
  before: ['to', 'cursor'],
  callback: ['target_url'],
  comment: ['body'],
  content: ['body'],
  country_code: ['country'],
  created: ['occurred_at'],
  created_at: ['occurred_at'],
  currency_code: ['currency'],
  customer: ['person'],
  date: ['occurred_at'],
  enabled: ['is_active'],
  end: ['to'],
  external_id: ['id'],
  family_name: ['last_name'],
  given_name: ['first_name'],
  granularity: ['by'],
  image_url: ['image'],
  in_stock: ['is_available'],
  interval: ['by'],
  inventory: ['stock'],
  is_test: ['test'],
  line_items: ['items'],
  link: ['url'],
  message: ['body'],
  name: ['title', 'first_name'],
  offset: ['cursor'],
  order_id: ['order', 'id'],
  page: ['cursor'],
  page_size: ['limit'],
  per_page: ['limit'],
  picture: ['image'],
  product: ['items'],
  product_url: ['url'],
  products: ['items'],
  qty: ['quantity'],
  quantity: ['stock'],
  rating: ['stars'],
  since: ['from'],
  sku: ['id'],
  start: ['from'],
  status: ['state'],
  text: ['body'],
  time: ['occurred_at'],
  timestamp: ['occurred_at'],
  town: ['city'],
  type: ['kind'],
  until: ['to'],
  url: ['target_url'],
  uuid: ['id'],
}

/** Names the unknown field, and the one that was probably meant or all that are taken. */
function describeUnknownName(name: string, known: readonly string[], part: Part): string {
  const [near] = [
    ...known.filter((one) => plain(name) === plain(one)),
    ...aliasesOf(name).filter((one) => known.includes(one)),
    ...known.filter((one) => isNear(plain(name), plain(one))),
  ]
  const sentence = `${shown(name)} isn’t a ${part} here.`
  if (near !== undefined) return `${sentence} Use ${near}.`
  if (known.length === 0) return sentence
  return `${sentence} Use ${inWords(known)}.`
}

const inWords = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ')

const aliasesOf = (name: string): readonly string[] => {
  const found = Object.keys(aliases).find((one) => plain(one) === plain(name))
  return found === undefined ? [] : (aliases[found] ?? [])
}

/** Without case and separators: firstName, First-Name and first_name are the same. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Readable, whatever was sent as a name. */
const shown = (name: string) => {
  const clean = name.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, '').slice(0, 60)
  return clean === '' ? 'An empty name' : clean
}

/** One letter is added, left out, replaced or swapped with its neighbor. */
function isNear(given: string, known: string): boolean {
  if (known.length < 3 || Math.abs(given.length - known.length) > 1) return false
  let same = 0
  while (same < given.length && given[same] === known[same]) same += 1
  const [rest, knownRest] = [given.slice(same), known.slice(same)]
  return (
    rest.slice(1) === knownRest.slice(1) ||
    rest === knownRest.slice(1) ||
    rest.slice(1) === knownRest ||
    (rest[0] === knownRest[1] && rest[1] === knownRest[0] && rest.slice(2) === knownRest.slice(2))
  )
}
