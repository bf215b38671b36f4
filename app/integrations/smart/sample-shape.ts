/** The lists of a sample: entries that are one record each, and products of one order. */
import { joinedWords } from './key-words.ts'
import { isFormAnswers } from './flatten.ts'
import { isList, isRefusedKey, pointerOf, type Tree } from './pointer.ts'

export type SampleShape = {
  /** The list whose entries are records. */
  each?: readonly (string | number)[]
  /** The list of an order's products. */
  items?: readonly (string | number)[]
}

type FoundList = { keys: readonly (string | number)[]; name: string }

const recordLists = new Set(
  'events reviews orders results records entries activities customers subscribers purchases payments data sales'.split(
    ' ',
  ),
)
const itemLists = new Set(
  'lineitems items products orderitems cart cartitems lines orderlines orderproducts lineitemsdata'.split(
    ' ',
  ),
)
/** Keys that only an order has next to its products. */
const orderKeys =
  /^(?:total|totalprice|grandtotal|ordertotal|email|customer|buyer|buyerinfo|billing|currency|orderid|amount)$/

export function shapeOf(tree: Tree): SampleShape {
  const lists = listsIn(tree)
  const records = lists.find(({ keys, name }) => keys.length === 0 || recordLists.has(name))
  const products = lists.find(({ name }) => itemLists.has(name))
  if (records && (!products || startsWith(products.keys, records.keys))) {
    return { each: records.keys, ...(products ? { items: products.keys } : {}) }
  }
  if (!products) return {}
  const holder = products.keys.slice(0, -1).reduce<Tree | undefined>(step, tree)
  const names = typeof holder === 'object' && holder !== null ? Object.keys(holder) : []
  const isOrder = names.some((name) => orderKeys.test(joinedWords(name)))
  return isOrder ? { items: products.keys } : { each: products.keys }
}

const step = (value: Tree | undefined, key: string | number): Tree | undefined =>
  typeof value === 'object' && value !== null
    ? (Object.getOwnPropertyDescriptor(value, key)?.value as Tree | undefined)
    : undefined

const startsWith = (
  keys: readonly (string | number)[],
  start: readonly (string | number)[],
): boolean => start.every((key, index) => keys[index] === key)

const mostVisited = 5_000

/** Lists of groups, the outer ones first. In a list, its first entry shows the others. */
function listsIn(tree: Tree): FoundList[] {
  const found: FoundList[] = []
  let level: Placed[] = [{ keys: [], value: tree }]
  let visited = 0
  while (level.length > 0 && visited < mostVisited) {
    visited += level.length
    found.push(...level.filter(isListOfGroups).map(({ keys }) => ({ keys, name: nameOf(keys) })))
    level = level.flatMap(childrenOf).slice(0, mostVisited)
  }
  return found
}

type Placed = { keys: readonly (string | number)[]; value: Tree }

const nameOf = (keys: readonly (string | number)[]) => joinedWords(String(keys.at(-1) ?? ''))

function isListOfGroups({ value }: Placed): boolean {
  if (!isList(value)) return false
  const [first] = value
  return typeof first === 'object' && first !== null && !isList(first) && !isFormAnswers(value)
}

function childrenOf({ keys, value }: Placed): Placed[] {
  if (typeof value !== 'object' || value === null) return []
  if (!isList(value)) {
    return Object.entries(value).flatMap(([key, child]) =>
      isRefusedKey(key) ? [] : [{ keys: [...keys, key], value: child }],
    )
  }
  const [first] = value
  return first === undefined ? [] : [{ keys: [...keys, 0], value: first }]
}

/** The path of a value in a sample as a mapping writes it, and whether it is in the list of products. */
export function placeOf(keys: readonly (string | number)[], { each, items }: SampleShape) {
  const inside = (list: readonly (string | number)[] | undefined) =>
    list !== undefined && startsWith(keys, list) && keys.length > list.length
  for (const [list, isItem] of [
    [items, true],
    [each, false],
  ] as const) {
    if (list === undefined || !inside(list)) continue
    if (keys[list.length] !== 0) return null
    return {
      path: `@${pointerOf(keys.slice(list.length + 1))}`,
      isItem,
      depth: keys.length - list.length,
    }
  }
  return { path: pointerOf(keys), isItem: false, depth: keys.length }
}
