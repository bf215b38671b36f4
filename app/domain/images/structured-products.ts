/** Pictures of the product that a page's structured data is about (JSON-LD, https://json-ld.org/spec). */
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import { namePage } from './page-path.ts'

type Node = Readonly<Record<string, unknown>>

type Page = {
  /** URL of the page, after redirects. */
  address: string
  /** URL that its relative ones are resolved against. */
  base: string
}

/** Nodes of the page itself. Anything further in, for example related products, isn't what it is about. */
const maxNodes = 1_000

/** Keys whose values are nodes of the page like the one that has them. */
const containers = ['@graph', 'mainEntity', 'mainEntityOfPage']

/**
 * As they are written: relative URLs too. None when the page is about several products and no single one
 * is at its address, since any choice could show the wrong one.
 *
 * @param scripts texts of elements; one that isn't JSON is skipped
 */
export function namedInProducts(scripts: readonly string[], page: Page): string[] {
  const nodes = scripts.flatMap((text) => listNodes(parseOrSkip(text)))
  const products = nodes.filter((node) => isProduct(node) && !isBeside(node, page))
  const here = products.filter((product) => isAt(product, page))
  const [only, ...others] = here.length > 0 ? here : products
  if (!only || others.length > 0) return []
  const byId = new Map(
    nodes.flatMap((node) => {
      const id = node['@id']
      return typeof id === 'string' ? [[id, node] as const] : []
    }),
  )
  return picturesOf(only['image'], byId, 0)
}

function parseOrSkip(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Without recursion, because a stranger decides how deep it is. */
function listNodes(value: unknown): Node[] {
  const nodes: Node[] = []
  const waiting: unknown[] = [value]
  for (let at = 0; at < waiting.length && at < maxNodes; at += 1) {
    const one = waiting[at]
    const room = Math.max(0, maxNodes - waiting.length)
    if (Array.isArray(one)) waiting.push(...(one as unknown[]).slice(0, room))
    if (!isNode(one)) continue
    nodes.push(one)
    waiting.push(...containers.flatMap((key) => one[key] ?? []).slice(0, room))
  }
  return nodes
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const productType =
  /^(?:https?:\/\/schema\.org\/|schema:)?(?:Product|ProductGroup|IndividualProduct)$/

const isProduct = (node: Node): boolean =>
  [node['@type']].flat().some((type) => typeof type === 'string' && productType.test(type))

const addressesOf = (product: Node, { base }: Page): URL[] =>
  [product['url'], product['@id']].flatMap((text) =>
    typeof text === 'string' ? (parseWebAddress(text, { base }) ?? []) : [],
  )

/** A product that names the page's address as its own. */
function isAt(product: Node, page: Page): boolean {
  const name = namePage(new URL(page.address))
  return addressesOf(product, page).some((url) => namePage(url) === name)
}

/** Another product of a shop with one path for all: the page's path, with another one in the query. */
function isBeside(product: Node, page: Page): boolean {
  const here = new URL(page.address)
  if (!isByQuery(here) || isAt(product, page)) return false
  return addressesOf(product, page).some((url) => url.pathname === here.pathname && isByQuery(url))
}

const isByQuery = (url: URL): boolean => namePage(url).includes('?')

/** As far as lists, objects and references can be nested and still be read. */
const deepest = 4

/** A URL, an ImageObject, a reference to one, or a list of these. */
function picturesOf(value: unknown, byId: ReadonlyMap<string, Node>, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (depth === deepest) return []
  if (Array.isArray(value)) {
    return value.slice(0, 10).flatMap((one) => picturesOf(one, byId, depth + 1))
  }
  if (!isNode(value)) return []
  const named = [value['contentUrl'], value['url']].flatMap((one) =>
    picturesOf(one, byId, depth + 1),
  )
  if (named.length > 0) return named
  const id = value['@id']
  const referred = typeof id === 'string' ? byId.get(id) : undefined
  return referred && referred !== value ? picturesOf(referred, byId, depth + 1) : []
}
