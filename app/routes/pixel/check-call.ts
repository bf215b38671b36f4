/** Shows field by field how the pixel interprets a pasted call. */
import { parseRelaxedJson } from '#app/lib/relaxed-json.ts'
import { runPixelCall, type PixelCallResult } from '#app/ui/nudge-preview/pixel-call.ts'

export type FieldCheck = { field: string; isTaken: boolean; words: string }

export type CallCheck =
  { ok: false; words: string } | { ok: true; words: string; fields: FieldCheck[] }

type KnownGoal = { uuid: string; name: string; isActive: boolean }

/** @param text a call of `footfall.push`, its list, or the argument of `set` */
export function checkCall(text: string, goals: readonly KnownGoal[]): CallCheck {
  const pasted = /^(?:window\.)?footfall\.push\(([\s\S]*)\)\s*;?$/.exec(text.trim())?.[1] ?? text
  const read = parseRelaxedJson(pasted.trim())
  if (!read.ok) return no('This is neither a call of footfall.push nor a list or object in JSON.')
  const call: unknown = Array.isArray(read.value) ? read.value : ['set', read.value]
  if (!isCall(call)) return no('A call is a list that begins with its name, like set.')

  const [name, what, about] = call
  switch (name) {
    case 'set':
      return isObject(what) ? checkSet(what) : no('set takes an object, like { product: … }.')
    case 'track':
      return checkTrack(call, isObject(about) ? about : { id: about })
    case 'goal':
      return checkGoal(call, goals)
    case 'consent':
      return yes(describeConsent(what))
    case 'stop':
      return yes('Nothing more is shown or reported on this page.')
    default:
      return no(`There is no call named ${name}. It knows set, track, goal, consent and stop.`)
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
    return no('track knows product_view, cart, purchase, signup and review.')
  }
  if (happening.type !== 'activity') {
    const product = 'product' in happening ? happening.product : undefined
    const field = checkField('id', product)
    return { ok: true, words: wordsOf([field]), fields: [field] }
  }
  const taken = new Map<string, unknown>(Object.entries(happening.activity))
  const fields = Object.entries(about).flatMap(([key, value]) => {
    const inside = taken.get(key)
    if (key !== 'product' || !isObject(value)) return [checkField(key, inside)]
    const product = new Map<string, unknown>(isObject(inside) ? Object.entries(inside) : [])
    return Object.keys(value).map((part) => checkField(`product.${part}`, product.get(part)))
  })
  return { ok: true, words: `${wordsOf(fields)} ${pageWord}`, fields }
}

const pageWord = 'Only the page says so: it waits for your approval under Data feeds.'

function checkGoal(call: [string, ...unknown[]], goals: readonly KnownGoal[]): CallCheck {
  const [, uuid, about] = call
  const goal = goals.find((one) => one.uuid === String(uuid).toLowerCase())
  if (!goal) return no('No goal of this site has this uuid. Copy the call from the goal’s screen.')
  const taken = new Map<string, unknown>(Object.entries(runPixelCall(call).reported[0] ?? {}))
  const fields = isObject(about)
    ? Object.keys(about).map((key) => checkField(key, taken.get(key)))
    : []
  const state = goal.isActive ? '' : ' It is switched off: nothing counts.'
  return { ok: true, words: `Reaches the goal ${goal.name}.${state}`, fields }
}

const describeConsent = (given: unknown) =>
  given === 'ask'
    ? 'The consent manager of the page is asked.'
    : given === true
      ? 'The visitor agreed: a name of ours is kept in the browser.'
      : 'The visitor refused: what was kept in the browser is removed.'

const checkField = (field: string, value: unknown): FieldCheck =>
  value === undefined
    ? { field, isTaken: false, words: 'Left out: not a field of this call, or not of its kind.' }
    : { field, isTaken: true, words: `Taken as ${JSON.stringify(value)}` }

function wordsOf(fields: readonly FieldCheck[]): string {
  const taken = fields.filter(({ isTaken }) => isTaken).length
  if (fields.length === 0 || taken === 0) return 'Nothing of it is taken.'
  return taken === fields.length ? 'All of it is taken.' : 'Some of it is taken.'
}

const yes = (words: string): CallCheck => ({ ok: true, words, fields: [] })
const no = (words: string): CallCheck => ({ ok: false, words })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCall = (value: unknown): value is [string, ...unknown[]] =>
  Array.isArray(value) && typeof value[0] === 'string'
