/** Bodies and queries as Stripe's libraries write them: `items[0][price]=price_1`. */
import { invalid } from './failure.ts'

export type Params = { readonly [name: string]: string | Params | undefined }

/** Lists become objects with the keys 0, 1, 2 …; `listOf` reads them. */
export function parseForm(encoded: URLSearchParams): Params {
  const root: Record<string, unknown> = {}
  let appended = 0
  for (const [name, value] of encoded) {
    // `expand[]` has no index.
    const keys = [...name.matchAll(/[^[\]]+|\[\]/g)].map(([key]) =>
      key === '[]' ? `+${String((appended += 1))}` : key,
    )
    let at = root
    for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>
    at[keys.at(-1) ?? ''] = value
  }
  return root as Params
}

/**
 * Refuses parameters that the double doesn't know, at any depth, so a wrong name can't pass unnoticed.
 *
 * @param takes paths of those that it knows, where `*` is any name or number
 */
export function knownOnly(params: Params, takes: readonly string[]): void {
  const known = [...takes, 'expand.*'].map((path) => path.split('.'))
  for (const path of pathsOf(params)) {
    const fits = (names: readonly string[]) =>
      path.length <= names.length &&
      path.every((key, depth) => names[depth] === '*' || names[depth] === key) &&
      // Empty text unsets a whole group.
      (path.length === names.length || textAt(params, path) === '')
    if (known.some(fits)) continue
    const name = nameOf(path)
    throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
  }
}

/** As it is written: `items[0][price]`. */
const nameOf = ([first = '', ...below]: readonly string[]): string =>
  `${first}${below.map((key) => `[${key}]`).join('')}`

/** Values by the path of the parameter. */
export type Values = Readonly<Record<string, readonly string[]>>

export function checkValues(params: Params, values: Values): void {
  for (const path of pathsOf(params)) {
    const allowed = values[path.join('.')]
    if (allowed === undefined || allowed.includes(String(textAt(params, path)))) continue
    const name = nameOf(path)
    throw invalid(`Invalid ${name}: must be one of ${allowed.join(', ')}`, { param: name })
  }
}

/** @throws StripeFailure without the parameter, or group of them */
export function checkThere(params: Params, name: string): void {
  if (params[name] === undefined || params[name] === '') throw missingParam(name)
}

const missingParam = (name: string) =>
  invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })

function* pathsOf(params: Params, above: readonly string[] = []): Generator<string[]> {
  for (const [key, value] of Object.entries(params)) {
    if (typeof value === 'object') yield* pathsOf(value, [...above, key])
    else yield [...above, key]
  }
}

const textAt = (params: Params, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Params)[key], params)

export function textOf(params: Params, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' ? value : undefined
}

/** Empty text is none: it unsets a value. */
export const filledOf = (params: Params, name: string): string | null =>
  textOf(params, name) || null

export function requiredOf(params: Params, name: string): string {
  const value = textOf(params, name)
  if (value) return value
  throw missingParam(name)
}

export function integerOf(params: Params, name: string): number | undefined {
  const value = textOf(params, name)
  if (value === undefined || value === '') return undefined
  if (!/^-?\d+$/.test(value)) {
    throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  }
  return Number(value)
}

export const flagOf = (params: Params, name: string): boolean | undefined => {
  const value = textOf(params, name)
  return value === undefined ? undefined : value === 'true'
}

export function groupOf(params: Params, name: string): Params {
  const value = params[name]
  return typeof value === 'object' ? value : {}
}

export const listOf = (params: Params, name: string): Params[] =>
  Object.values(groupOf(params, name)).filter((one) => typeof one === 'object')

export const textsOf = (params: Params, name: string): string[] =>
  Object.values(groupOf(params, name)).filter((one) => typeof one === 'string')

/** The known metadata with the given entries. Empty text removes a key. */
export function mergedMetadata(known: Record<string, string>, params: Params) {
  const given = Object.entries(groupOf(params, 'metadata')).map(([key, value]) => [key, value])
  const merged = { ...known, ...Object.fromEntries(given) } as Record<string, string>
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}
