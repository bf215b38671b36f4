/** Shows field by field how the pixel interprets a pasted call. */
import { parseRelaxedJson } from '#app/lib/relaxed-json.ts'
import { runPixelCall, type PixelCallResult } from '../nudge-preview/pixel-call.ts'

type FieldCheck = { field: string; isTaken: boolean; words: string }

export type CallCheck =
  | { ok: false; words: string }
  /** `event`: what the pixel would report, without its id and page. */
  | { ok: true; words: string; fields: FieldCheck[]; event?: object }

type KnownGoal = { uuid: string; name: string; isActive: boolean }

/** @param text a call of `footfall.push`, its list, or the argument of `set` */
export function checkCall(text: string, goals: readonly KnownGoal[]): CallCheck {
  const pasted = /^(?:window\.)?footfall\.push\(([\s\S]*)\)\s*;?$/.exec(text.trim())?.[1] ?? text
  const read = parseRelaxedJson(pasted.trim())
  if (!read.ok) return no('This isn’t a footfall.push call, an array or a JSON object.')
  const call: unknown = Array.isArray(read.value) ? read.value : ['set', read.value]
  if (!isCall(call)) return no("A call is an array that starts with its name, for example 'set'.")

  const [name, what, about] = call
  switch (name) {
    case 'set':
      return isObject(what)
        ? checkSet(what)
        : no('set takes an object, for example { product: … }.')
    case 'track':
      return checkTrack(call, isObject(about) ? about : { id: about })
    case 'goal':
      return checkGoal(call, goals)
    case 'consent':
      return yes(describeConsent(what))
    case 'stop':
      return yes('Nudges and tracking stop on this page.')
    default:
      return no(`Unknown call “${name}”. Use set, track, goal, consent or stop.`)
  }
}

const facts = ['product', 'cart', 'variables'] as const

function checkSet(given: Record<string, unknown>): CallCheck {
  const taken = runPixelCall(['set', given])
  const fields = Object.entries(given).flatMap(([name, value]) => {
    const fact = facts.find((one) => one === name)
    if (fact) return checkFact(fact, value, taken)
    return [checkField(name, name === 'kind' ? taken.facts.kind : undefined)]
  })
  return { ok: true, words: wordsOf(fields), fields }
}

function checkFact(
  name: (typeof facts)[number],
  given: unknown,
  { facts: known }: PixelCallResult,
) {
  if (!isObject(given)) return [checkField(name, undefined)]
  const taken = new Map<string, unknown>(Object.entries(known[name] ?? {}))
  return Object.keys(given).map((key) => checkField(`${name}.${key}`, taken.get(key)))
}

function checkTrack(call: [string, ...unknown[]], about: Record<string, unknown>): CallCheck {
  const [happening] = runPixelCall(call).reported
  if (!happening) {
    return no('track accepts product_view, cart, purchase, signup and review.')
  }
  if (happening.type !== 'activity') {
    const product = 'product' in happening ? happening.product : undefined
    const field = checkField('id', product)
    return { ok: true, words: wordsOf([field]), fields: [field], event: happening }
  }
  const taken = new Map<string, unknown>(Object.entries(happening.activity))
  const fields = Object.entries(about).flatMap(([key, value]) => {
    const inside = taken.get(key)
    if (key !== 'product' || !isObject(value)) return [checkField(key, inside)]
    const product = new Map<string, unknown>(isObject(inside) ? Object.entries(inside) : [])
    return Object.keys(value).map((part) => checkField(`product.${part}`, product.get(part)))
  })
  return { ok: true, words: wordsOf(fields), fields, event: happening }
}

function checkGoal(call: [string, ...unknown[]], goals: readonly KnownGoal[]): CallCheck {
  const [, uuid, about] = call
  const goal = goals.find((one) => one.uuid === String(uuid).toLowerCase())
  if (!goal) return no('No goal on this site has this UUID. Copy the call from the goal’s page.')
  const event = runPixelCall(call).reported[0] ?? {}
  const taken = new Map<string, unknown>(Object.entries(event))
  const fields = isObject(about)
    ? Object.keys(about).map((key) => checkField(key, taken.get(key)))
    : []
  const state = goal.isActive ? '' : ' The goal is off, so nothing counts.'
  return { ok: true, words: `Counts toward the goal ${goal.name}.${state}`, fields, event }
}

const describeConsent = (given: unknown) =>
  given === 'ask'
    ? 'Reads consent from the page’s consent manager.'
    : given === true
      ? 'Consent given. An ID is stored in the visitor’s browser.'
      : 'Consent withdrawn. Stored data is removed from the visitor’s browser.'

const checkField = (field: string, value: unknown): FieldCheck =>
  value === undefined
    ? { field, isTaken: false, words: 'Ignored: unknown field or wrong type.' }
    : { field, isTaken: true, words: `Accepted: ${JSON.stringify(value)}` }

function wordsOf(fields: readonly FieldCheck[]): string {
  const taken = fields.filter(({ isTaken }) => isTaken).length
  if (fields.length === 0 || taken === 0) return 'Nothing was accepted.'
  return taken === fields.length ? 'All fields accepted.' : 'Some fields accepted.'
}

const yes = (words: string): CallCheck => ({ ok: true, words, fields: [] })
const no = (words: string): CallCheck => ({ ok: false, words })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCall = (value: unknown): value is [string, ...unknown[]] =>
  Array.isArray(value) && typeof value[0] === 'string'
