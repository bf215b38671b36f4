/** Reads a shop's home page for facts about the shop. None is used before its owner agrees. */
import { pathBeginning } from '#app/contract/site-options.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import { readElements, type Attributes } from '#app/lib/markup/read-elements.ts'
import { decodePath, isThankYouPath, isUnknownCheckoutPath } from '../suggest-checkouts.ts'
import { findBrandColor } from './brand-color.ts'
import { findPlatform, hasTagManager, type ShopPlatform } from './platform.ts'

export type HomePageFindings = {
  platform: ShopPlatform | null
  hasTagManager: boolean
  /** Like `#0b6e4f`. */
  color: string | null
  /** Paths that the page links to and that look like a page after an order. */
  thankYouPaths: string[]
  /** Decoded paths that it leads to and that look like a checkout, but aren't recognized as one. */
  checkoutPaths: string[]
}

/** Per kind: of a page that is made to cost us, only its beginning is looked at. */
const most = { texts: 400_000, marks: 2_000, paths: 5 }

const elements = [
  ...[
    'meta',
    'script',
    'link',
    'img',
    'html',
    'body',
    'style',
    'button',
    'input',
    'a',
    'div',
    'form',
  ],
]

/** @param address of the page, after redirects */
export async function findInHomePage(html: string, address: string): Promise<HomePageFindings> {
  const generators: string[] = []
  const themeColors: string[] = []
  const urls: string[] = []
  const attributes: string[] = []
  const buttonStyles: string[] = []
  const paths = new Set<string>()
  const checkouts = new Set<string>()
  const texts = { script: '', style: '' }
  const keep = (list: string[], value: string | undefined) => {
    if (value !== undefined && list.length < most.marks) list.push(value.slice(0, 500))
  }

  await readElements(html, elements, {
    onElement(name, given) {
      if (name === 'meta') {
        const kind = given.get('name')?.toLowerCase()
        if (kind === 'generator') keep(generators, given.get('content')?.trim())
        if (kind === 'theme-color' && !isDark(given)) keep(themeColors, given.get('content'))
      }
      if (name === 'script' || name === 'img') keep(urls, given.get('src'))
      if (name === 'link') keep(urls, given.get('href'))
      if (name === 'script') keep(attributes, given.get('type'))
      for (const attribute of given.keys()) {
        if (/^data-(wf|mage)-/.test(attribute)) keep(attributes, attribute)
      }
      if (isButton(name, given)) keep(buttonStyles, given.get('style'))
      const target = given.get(name === 'a' ? 'href' : 'action')
      if ((name !== 'a' && name !== 'form') || target === undefined) return
      const path = pathOf(target, address)
      if (path === null) return
      if (name === 'a' && paths.size < most.paths && isThankYouPath(path)) paths.add(path)
      if (checkouts.size < most.paths && isUnknownCheckoutPath(path))
        checkouts.add(decodePath(path))
    },
    onText(name, text) {
      if (name !== 'script' && name !== 'style') return
      if (texts[name].length < most.texts) texts[name] += text
    },
  })
  const marks = { generators, urls, attributes, scripts: texts.script }
  return {
    platform: findPlatform(marks),
    hasTagManager: hasTagManager(marks),
    color: findBrandColor({ themeColors, buttonStyles, css: texts.style }),
    thankYouPaths: [...paths],
    checkoutPaths: [...checkouts],
  }
}

const isDark = (attributes: Attributes) => attributes.get('media')?.includes('dark') === true

const isButton = (name: string, attributes: Attributes) =>
  name === 'button' ||
  (name === 'input' && attributes.get('type') === 'submit') ||
  (name === 'a' && /\b(btn|button|cta)\b/i.test(attributes.get('class') ?? ''))

/** Path of one of the shop's pages. Null for links elsewhere. */
function pathOf(href: string, address: string): string | null {
  const url = parseWebAddress(href, { base: address })
  if (url?.host !== new URL(address).host) return null
  // Decoded it could have characters that aren't storable.
  const forms = [url.pathname, decodePath(url.pathname)]
  return forms.every((path) => pathBeginning.safeParse(path).success) ? url.pathname : null
}
