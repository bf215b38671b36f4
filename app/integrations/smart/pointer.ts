/**
 * Paths into a delivery: JSON Pointer (RFC 6901) from the delivery's root, or from the current list
 * entry when it begins with `@`. They name keys and indexes and nothing else, so a path can compute
 * nothing and costs as many steps as it has parts.
 */
import { z } from 'zod'

/** A value of a delivery, as it was read. */
export type Tree =
  | null
  | boolean
  | number
  | string
  | readonly Tree[]
  | { readonly [key: string]: Tree }

/** The moment when the delivery arrived, instead of a value of the delivery. */
export const receivedPath = '$received'

const maxPathLength = 400
/** As deep as a delivery can be. */
const maxParts = 32
const maxKeyLength = 200

/** Keys that lead out of the data in JavaScript. */
const refusedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

export const isRefusedKey = (key: string): boolean => refusedKeys.has(key)

/** The keys of a pointer. Null: it is none, or it names a key that is refused. */
export function partsOf(pointer: string): readonly string[] | null {
  if (pointer === '') return []
  if (pointer.length > maxPathLength || !pointer.startsWith('/')) return null
  const written = pointer.slice(1).split('/')
  if (written.length > maxParts || written.some((part) => /~(?![01])/.test(part))) return null
  const parts = written.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return parts.some((part) => part.length > maxKeyLength || isRefusedKey(part)) ? null : parts
}

/** The other way round. */
export const pointerOf = (parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Starting points of paths. */
export type Origin = { root: Tree; entry: Tree }

/** Undefined: there is no such value. */
export function valueAt(path: string, { root, entry }: Origin): Tree | undefined {
  const isRelative = path.startsWith('@')
  const parts = partsOf(isRelative ? path.slice(1) : path)
  if (parts === null) return undefined
  let value: Tree | undefined = isRelative ? entry : root
  for (const part of parts) {
    value = childOf(value, part)
    if (value === undefined) return undefined
  }
  return value
}

function childOf(value: Tree | undefined, key: string): Tree | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (isList(value)) return /^(?:0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** `Array.isArray`, for lists that can't be changed as well. */
export const isList = (value: Tree | undefined): value is readonly Tree[] => Array.isArray(value)

const isPointer = (path: string) => partsOf(path.startsWith('@') ? path.slice(1) : path) !== null

/** A path to one value. */
export const dataPath = z
  .string('Choose a field.')
  .max(maxPathLength, 'This path is too long.')
  .refine(isPointer, 'Use a path like /order/total.')

/** A path from the root. */
export const rootPath = dataPath.refine((path) => !path.startsWith('@'), 'Start the path with /.')

/** A path to one value, or the moment of arrival. */
export const sourcePath = z.union(
  [z.literal(receivedPath), dataPath],
  'Use a path like /order/total.',
)
