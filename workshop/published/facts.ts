/**
 * The form of published facts: what a service says about the requests it takes and the answers it gives.
 * Each file in `services` names its sources. Facts are written by us, and only those that tests use.
 */

/** A value of a parameter. */
type Rule = { described: string; fits: (value: string) => boolean }

/** A text that is one of these: the service's list is complete. */
export type Enumerated = { values: readonly string[] }
export type Alternatives = { either: readonly Shape[] }
/** No other members: a name that is missing here is to be looked up at the service first. */
export type Closed = { only: Members }
/** Names that end with a question mark may be absent. */
export type Members = { readonly [name: string]: Shape }
/**
 * Types of JSON, separated by a bar: `text`, `whole`, `number`, `boolean`, `object`, `list`, `null`. `any`
 * is all of them. A list of one shape has items of that shape.
 */
export type Shape = string | readonly [Shape] | Enumerated | Alternatives | Closed | Members

/** Names that end with an exclamation mark have to be there. `{n}` in a name is any text. */
export type Parameters = Readonly<Record<string, Rule>>

export type PublishedOperation = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{name}` is one part of the path. */
  path: string
  query?: Parameters
  /** Several: the address takes different forms, and one of them has to be sent. */
  form?: Parameters | readonly Parameters[]
  json?: Shape
  /** JSON of a successful answer. Absent: its body isn't published, or empty. */
  answer?: Shape
  /** JSON of a refusal here. Default: the service's. */
  refusal?: Shape
  /**
   * The address is a page that asks a person, and sends the browser back with one of these sets of parameters.
   * The page's own form isn't published.
   */
  back?: readonly Parameters[]
  /** Default: 200. */
  statuses?: readonly number[]
  /** It needs no access, or another kind than the service's other operations. */
  isOpen?: boolean
}

/** A request that the service sends, to an address of ours. */
export type PublishedDelivery = {
  /** Names of its topics, as connections call them. */
  topics: readonly string[]
  /** Headers that always come, in lower case. Other headers may come as well. */
  headers: readonly string[]
  /** JSON of its body. */
  json?: Shape
  /** Or its form. */
  form?: Parameters
  /** Or JSON that is wrapped: how it is found in the body. */
  unwrapped?: (body: string) => unknown
}

export type PublishedService = {
  /** Where the facts are from, with the version or the date. */
  sources: readonly string[]
  /** One of these has to be sent: a header, or a parameter after a question mark. */
  access: readonly string[]
  /** JSON of a refusal. Absent: it isn't published. */
  refusal?: Shape
  operations: readonly PublishedOperation[]
  deliveries?: readonly PublishedDelivery[]
}

export const text: Rule = { described: 'any text', fits: () => true }

export const whole: Rule = { described: 'a whole number', fits: (value) => /^-?\d+$/.test(value) }

export const flag: Rule = oneOf('true', 'false', '1', '0')

export const upTo = (most: number, least = 0): Rule => ({
  described: `a whole number from ${String(least)} to ${String(most)}`,
  fits: (value) => whole.fits(value) && Number(value) >= least && Number(value) <= most,
})

export function oneOf(...values: string[]): Rule {
  return { described: values.join(' or '), fits: (value) => values.includes(value) }
}

/** A path of names, separated by points. */
export const deepTo = (most: number): Rule => ({
  described: `a path of ${String(most)} names at most`,
  fits: (value) => value.split('.').length <= most,
})

/** @param names separated by spaces */
export const all = <Value>(value: Value, names: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]))

export const either = (...shapes: Shape[]): Alternatives => ({ either: shapes })

export const only = (members: Members): Closed => ({ only: members })

/** @param words separated by spaces */
export const among = (words: string): Enumerated => ({ values: words.split(' ') })
