/** Finds the pixel's script elements, and content security policies, in the HTML of a page. */

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

/** Reads the HTML only, so it misses elements that a script adds. */
export function findPixel(html: string, address: string): FoundInPage {
  const alive = html.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
  const tags = tagsOf(alive, address)
  return {
    tags,
    policies: elements(alive, 'meta').flatMap((meta) =>
      meta.get('http-equiv')?.toLowerCase() === 'content-security-policy'
        ? [meta.get('content') ?? '']
        : [],
    ),
    isCommentedOut: tags.length === 0 && tagsOf(html, address).length > 0,
  }
}

const tagsOf = (html: string, address: string): PixelTag[] =>
  elements(html, 'script').flatMap((script) => {
    const src = script.get('src') ?? ''
    if (!src.includes('/js/pixel.library.js')) return []
    return [
      {
        origin: URL.canParse(src, address) ? new URL(src, address).origin : null,
        uuid: script.get('data-site') ?? null,
        nonce: script.get('nonce') ?? null,
      },
    ]
  })

/** Attributes of all elements with a tag name, keyed by lower-case name. */
const elements = (html: string, name: string): Map<string, string>[] =>
  [...html.matchAll(new RegExp(`<${name}\\b((?:[^>"']|"[^"]*"|'[^']*')*)>`, 'gi'))].map(
    ([, attributes = '']) =>
      new Map(
        [
          ...attributes.matchAll(/([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g),
        ].map(([, key = '', double, single, bare]) => [
          key.toLowerCase(),
          (double ?? single ?? bare ?? '').replaceAll('&amp;', '&').trim(),
        ]),
      ),
  )
