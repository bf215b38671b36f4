/** Says field by field what the pixel takes of a pasted call. */
import { readLiteral } from '#app/lib/relaxed-json.ts'
import { takeCall, type Taken } from '#app/ui/page-call.ts'

export type FieldJudgement = { field: string; isTaken: boolean; words: string }

export type CallJudgement =
  { ok: false; words: string } | { ok: true; words: string; fields: FieldJudgement[] }

type KnownGoal = { uuid: string; name: string; isActive: boolean }

/** @param text a call of `footfall.push`, its list alone, or what `set` would be given */
export function judgeCall(text: string, goals: readonly KnownGoal[]): CallJudgement {
  const pasted = /^(?:window\.)?footfall\.push\(([\s\S]*)\)\s*;?$/.exec(text.trim())?.[1] ?? text
  const read = readLiteral(pasted.trim())
  if (!read.ok) return no('This is neither a call of footfall.push nor a list or object in JSON.')
  const call: unknown = Array.isArray(read.value) ? read.value : ['set', read.value]
  if (!isCall(call)) return no('A call is a list that begins with its name, like set.')

  const [name, what, about] = call
  switch (name) {
    case 'set':
      return isObject(what) ? judgeSet(what) : no('set takes an object, like { product: … }.')
    case 'track':
      return judgeTrack(call, isObject(about) ? about : { id: about })
    case 'goal':
      return judgeGoal(call, goals)
    case 'consent':
      return yes(consentWords(what))
    case 'stop':
      return yes('Nothing more is shown or reported on this page.')
    default:
      return no(`There is no call named ${name}. It knows set, track, goal, consent and stop.`)
  }
}

const facts = ['product', 'cart', 'variables'] as const

function judgeSet(told: Record<string, unknown>): CallJudgement {
  const taken = takeCall(['set', told])
  const fields = Object.entries(told).flatMap(([name, value]) => {
    const fact = facts.find((one) => one === name)
    if (fact) return judgeFact(fact, value, taken)
    return [judgement(name, name === 'kind' ? taken.facts.kind : undefined)]
  })
  return { ok: true, words: wordsOf(fields), fields }
}

function judgeFact(name: (typeof facts)[number], told: unknown, { facts: known }: Taken) {
  if (!isObject(told)) return [judgement(name, undefined)]
  const taken = new Map<string, unknown>(Object.entries(known[name] ?? {}))
  return Object.keys(told).map((key) => judgement(`${name}.${key}`, taken.get(key)))
}

function judgeTrack(call: [string, ...unknown[]], about: Record<string, unknown>): CallJudgement {
  const [happening] = takeCall(call).reported
  if (!happening) {
    return no('track knows product_view, cart, purchase, signup and review.')
  }
  if (happening.type !== 'activity') {
    const product = 'product' in happening ? happening.product : undefined
    const field = judgement('id', product)
    return { ok: true, words: wordsOf([field]), fields: [field] }
  }
  const taken = new Map<string, unknown>(Object.entries(happening.activity))
  const fields = Object.entries(about).flatMap(([key, value]) => {
    const inside = taken.get(key)
    if (key !== 'product' || !isObject(value)) return [judgement(key, inside)]
    const product = new Map<string, unknown>(isObject(inside) ? Object.entries(inside) : [])
    return Object.keys(value).map((part) => judgement(`product.${part}`, product.get(part)))
  })
  return { ok: true, words: `${wordsOf(fields)} ${pageWord}`, fields }
}

const pageWord = 'Only the page says so: it waits for your approval under Data feeds.'

function judgeGoal(call: [string, ...unknown[]], goals: readonly KnownGoal[]): CallJudgement {
  const [, uuid, about] = call
  const goal = goals.find((one) => one.uuid === String(uuid).toLowerCase())
  if (!goal) return no('No goal of this site has this uuid. Copy the call from the goal’s screen.')
  const taken = new Map<string, unknown>(Object.entries(takeCall(call).reported[0] ?? {}))
  const fields = isObject(about)
    ? Object.keys(about).map((key) => judgement(key, taken.get(key)))
    : []
  const state = goal.isActive ? '' : ' It is switched off: nothing counts.'
  return { ok: true, words: `Reaches the goal ${goal.name}.${state}`, fields }
}

const consentWords = (said: unknown) =>
  said === 'ask'
    ? 'The consent manager of the page is asked.'
    : said === true
      ? 'The visitor agreed: a name of ours is kept in the browser.'
      : 'The visitor refused: what was kept in the browser is removed.'

const judgement = (field: string, value: unknown): FieldJudgement =>
  value === undefined
    ? { field, isTaken: false, words: 'Left out: not a field of this call, or not of its kind.' }
    : { field, isTaken: true, words: `Taken as ${JSON.stringify(value)}` }

function wordsOf(fields: readonly FieldJudgement[]): string {
  const taken = fields.filter(({ isTaken }) => isTaken).length
  if (fields.length === 0 || taken === 0) return 'Nothing of it is taken.'
  return taken === fields.length ? 'All of it is taken.' : 'Some of it is taken.'
}

const yes = (words: string): CallJudgement => ({ ok: true, words, fields: [] })
const no = (words: string): CallJudgement => ({ ok: false, words })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCall = (value: unknown): value is [string, ...unknown[]] =>
  Array.isArray(value) && typeof value[0] === 'string'
