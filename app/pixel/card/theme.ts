/** How a card takes its colors and its styles. */
import type { Showing } from '../renderer.ts'
import { isInSight } from './visitor-busy.ts'

/** How much of an element another one has to cover to be the background instead. */
const mostly = 0.6
/** Height of what scrolls with the page in it. Share of the window. */
const leastScroller = 0.5
/** In square pixels. Smaller elements beside an app are links for keyboards, or notes. */
const leastBeside = 20_000

/**
 * Colors the card. If it follows the page, the page's own background decides, or that of an element
 * which covers most of the page or lies behind all of it, so that all cards of a page look alike,
 * whatever is below them. A page without any color has that of its color scheme.
 */
export const wearTheme = (
  card: HTMLElement,
  { payload, isOver }: Pick<Showing, 'payload' | 'isOver'>,
) => {
  const { theme, accents } = payload.options
  const isDark = theme === 'dark' || (theme !== 'light' && isPageDark(isOver))
  const accent = accents[isDark ? 1 : 0]
  card.classList.toggle('dark', isDark)
  // A custom property only takes a value, so no other CSS can be injected.
  card.style.setProperty('--accent', accent)
  card.style.setProperty('--tint', `${accent}1f`)
}

let decidedFor: unknown
let wasDark = false

/**
 * Decides once for each view, which `isOver` identifies, so later cards are like the first. Adds an
 * element to the page for a moment, because no other has computed colors.
 */
const isPageDark = (isOver: unknown): boolean => {
  if (isOver === decidedFor) return wasDark
  decidedFor = isOver
  const root = document.documentElement
  const probe = root.appendChild(document.createElement('i'))
  /** Colors that can be seen through decide nothing, nor do those that aren't known. */
  const read = (...colors: string[]) => {
    let lightness = 0
    for (const color of colors) {
      // Browsers without `color-mix`, which writes all notations as sRGB, know few others.
      probe.style.cssText = `display:none;stroke:${color};stroke:color-mix(in srgb,${color},#000 0%)`
      const { stroke } = getComputedStyle(probe)
      const [, green = NaN, , opacity = 1] = stroke.match(
        // Division makes numbers of them. A letter of “none” stays alone.
        /[\d.e-]+/g,
      ) as unknown as number[]
      // Green is most of the luminance.
      lightness += opacity < 0.9 ? NaN : green / (stroke[0] === 'r' ? 255 : 1) - 0.5
    }
    if (lightness) wasDark = lightness < 0
  }
  const readStyle = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration) => {
    read(backgroundColor)
    // Pictures can't be known. In a gradient all names of colors are resolved.
    read(...(backgroundImage.match(/"|\b\w+\([^()]+\)/g) ?? []))
  }
  const look = (element: Element, outer = 0) => {
    // The area of the whole page, unless a part of it scrolls and is longer.
    const page = Math.max(outer, measure(element))
    const children = [...element.children, ...(element.shadowRoot?.children ?? [])]
    const layer = getComputedStyle(element, '::before')
    readStyle(getComputedStyle(element))
    if (isBehind(layer)) readStyle(layer)
    // Layers behind the content are read first, wherever they are in the document: the last color decides.
    for (const isLayer of [true, false]) {
      const area = isLayer ? innerWidth * innerHeight : page
      for (const child of children) {
        const styles = getComputedStyle(child)
        if (isBehind(styles) !== isLayer) continue
        if (
          child === document.body ||
          (isInSight(child, 1) &&
            measure(child) >= area * mostly &&
            (isLayer || !isInFront(child, styles)))
        ) {
          look(child, page)
        }
      }
    }
  }
  wasDark = false
  read('Canvas')
  look(root)
  probe.remove()
  return wasDark
}

/** Whether it is a layer behind the content, which doesn't scroll with the page. */
const isBehind = ({ position, zIndex }: CSSStyleDeclaration) => /fixed-/.test(position + zIndex)

const isPositioned = ({ position }: CSSStyleDeclaration) => /fixed|absolute/.test(position)

/**
 * Whether it is a layer in front of the page, for example a loading screen or a backdrop. One that is
 * longer than the window, has something long in it that scrolls, or is over nothing else, is the page.
 */
const isInFront = (child: Element, styles: CSSStyleDeclaration) =>
  isPositioned(styles) &&
  child.clientHeight <= innerHeight &&
  ![child, ...child.querySelectorAll('*')].some(
    ({ scrollHeight, clientHeight }) =>
      scrollHeight > clientHeight && clientHeight > innerHeight * leastScroller,
  ) &&
  isOverOthers(child)

/**
 * Whether a layer is over another part of the page: beside it or one of its parents. Positioned
 * elements count if they come before it and fill the window: not headers, launchers and messages.
 */
const isOverOthers = (layer: Element, within = layer): boolean => {
  const { top, bottom } = layer.getBoundingClientRect()
  const parent = within.parentNode as (ParentNode & Partial<ShadowRoot>) | null
  let isBefore = true
  return (
    !!parent &&
    ([...parent.children].some((other) => {
      if (other === within) isBefore = false
      const styles = getComputedStyle(other)
      const box = other.getBoundingClientRect()
      return (
        other !== within &&
        isInSight(other, leastBeside) &&
        box.top < bottom &&
        box.bottom > top &&
        !isBehind(styles) &&
        (!isPositioned(styles) || (isBefore && measure(other) >= innerWidth * innerHeight * mostly))
      )
    }) ||
      isOverOthers(layer, parent.host ?? (parent as Element)))
  )
}

/**
 * Square pixels of an element, with content that is longer than its box. No wider than the window:
 * of a row of slides only one is seen.
 */
const measure = (element: Element) => {
  const { width, height } = element.getBoundingClientRect()
  return (
    Math.min(Math.max(width, element.scrollWidth), innerWidth) *
    Math.max(height, element.scrollHeight)
  )
}

/** A constructed style sheet isn't inline style, so strict content security policies allow it. */
export const addStyle = (within: Node, style: string) => {
  // All of ours are in a shadow root.
  const root = within.getRootNode() as ShadowRoot
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
