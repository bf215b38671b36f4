/** Entries of a product feed in either format. */
import { readCsv, prependText } from './csv-feed.server.ts'
import { FeedError, feedLimits, type FeedLimits } from './feed-error.ts'
import { readXmlFeed, type TakeItem } from './xml-feed.server.ts'

/**
 * Passes on the entries one by one.
 *
 * @throws FeedError when it is neither XML nor CSV, or exceeds a limit
 */
export async function readFeedItems(
  pieces: AsyncIterable<Buffer>,
  take: TakeItem,
  limits: FeedLimits = feedLimits,
): Promise<'xml' | 'csv'> {
  const texts = textsOf(pieces)[Symbol.asyncIterator]()
  let head = ''
  while (head.trim() === '') {
    const next: IteratorResult<string, unknown> = await texts.next()
    if (next.done) throw new FeedError('The feed is empty.')
    head += next.value
    if (head.length > limits.maxFieldLength) throw new FeedError('The feed is empty.')
  }

  let items = 0
  const takeCounted: TakeItem = async (fields) => {
    items += 1
    if (items > limits.maxItems) {
      throw new FeedError(`The feed has more than ${String(limits.maxItems)} products.`)
    }
    await take(fields)
  }
  const isXml = head.trimStart().startsWith('<')
  const all = prependText(head, texts)
  if (isXml) await readXmlFeed(all, limits, takeCounted)
  else await readCsv(all, limits, takeCounted)
  if (items === 0) throw new FeedError('The feed has no products.')
  return isXml ? 'xml' : 'csv'
}

async function* textsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}
