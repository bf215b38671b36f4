/** The values of a sample that a mapping's fields can be filled from. */
import { flattenSample, leavesOf, type SampleRow } from '#app/integrations/smart/flatten.ts'
import { maskValue } from '#app/integrations/smart/mask.ts'
import { isList, partsOf, pointerOf, type Tree } from '#app/integrations/smart/pointer.ts'
import { placeOf } from '#app/integrations/smart/sample-shape.ts'

export type PickerRow = Omit<SampleRow, 'path'> & {
  /** As a mapping writes it. Null: a later entry of a list, read like the first. */
  path: string | null
  /** An entry of the list of products: only the fields of a product can use it. */
  isItem: boolean
}

export type SamplePicker = {
  rows: PickerRow[]
  /** Lists in the sample, by path. */
  lists: { path: string; label: string }[]
}

type Lists = { each?: string | undefined; items?: string | undefined }
type Keys = readonly (string | number)[]

/** @param isMasked values that may be personal are hidden */
export function pickerOf(tree: Tree, { each, items }: Lists, isMasked: boolean): SamplePicker {
  const eachKeys = each === undefined ? undefined : keysOf(tree, [], each)
  const itemKeys = items === undefined ? undefined : itemsKeys(tree, items, eachKeys)
  const shape = {
    ...(eachKeys ? { each: eachKeys } : {}),
    ...(itemKeys ? { items: itemKeys } : {}),
  }
  const leaves = leavesOf(tree)
  const rows = flattenSample(tree, isMasked ? maskValue : undefined).map((row, index) => {
    const keys = leaves[index]?.keys ?? []
    const place = placeOf(keys, shape)
    return { ...row, path: place?.path ?? null, isItem: place?.isItem ?? false }
  })
  return { rows, lists: listsOf(leaves.map(({ keys }) => keys)) }
}

function itemsKeys(tree: Tree, items: string, each: Keys | undefined): Keys | undefined {
  if (!items.startsWith('@')) return keysOf(tree, [], items)
  return keysOf(tree, each === undefined ? [] : [...each, 0], items.slice(1))
}

/** With indexes as numbers. Undefined: there is no such path. */
function keysOf(tree: Tree, start: Keys, path: string): Keys | undefined {
  const parts = partsOf(path)
  if (parts === null) return undefined
  let value: Tree | undefined = start.reduce<Tree | undefined>(childOf, tree)
  const keys = [...start]
  for (const part of parts) {
    const key = isList(value) ? Number(part) : part
    keys.push(key)
    value = childOf(value, key)
  }
  return value === undefined ? undefined : keys
}

const childOf = (value: Tree | undefined, key: string | number): Tree | undefined =>
  typeof value === 'object' && value !== null
    ? (Object.getOwnPropertyDescriptor(value, key)?.value as Tree | undefined)
    : undefined

/** Those that hold groups: a list of plain values has no fields to choose. */
function listsOf(all: readonly Keys[]): SamplePicker['lists'] {
  const lists = new Map<string, string>()
  for (const keys of all) {
    keys.forEach((key, place) => {
      if (typeof key !== 'number' || place === keys.length - 1) return
      const before = keys.slice(0, place)
      if (before.some((one) => typeof one === 'number' && one > 0)) return
      const label = before.filter((one) => typeof one === 'string').join(' › ')
      lists.set(pointerOf(before), label === '' ? 'The whole delivery' : label)
    })
  }
  return [...lists].map(([path, label]) => ({ path, label }))
}
