/** Finds the pixel's script elements, and content security policies, in the HTML of a page. */

import { setImmediate } from 'node:timers/promises'
import { Tokenizer } from 'htmlparser2'

export type PixelTag = {
  /** Origin of the script; null when its URL can't be parsed. */
  origin: string | null
  /** As written; null without one. */
  uuid: string | null
  nonce: string | null
}

export type FoundInPage = {
  tags: PixelTag[]
  /** From `meta` elements. */
  policies: string[]
  /** An element is inside a comment, so it has no effect. */
  isCommentedOut: boolean
}

/** Characters that are read before other work of the process gets its turn. */
const turnLength = 64 * 1024

/** Reads the HTML only, so it misses elements that a script adds. */
export async function findPixel(html: string, address: string): Promise<FoundInPage> {
  const tags: PixelTag[] = []
  const policies: string[] = []
  let isInComment = false
  const tokenizer = createElementReader(html, ['script', 'meta'], {
    onElement(name, attributes) {
      if (name === 'script') tags.push(...pixelTagOf(attributes, address))
      else if (attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy') {
        policies.push(attributes.get('content') ?? '')
      }
    },
    onComment(text) {
      isInComment ||= text.includes(scriptPath)
    },
  })
  for (let at = 0; at < html.length; at += turnLength) {
    tokenizer.write(html.slice(at, at + turnLength))
    await setImmediate()
  }
  tokenizer.end()
  return { tags, policies, isCommentedOut: tags.length === 0 && isInComment }
}

const scriptPath = '/js/pixel.library.js'

type Attributes = ReadonlyMap<string, string>

function pixelTagOf(attributes: Attributes, address: string): PixelTag[] {
  const src = attributes.get('src')?.trim() ?? ''
  if (!src.includes(scriptPath)) return []
  return [
    {
      origin: URL.canParse(src, address) ? new URL(src, address).origin : null,
      uuid: attributes.get('data-site')?.trim() ?? null,
      nonce: attributes.get('nonce')?.trim() ?? null,
    },
  ]
}

type Found = {
  onElement: (name: string, attributes: Attributes) => void
  onComment: (text: string) => void
}

/**
 * Reads elements of these names. Knows no nesting, whose bookkeeping costs the square of the depth.
 *
 * @param html the whole text, to be written to the tokenizer piece by piece
 */
function createElementReader(
  html: string,
  names: readonly string[],
  { onElement, onComment }: Found,
): Tokenizer {
  let element: { name: string; attributes: Map<string, string> } | null = null
  let attribute = ''
  let value = ''
  const ignore = () => undefined
  const endElement = () => {
    if (element) onElement(element.name, element.attributes)
    element = null
  }
  return new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase()
        element = names.includes(name) ? { name, attributes: new Map() } : null
      },
      onattribname(start, end) {
        attribute = element ? html.slice(start, end).toLowerCase() : ''
        value = ''
      },
      onattribdata(start, end) {
        if (element) value += html.slice(start, end)
      },
      onattribentity(code) {
        if (element) value += String.fromCodePoint(code)
      },
      onattribend() {
        // Of repeated ones, browsers take the first.
        if (element && !element.attributes.has(attribute)) element.attributes.set(attribute, value)
      },
      onopentagend: endElement,
      onselfclosingtag: endElement,
      oncomment(start, end) {
        onComment(html.slice(start, end))
      },
      onclosetag: ignore,
      oncdata: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  )
}
