/** The values of a sample, as suggestions look at them. */
import { labelKeys, leavesOf, type Leaf } from './flatten.ts'
import { joinedWords, wordsOf } from './key-words.ts'
import { isList, valueAt, type Tree } from './pointer.ts'
import { placeOf, type SampleShape } from './sample-shape.ts'

/** A value of the sample, at the path that a mapping has for it. */
export type Candidate = Leaf & {
  path: string
  /** Without separators, and with the key around it in front. */
  key: string
  longKey: string
  /** Words of the keys around it, and each key as a whole behind `=`. */
  groups: readonly string[]
  /** Keys of the values beside it. */
  siblings: ReadonlySet<string>
  isItem: boolean
  depth: number
}

export function candidatesIn(sample: Tree, shape: SampleShape): Candidate[] {
  const siblingsOf = new Map<string, Set<string>>()
  return leavesOf(sample).flatMap((leaf) => {
    const place = placeOf(leaf.keys, shape)
    if (place === null) return []
    const names = leaf.keys.filter((key) => typeof key === 'string')
    const key = joinedWords(labelOf(sample, leaf) ?? names.at(-1) ?? '')
    const longKey = joinedWords(names.slice(-2).join(' '))
    const groups = names.slice(0, -1).flatMap((name) => [...wordsOf(name), `=${joinedWords(name)}`])
    const siblings = siblingsOf.get(parentOf(leaf.path)) ?? new Set<string>()
    siblingsOf.set(parentOf(leaf.path), siblings.add(key))
    return [{ ...leaf, ...place, key, longKey, groups, siblings }]
  })
}

/** The path of the group that a value is in. */
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

const answerKeys = new Set(['text', 'value', 'answer', 'email', 'number', 'date', 'url'])

/** The question next to an answer in a form: `{ field: { ref: 'first_name' }, text: 'Ann' }`. */
function labelOf(sample: Tree, { keys, path }: Leaf): string | null {
  const last = keys.at(-1)
  if (typeof keys.at(-2) !== 'number' || typeof last !== 'string' || !answerKeys.has(last))
    return null
  if (last === 'email') return null
  const group = valueAt(parentOf(path), { root: sample, entry: sample })
  if (typeof group !== 'object' || group === null || isList(group)) return null
  for (const key of labelKeys) {
    const label = Object.hasOwn(group, key) ? group[key] : undefined
    const text =
      typeof label === 'object' && label !== null && !isList(label)
        ? (label.ref ?? label.title)
        : label
    if (typeof text === 'string') return text
  }
  return null
}
