/**
 * Writes a selector for an element that still fits after a new build of the shop's theme, and on
 * the next product: from ids, attributes and classes that people named, never from generated names,
 * utility classes or the state of a moment. Positions are the last resort.
 *
 * Not a library: those that exist escape and rank for tests of one page, know nothing of what
 * differs between two products, and weigh more than everything else in this script.
 */
import { hasBox } from '../card/element.ts'

/** The contract's limits of a selector and its steps (app/contract/pointed-place.ts). */
const mostLength = 200
const mostSteps = 10

const plainName = /^[a-z][\w-]{1,39}$/i
const tagName = /^[a-z][a-z0-9-]*$/

/** Prefixes of libraries that number or hash their names. */
const ofLibrary =
  /^(?:css|sc|jsx|jss|svelte|emotion|astro|styled|makeStyles|ember|yui|ext|radix|headlessui|mui|cdk|ng|react|uid|uuid|id|gen|auto|tmp|elementor-element)(?:[-_]|\d)/i

/** Layout and decoration (Tailwind, Bootstrap), not what the element is. */
const isUtility = (name: string) =>
  /^-?[mp][trblxyse]?-|^(?:(?:min|max)-)?[wh]-/.test(name) ||
  /^(?:d|g|gx|gy|fs|fw|lh|size|gap|space|inset|top|start|end|left|right|bottom|z|order|col|cols|row|rows|grid|flex|basis|grow|shrink|justify|items|content|self|place|align|text|font|leading|tracking|line|bg|from|via|to|border|rounded|shadow|opacity|ring|outline|fill|stroke|divide|overflow|object|aspect|cursor|pointer|select|transition|duration|ease|delay|animate|transform|scale|rotate|translate|skew|origin|float|offset|position|link|list|sr|backdrop|blur|whitespace|break|table|will|snap|scroll|touch|accent|caret|decoration|indent|columns|container|btn|u|util|has|is|no|wow|aos|fade|swiper|slick|lazy|lazyload)(?:-|$)/.test(
    name,
  ) ||
  /^(?:block|inline|inline-block|inline-flex|hidden|visible|invisible|static|fixed|absolute|relative|sticky|truncate|uppercase|lowercase|capitalize|italic|underline|antialiased|clearfix|group|peer|collapse|lead|small|active|open|opened|closed|show|shown|hide|selected|disabled|current|hover|focus|loaded|loading|in|out|first|last|odd|even|animated|wrapper|inner|outer)$/.test(
    name,
  )

/** Hashes mix digits or capitals into words, or have no vowels. */
const isHash = (part: string) =>
  /\d[a-z]+\d|[a-z]\d[a-z]|\d{3}/i.test(part) ||
  (part.length > 4 && /^\d|\d[a-z]/i.test(part)) ||
  (part.length > 4 && !/[aeiouy]/i.test(part)) ||
  // Words of people have few capitals: productPrice, but not bdVaJa.
  (part.match(/[A-Z]/g) ?? []).length > Math.max(1, part.length / 4)

const isStable = (name: string) =>
  plainName.test(name) &&
  !ofLibrary.test(name) &&
  !/^[a-z]{1,8}[-_]?\d+$/i.test(name) &&
  !name.split(/[-_]+/).some(isHash)

/** Attributes for tests and machines are named by people and kept. Others say a state or a number. */
const isNamed = (name: string) =>
  /^(?:itemprop|data-(?!v-|s-|react|styled|emotion|headlessui|radix|state|aos|wow|bs|toggle|target|index|position|id$|key$|src|lazy|loaded|animat|aria|n-|gtm|track|analytics|elementor)[a-z][a-z-]*[a-z])$/.test(
    name,
  )

const isShortWord = (value: string) =>
  /^[\w -]{1,40}$/.test(value) && !value.split(/[ _-]+/).some(isHash)

/** Selectors of the element itself, best first. */
const listNames = (element: Element): string[] => {
  const tag = tagName.test(element.localName) ? element.localName : ''
  const attributes = [...element.attributes]
    .filter(({ name }) => isNamed(name))
    .flatMap(({ name, value }) => [
      ...(isShortWord(value) ? [`[${name}="${value}"]`] : []),
      // The value is another one on the next product, the attribute isn't.
      ...(name === 'itemprop' ? [] : [`[${name}]`]),
    ])
  const classes = [...element.classList]
    .filter((name) => isStable(name) && !isUtility(name))
    .map((name) => `.${name}`)
  const pairs = classes.flatMap((one, at) => classes.slice(at + 1).map((other) => one + other))
  const id = element.id && isStable(element.id) ? [`#${element.id}`] : []
  const parts = [...id, ...attributes, ...classes.slice(0, 6), ...pairs.slice(0, 6)]
  // A custom element is named by people, too, and a page has few of the others.
  return [
    ...parts,
    ...(/-|^(?:h1|main|article|address)$/.test(tag) ? [tag] : []),
    ...parts.slice(0, 8).map((one) => tag + one),
  ]
    .filter((one) => !/^#.*#/.test(one))
    .filter((one, at, all) => all.indexOf(one) === at)
}

const find = (selector: string) => [...document.querySelectorAll(selector)]

/** The one that a page shows the nudge at: the first with a box (more/place.ts). */
const findPlace = (selector: string): Element | undefined => {
  const found = find(selector)
  return found.find(hasBox) ?? found[0]
}

/** Only this one, apart from copies that aren't displayed. */
const isUnique = (selector: string, element: Element) => {
  if (selector.length > mostLength) return false
  const found = find(selector)
  return found.includes(element) && !found.some((other) => other !== element && hasBox(other))
}

const listAncestors = (element: Element): Element[] => {
  const all: Element[] = []
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
    all.push(one)
  return all
}

/** `price` inside of `product`: what it is, and what it is in, from the nearest on. */
const listScoped = (element: Element, names: readonly string[]): string[] => {
  const tag = tagName.test(element.localName) ? [element.localName] : []
  const outers = listAncestors(element).slice(0, 8).map(listNames)
  return [...names.slice(0, 8), ...tag].flatMap((inner) =>
    outers.flatMap((outer) => outer.slice(0, 6).map((one) => `${one} ${inner}`)),
  )
}

/** From the nearest ancestor that has a name, step by step. */
const findByPosition = (element: Element): string | undefined => {
  const steps: string[] = []
  let at: Element | null = element
  while (at && at !== document.body && steps.length < mostSteps) {
    const base =
      at === element ? undefined : listNames(at).find((one) => isUnique(one, at as Element))
    if (base !== undefined) return accept([base, ...steps], element)
    steps.unshift(countStep(at))
    at = at.parentElement
  }
  return accept(['body', ...steps], element)
}

const accept = (steps: readonly string[], element: Element) => {
  const selector = steps.join(' > ')
  return steps.length <= mostSteps && isUnique(selector, element) ? selector : undefined
}

const countStep = (element: Element) => {
  const tag = element.localName
  const alike = [...(element.parentElement?.children ?? [])].filter((one) => one.localName === tag)
  return alike.length > 1 ? `${tag}:nth-of-type(${alike.indexOf(element) + 1})` : tag
}

/** Null when the element can't be found again. */
export const makeSelector = (element: Element): string | null => {
  const names = listNames(element)
  const scoped = listScoped(element, names)
  const isFirst = (one: string) => one.length <= mostLength && findPlace(one) === element
  return (
    names.find((one) => isUnique(one, element)) ??
    scoped.find((one) => isUnique(one, element)) ??
    // Repeated, for example by related products: the first one counts.
    [...names, ...scoped.slice(0, names.length * 8)].find(isFirst) ??
    findByPosition(element) ??
    null
  )
}
