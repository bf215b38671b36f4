/**
 * Finds the picture of a product that its page names: structured data of schema.org
 * (https://schema.org/Product, `image`), then Open Graph (https://ogp.me/#structured). Runs no scripts.
 */
import { readElements, type Attributes } from '#app/lib/markup/read-elements.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import { namedInProducts } from './structured-products.ts'

/** The first one that can be drawn is shown. A page that names a hundred isn't tried a hundred times. */
const maxPictures = 3

/** Characters of structured data. Products with hundreds of variants have less. */
const maxStructured = 1_000_000

const structuredType = /^\s*application\/ld\+json\s*(?:;|$)/i

export type NamedPicture = {
  /** A web URL. */
  address: string
  /** The page says that the product looks like this. Otherwise it can be a picture of the shop, for example its logo. */
  isOfProduct: boolean
}

/**
 * The likeliest first; none where the page names none.
 *
 * @param html the page or its beginning
 * @param address of the page, after redirects
 */
export async function findPictures(html: string, address: string): Promise<NamedPicture[]> {
  const scripts: string[] = []
  const openGraph: { picture?: string; secure?: string } = {}
  let base: string | undefined
  let isInHead = true
  let isStructured = false
  let structured = 0

  /** A shopper's words in the page's body can contain such an element where a shop lets them. */
  const readHead = (name: string, attributes: Attributes) => {
    if (name === 'base') base ??= attributes.get('href')
    if (name !== 'meta') return
    const property = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
    const content = attributes.get('content')?.trim()
    if (content === undefined || content === '') return
    if (property === 'og:image' || property === 'og:image:url') openGraph.picture ??= content
    if (property === 'og:image:secure_url') openGraph.secure ??= content
  }

  await readElements(html, ['base', 'body', 'meta', 'script'], {
    onElement(name, attributes) {
      if (name === 'body') isInHead = false
      isStructured = name === 'script' && structuredType.test(attributes.get('type') ?? '')
      if (isStructured) scripts.push('')
      else if (isInHead) readHead(name, attributes)
    },
    onText(name, text) {
      if (name !== 'script' || !isStructured) return
      structured += text.length
      if (structured <= maxStructured) scripts.push(`${scripts.pop() ?? ''}${text}`)
    },
  })

  const page = parseWebAddress(base, { base: address })?.href ?? address
  const resolve = (text: string | undefined) => parseWebAddress(text, { base: page })?.href ?? []
  const ofProduct = namedInProducts(scripts, { address, base: page }).flatMap(resolve)
  const ofPage = [openGraph.secure, openGraph.picture].flatMap(resolve)
  return [...new Set([...ofProduct, ...ofPage])]
    .slice(0, maxPictures)
    .map((picture) => ({ address: picture, isOfProduct: ofProduct.includes(picture) }))
}
