/** Fields of a form as a tree: `data[merges][FNAME]=Ann` is `{ data: { merges: { FNAME: 'Ann' } } }`. */
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { isRefusedKey, type Tree } from './pointer.ts'

/** In brackets, the name before them included. */
const maxDepth = 8
const maxFields = 1_000
const maxKeyLength = 200

type Group = Map<string, Group | Tree[]>

/**
 * `a[]` and fields of one name are lists, and so are groups whose keys count from 0. A field that is at
 * odds with an earlier one, as `a=1` with `a[b]=2`, is left out. A value that is JSON of its own, as
 * some form services send it, becomes a part of the tree.
 *
 * @throws BadRecord for more fields or levels than we read
 */
export function formTree(fields: URLSearchParams): Tree {
  if (fields.size > maxFields) throw new BadRecord(`This form has more than ${maxFields} fields.`)
  const root: Group = new Map()
  for (const [name, value] of fields) {
    const keys = keysOf(name)
    if (keys.length > maxDepth) throw new BadRecord(`This form has more than ${maxDepth} levels.`)
    const isRefused = keys.some((key) => isRefusedKey(key) || key.length > maxKeyLength)
    if (!isRefused) add(root, keys, valueOf(value))
  }
  return treeOf(root)
}

/** `a[b][]` is a, b and an empty key. Brackets that don't match are part of the name. */
function keysOf(name: string): string[] {
  const start = name.indexOf('[')
  if (start <= 0 || !name.endsWith(']')) return [name]
  const inner = name.slice(start + 1, -1)
  const keys = inner.split('][')
  return keys.some((key) => /[[\]]/.test(key)) ? [name] : [name.slice(0, start), ...keys]
}

function add(root: Group, keys: readonly string[], value: Tree) {
  const isList = keys.length > 1 && keys.at(-1) === ''
  const path = isList ? keys.slice(0, -1) : keys
  let group = root
  for (const key of path.slice(0, -1)) {
    const known = group.get(key) ?? new Map<string, Group | Tree[]>()
    if (!(known instanceof Map)) return
    group.set(key, known)
    group = known
  }
  const last = path.at(-1) ?? ''
  const values = group.get(last)
  if (values instanceof Map) return
  if (values) values.push(value)
  else group.set(last, isList ? [listMark, value] : [value])
}

/** First in what is a list even if it has one entry. */
const listMark: Tree = []

function treeOf(group: Group): Tree {
  const entries = [...group].map(([key, child]): [string, Tree] => [key, childTree(child)])
  const isCounted = entries.every(([key], index) => key === String(index))
  return isCounted && entries.length > 0
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries)
}

function childTree(child: Group | Tree[]): Tree {
  if (child instanceof Map) return treeOf(child)
  if (child[0] === listMark) return child.slice(1)
  return child.length > 1 ? child : (child[0] ?? null)
}

function valueOf(text: string): Tree {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as Tree
  } catch {
    return text
  }
}
