/**
 * Streams Google Shopping feeds in XML (RSS 2.0 and Atom) as shops' plugins write them: with bare
 * ampersands, names of HTML's entities, HTML in descriptions, control characters and document types,
 * all of which Google reads. A document type is passed over and defines nothing, so there are neither
 * expanding nor external entities (docs/threats.md T35).
 */
import { Parser } from 'htmlparser2'
import { FeedError, type FeedLimits } from './feed-error.ts'
import { fieldName } from './field-name.ts'
import type { ProductFields } from './product-fields.ts'

/** @param line where the entry begins, from 1 */
export type TakeItem = (fields: ProductFields, line: number) => Promise<void>

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
      for (const { fields, line } of items.ready.splice(0)) await take(fields, line)
    }
  }
  items.close()
}

const itemNames = new Set(['item', 'entry'])

type Entry = { fields: ProductFields; line: number }

function createItems(limits: FeedLimits) {
  const ready: Entry[] = []
  const lines = createLines()
  let depth = 0
  /** Depth of the open item; 0: none is open. */
  let itemDepth = 0
  let itemLine = 0
  let hasItems = false
  let fields = new Map<string, string>()
  let text = ''
  /** Characters since the last tag, some of which the parser buffers. */
  let gathered = 0
  let isEnded = false
  /** Whether the element that contains the items was closed. */
  let isComplete = false

  const keep = (name: string, value: string) => {
    const key = fieldName(name)
    // A field with the feed's namespace takes precedence over one without.
    if (fields.has(key) && !name.includes(':')) return
    if (fields.size >= limits.maxFields) {
      throw new FeedError('A product in the feed has too many fields.')
    }
    fields.set(key, value)
  }
  const parser = new Parser(
    {
      ontext(piece) {
        // Tags within a field are HTML that wasn't escaped: its words belong to the field.
        if (itemDepth > 0 && depth > itemDepth) text += piece
        if (text.length > limits.maxFieldLength) {
          throw new FeedError('A field in the feed is too long.')
        }
      },
      onopentag(name, attributes) {
        gathered = 0
        depth += 1
        if (depth > limits.maxDepth) throw new FeedError('The feed is nested too deeply.')
        if (itemDepth === 0 && itemNames.has(fieldName(name))) {
          itemDepth = depth
          itemLine = lines.lineAt(parser.startIndex)
          fields = new Map()
        }
        if (itemDepth === 0 || depth !== itemDepth + 1) return
        text = ''
        // Atom links are attributes. Only the one without a relation, or with `alternate`, leads to
        // the product.
        const { href, rel = 'alternate' } = attributes
        if (name === 'link' && href && rel === 'alternate') keep('link', href)
      },
      onclosetag(name) {
        gathered = 0
        if (isEnded && isComplete) return
        if (isEnded) throw new FeedError('The feed breaks off before its end.')
        if (itemDepth > 0 && depth === itemDepth + 1 && text.trim() !== '') keep(name, text)
        if (depth === itemDepth) {
          ready.push({ fields, line: itemLine })
          itemDepth = 0
          hasItems = true
        }
        depth -= 1
        if (depth === 0 && hasItems) isComplete = true
      },
    },
    { xmlMode: true },
  )

  return {
    ready,
    write(piece: string) {
      gathered += piece.length
      lines.write(piece)
      parser.write(piece)
      if (gathered > 4 * limits.maxFieldLength) throw new FeedError('Part of the feed is too long.')
    },
    /** @throws FeedError when an element is still open */
    close() {
      isEnded = true
      parser.end()
    },
  }
}

/** Counts lines up to a place that never moves back. */
function createLines() {
  let piece = ''
  /** Where the piece begins, and how far lines were counted, in characters from the feed's begin. */
  let start = 0
  let counted = 0
  let line = 1
  const count = (to: number) => {
    for (;;) {
      const at = piece.indexOf('\n', counted - start)
      if (at === -1 || start + at >= to) break
      line += 1
      counted = start + at + 1
    }
    counted = Math.max(counted, to)
  }
  return {
    write(next: string) {
      count(start + piece.length)
      start += piece.length
      piece = next
    },
    lineAt(place: number) {
      if (place > counted) count(place)
      return line
    },
  }
}
