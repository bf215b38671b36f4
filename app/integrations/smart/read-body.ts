/** The body of a delivery as one tree, whether it came as JSON, as a form or in the address. */
import { decodeText } from '#app/lib/charset/decode-text.ts'
import { parseExactJson } from '#app/lib/exact-json.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { formTree } from './form-tree.ts'
import type { Tree } from './pointer.ts'

/** Limit of a body, in bytes. */
export const maxBodyBytes = 256 * 1024
const maxDepth = 32

const sentences = {
  multipart:
    'This delivery is a multipart form, which can’t be read. Set the service to send JSON or a URL-encoded form.',
  xml: 'This delivery is XML, which can’t be read. Set the service to send JSON.',
  broken: 'This delivery isn’t valid JSON.',
  unknown: 'This delivery is neither JSON nor a form. Set the service to send JSON.',
  empty: 'This delivery is empty.',
  deep: `This delivery has more than ${maxDepth} levels.`,
  large: 'This delivery is larger than 256 KB.',
}

/** The body has more than `maxBodyBytes`. */
export class TooLargeBody extends BadRecord {
  constructor() {
    super(sentences.large)
  }
}

/** @throws TooLargeBody */
export function textOfBody(body: Buffer, contentType: string): string {
  if (body.length > maxBodyBytes) throw new TooLargeBody()
  return decodeText(body, contentType)
}

type Received = {
  contentType: string
  /** Query of the address. Read when there is no body. */
  query: URLSearchParams
  text: string
}

/**
 * The last of equal keys counts, as in every JSON parser. JSON is read whatever the content type
 * says, because many services send it without one.
 *
 * @throws BadRecord with a sentence for the owner, TooLargeBody among them
 */
export function readBody({ contentType, query, text: given }: Received): Tree {
  if (Buffer.byteLength(given) > maxBodyBytes) throw new TooLargeBody()
  const text = given.replace(/^\uFEFF/, '').trim()
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  if (type.startsWith('multipart/')) throw new BadRecord(sentences.multipart)
  if (text === '') {
    if (query.size === 0) throw new BadRecord(sentences.empty)
    return bounded(formTree(query))
  }
  if (/^[[{]/.test(text)) return bounded(readJson(text))
  if (text.startsWith('<')) throw new BadRecord(sentences.xml)
  if (/\bjson$/.test(type)) throw new BadRecord(sentences.broken)
  const isForm = type === 'application/x-www-form-urlencoded' || /^[^\s=]{1,200}=/.test(text)
  if (!isForm) throw new BadRecord(sentences.unknown)
  return bounded(formTree(new URLSearchParams(text)))
}

function readJson(text: string): Tree {
  try {
    return parseExactJson(text) as Tree
  } catch {
    throw new BadRecord(sentences.broken)
  }
}

function bounded(tree: Tree): Tree {
  let level: readonly Tree[] = [tree]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw new BadRecord(sentences.deep)
    const groups = level.filter((value) => typeof value === 'object' && value !== null)
    level = groups.flatMap((group) => Object.values<Tree>(group))
  }
  return tree
}
