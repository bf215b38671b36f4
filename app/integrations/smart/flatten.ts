/** A delivery as rows, for its owner to pick fields from. */
import { isList, isRefusedKey, pointerOf, type Tree } from './pointer.ts'

/** One value of a delivery. */
export type Leaf = {
  path: string
  /** The keys on the way, indexes of lists among them. */
  keys: readonly (string | number)[]
  value: string | number | boolean | null
}

/** How many values of one delivery are shown, and are used for suggestions. */
const maxLeaves = 300
/** Entries of a list that are alike: the first ones show what the others have. */
const maxEntries = 3

/** In the order of the delivery. Lists and groups that are empty have no row. */
export function leavesOf(tree: Tree): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (value: Tree, keys: readonly (string | number)[]): void => {
    if (leaves.length >= maxLeaves || keys.length > 32) return
    if (typeof value !== 'object' || value === null) {
      leaves.push({ path: pointerOf(keys), keys, value })
    } else if (isList(value)) {
      const isOfGroups = value.some((entry) => typeof entry === 'object' && entry !== null)
      const shown = value.slice(0, isOfGroups && !isFormAnswers(value) ? maxEntries : 20)
      shown.forEach((entry, index) => visit(entry, [...keys, index]))
    } else {
      for (const [key, child] of Object.entries(value)) {
        if (!isRefusedKey(key)) visit(child, [...keys, key])
      }
    }
  }
  visit(tree, [])
  return leaves
}

/** Entries with a label of their own aren't alike: each is another question. */
export const isFormAnswers = (list: readonly Tree[]): boolean =>
  list.length > 0 &&
  list.every((entry) => {
    if (typeof entry !== 'object' || entry === null || isList(entry)) return false
    return labelKeys.some((key) => Object.hasOwn(entry, key)) && Object.keys(entry).length <= 6
  })

export const labelKeys = ['field', 'label', 'question', 'ref', 'key'] as const

/** A row of the picker. */
export type SampleRow = {
  path: string
  /** `billing › first_name`. */
  label: string
  /** Shortened. */
  value: string
  type: 'text' | 'number' | 'boolean' | 'empty'
}

const maxShown = 80

/** At most 300 rows. @param show how a value is written, for example masked; default: as it is */
export const flattenSample = (
  tree: Tree,
  show: (leaf: Leaf) => string = ({ value }) => String(value ?? ''),
): SampleRow[] =>
  leavesOf(tree).map((leaf) => ({
    path: leaf.path,
    label: leaf.keys.map((key) => (typeof key === 'number' ? String(key + 1) : key)).join(' › '),
    value: shorten(show(leaf)),
    type: typeOf(leaf),
  }))

function typeOf({ value }: Leaf): SampleRow['type'] {
  if (value === null || value === '') return 'empty'
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean'
}

function shorten(text: string): string {
  const line = text.slice(0, 4 * maxShown).replaceAll(/\s+/gu, ' ')
  const letters = Array.from(line)
  return letters.length > maxShown ? `${letters.slice(0, maxShown - 1).join('')}…` : line
}
