/** Entries of a product feed in either format. */
import { readCsv, prependText } from './csv-feed.server.ts'
import { FeedError, feedLimits, type FeedLimits } from './feed-error.ts'
import { feedTexts } from './feed-text.server.ts'
import { readXmlFeed, type TakeItem } from './xml-feed.server.ts'

export type FeedSource = {
  /** The response's body, packed or not. */
  pieces: AsyncIterable<Buffer>
  /** The encoding of its Content-Type header. Null: none is declared. */
  charset?: string | null
}

/** The beginning of a feed, in characters, by which its format is recognized. */
const headLength = 1024

/**
 * Passes on the entries one by one.
 *
 * @throws FeedError when it is neither XML nor CSV, or exceeds a limit
 */
export async function readFeedItems(
  { pieces, charset = null }: FeedSource,
  take: TakeItem,
  limits: FeedLimits = feedLimits,
): Promise<'xml' | 'csv'> {
  const texts = feedTexts(pieces, limits, charset)
  const head = await readHead(texts, limits.maxFieldLength)
  let items = 0
  const takeCounted: TakeItem = async (fields, line) => {
    items += 1
    if (items > limits.maxItems) {
      throw new FeedError(`The feed has more than ${String(limits.maxItems)} products.`)
    }
    await take(fields, line)
  }
  const start = startOfXml(head)
  if (start === null) await readCsv(prependText(head, texts), limits, takeCounted)
  else await readXmlFeed(prependText(head.slice(start), texts), limits, takeCounted)
  if (items === 0) throw new FeedError('The feed has no products.')
  return start === null ? 'csv' : 'xml'
}

/** @throws FeedError when there is nothing but spaces */
async function readHead(texts: AsyncIterator<string>, maxLength: number): Promise<string> {
  let head = ''
  while (head.trimStart().length < headLength) {
    const next: IteratorResult<string, unknown> = await texts.next()
    if (next.done) break
    head += next.value
    if (head.length > maxLength && head.trim() === '') break
  }
  if (head.trim() === '') throw new FeedError('The feed is empty.')
  return head
}

/**
 * Where XML begins: shops' themes and plugins put empty lines and warnings before it. Null: it is a
 * table.
 *
 * @throws FeedError for a web page
 */
function startOfXml(head: string): number | null {
  const begin = head.length - head.trimStart().length
  if (!head.startsWith('<', begin)) {
    const below = /^[ \t]*(?=<(?:\?xml\s|rss[\s>]|feed[\s>]))/m.exec(head)
    return below === null ? null : below.index + below[0].length
  }
  if (/^<(?:!doctype\s+html|html)[\s>]/i.test(head.slice(begin, begin + 100))) {
    throw new FeedError('The URL leads to a web page, not to a feed.')
  }
  const declaration = head.search(/<\?xml\s/)
  return declaration === -1 ? begin : declaration
}
