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

/** Refuses parameters that the double doesn't know, so a wrong name can't pass unnoticed. */
export function knownOnly(params: Params, names: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => name !== 'expand' && !names.includes(name))
  if (unknown !== undefined) {
    throw invalid(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  }
}

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
  throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
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
