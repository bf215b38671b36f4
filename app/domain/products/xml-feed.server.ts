/**
 * Streams Google Shopping feeds in XML (RSS 2.0 and Atom). Refuses any document type, so no
 * entities exist: neither expanding nor external ones (docs/threats.md T35).
 */
import { SaxesParser } from 'saxes'
import { FeedError, type FeedLimits } from './feed-error.ts'
import { fieldName, type ProductFields } from './product-fields.ts'

export type TakeItem = (fields: ProductFields) => Promise<void>

/** @throws FeedError; any error of `take` and of the input */
export async function readXmlFeed(
  pieces: AsyncIterable<string>,
  limits: FeedLimits,
  take: TakeItem,
): Promise<void> {
  const items = createItems(limits)
  for await (const piece of pieces) {
    for (let start = 0; start < piece.length; start += limits.maxFieldLength) {
      items.write(piece.slice(start, start + limits.maxFieldLength))
      for (const item of items.ready.splice(0)) await take(item)
    }
  }
  items.close()
  for (const item of items.ready.splice(0)) await take(item)
}

const itemNames = new Set(['item', 'entry'])

function createItems(limits: FeedLimits) {
  const parser = new SaxesParser()
  const ready: ProductFields[] = []
  let depth = 0
  /** Depth of the open item; 0: none is open. */
  let itemDepth = 0
  let fields = new Map<string, string>()
  let text = ''
  /** Characters since the last tag, which the parser buffers. */
  let gathered = 0

  const keep = (name: string, value: string) => {
    const key = fieldName(name)
    // A field with the feed's namespace takes precedence over one without.
    if (fields.has(key) && !name.includes(':')) return
    if (fields.size >= limits.maxFields) {
      throw new FeedError('A product in the feed has too many fields.')
    }
    fields.set(key, value)
  }
  const gather = (piece: string) => {
    if (itemDepth > 0 && depth === itemDepth + 1) text += piece
    if (text.length > limits.maxFieldLength) {
      throw new FeedError('A field in the feed is too long.')
    }
  }

  parser.on('xmldecl', ({ encoding }) => {
    if (encoding === undefined || /^utf-?8$/i.test(encoding)) return
    throw new FeedError('The feed must be encoded in UTF-8.')
  })
  parser.on('doctype', () => {
    throw new FeedError('The feed contains a DOCTYPE, which isn’t allowed.')
  })
  parser.on('error', () => {
    throw new FeedError('The feed is not well-formed XML.')
  })
  parser.on('text', gather)
  parser.on('cdata', gather)
  parser.on('opentag', ({ name, attributes }) => {
    gathered = 0
    depth += 1
    text = ''
    if (depth > limits.maxDepth) throw new FeedError('The feed is nested too deeply.')
    if (itemDepth === 0 && itemNames.has(fieldName(name))) {
      itemDepth = depth
      fields = new Map()
    }
    const href = attributes['href']
    // Atom links are attributes. Only the one without a relation, or with `alternate`, leads to the
    // product.
    const isItemLink = !('rel' in attributes) || attributes['rel'] === 'alternate'
    if (itemDepth > 0 && depth === itemDepth + 1 && name === 'link' && href && isItemLink) {
      keep('link', href)
    }
  })
  parser.on('closetag', ({ name }) => {
    gathered = 0
    if (itemDepth > 0 && depth === itemDepth + 1 && text.trim() !== '') keep(name, text)
    if (depth === itemDepth) {
      ready.push(fields)
      itemDepth = 0
    }
    depth -= 1
    text = ''
  })

  return {
    ready,
    write(piece: string) {
      gathered += piece.length
      parser.write(piece)
      if (gathered > 4 * limits.maxFieldLength) throw new FeedError('Part of the feed is too long.')
    },
    close() {
      parser.close()
    },
  }
}
