/**
 * Faults of a screen that can be measured: text and controls outside their box or panel,
 * boxes that scroll sideways, and words broken within. Runs in the page, so it refers to nothing outside itself.
 *
 * @returns a sentence for each fault, without duplicates
 */
export function findLayoutFaults(): string[] {
  const shortWord = /^[\p{Letter}\d,.%+−-]{2,14}$/u
  const faults = new Set<string>()

  const nameOf = (element: Element) => {
    const text = element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> “${text}”`
  }

  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1) return false
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }

  /** Whether its overflow can be scrolled, or is cut on purpose. */
  const isBounded = (element: Element, root: Element) => {
    for (let at = element.parentElement; at && at !== root; at = at.parentElement) {
      const { overflowX, clipPath, position } = getComputedStyle(at)
      if (overflowX !== 'visible' || clipPath !== 'none' || position === 'fixed') return true
    }
    return false
  }

  /** Its text nodes, without those of its children. */
  const textsOf = (element: Element) =>
    [...element.childNodes].filter(
      (node): node is Text => node instanceof Text && node.data.trim() !== '',
    )

  const checkWords = (element: Element, text: Text) => {
    const range = document.createRange()
    for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
      if (!shortWord.test(word) || /\p{Letter}-/u.test(word)) continue
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)))
      if (lines.size > 1) faults.add(`“${word}” is broken: ${nameOf(element)}`)
    }
  }

  for (const element of document.querySelectorAll('body *')) {
    const texts = textsOf(element)
    if (texts.length === 0 || element.closest('svg, script, style, option, .visually-hidden'))
      continue
    if (!isSeen(element)) continue
    const { overflowX, textOverflow, display } = getComputedStyle(element)
    for (const text of texts) checkWords(element, text)
    if (display === 'inline' || textOverflow === 'ellipsis' || overflowX === 'auto') continue
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1) {
      faults.add(`text leaves its box: ${nameOf(element)}`)
    }
  }

  for (const box of document.querySelectorAll('main *')) {
    // Tabs stay on one line, and bring the current one into view.
    if (box.matches('pre, textarea, select, input, .tabs') || !isSeen(box)) continue
    const { overflowX } = getComputedStyle(box)
    if (overflowX !== 'auto' && overflowX !== 'scroll') continue
    if (box.scrollWidth > box.clientWidth + 1) faults.add(`scrolls sideways: ${nameOf(box)}`)
  }

  for (const panel of document.querySelectorAll('.Polaris-ShadowBevel')) {
    const box = panel.querySelector('.Polaris-Box') ?? panel
    const { right } = box.getBoundingClientRect()
    const edge = right - parseFloat(getComputedStyle(box).paddingRight)
    for (const element of panel.querySelectorAll('a, button, input, select, td, th, p, img')) {
      if (!isSeen(element) || isBounded(element, panel)) continue
      if (element.closest('svg, .visually-hidden')) continue
      if (element.getBoundingClientRect().right > edge + 1) {
        faults.add(`leaves its panel: ${nameOf(element)}`)
      }
    }
  }
  return [...faults]
}
