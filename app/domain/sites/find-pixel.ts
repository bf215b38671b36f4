/** Finds the pixel's script elements, and content security policies, in the HTML of a page. */

import { parseWebAddress } from '#app/lib/web/web-address.ts'
import { readElements, type Attributes } from '#app/lib/markup/read-elements.ts'

export type PixelTag = {
  /** Origin of the script; null when its URL can't be parsed. */
  origin: string | null
  /** A file under another path, as plugins that combine or cache scripts keep one. It does nothing. */
  isCopy: boolean
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

/** Reads the HTML only, so it misses elements that a script adds. */
export async function findPixel(html: string, address: string): Promise<FoundInPage> {
  const tags: PixelTag[] = []
  const policies: string[] = []
  let isInComment = false
  await readElements(html, ['script', 'meta'], {
    onElement(name, attributes) {
      if (name === 'script') tags.push(...pixelTagOf(attributes, address))
      else if (attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy') {
        policies.push(attributes.get('content') ?? '')
      }
    },
    onComment(text) {
      isInComment ||= text.includes(scriptName)
    },
  })
  return { tags, policies, isCommentedOut: tags.length === 0 && isInComment }
}

const scriptName = 'pixel.library'
const scriptPath = '/js/pixel.library.js'

function pixelTagOf(attributes: Attributes, address: string): PixelTag[] {
  const src = attributes.get('src')?.trim() ?? ''
  if (!src.includes(scriptName)) return []
  const url = parseWebAddress(src, { base: address })
  return [
    {
      origin: url?.origin ?? null,
      isCopy: url !== null && url.pathname !== scriptPath,
      uuid: attributes.get('data-site')?.trim() ?? null,
      nonce: attributes.get('nonce')?.trim() ?? null,
    },
  ]
}
