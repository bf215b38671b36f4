/**
 * Texts of shops, services and pages as people read them. Shop systems store titles as HTML, so files,
 * feeds, webhooks and pages contain "Mother&#039;s Mug &amp; <b>Saucer</b>".
 *
 * The result is text and never markup: `<script>` that was written as entities leaves no tag either,
 * and each screen and the pixel still have to insert it as text.
 */
import { Parser } from 'htmlparser2'

/** Longer texts are cut first. No text that visitors see is as long. */
const maxLength = 20_000

/**
 * Exports of exports encode entities again: "&amp;amp;amp;". One round more than was ever seen, so that
 * the result of a result is the same.
 */
const maxRounds = 4

/**
 * One line of text: entities are decoded, also those that were encoded several times, HTML tags and
 * control characters are removed, and spaces are collapsed. Keeps "a < b", "List<String>" and "AT&T",
 * which are no markup. Empty when nothing is left.
 */
export const plainLine = (written: string): string =>
  decoded(written, ' ')
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()

/** The same for longer texts: paragraphs and line breaks stay lines, blank lines don't. */
export const plainText = (written: string): string =>
  decoded(written, '\n')
    .split(/[\n\r]/)
    .map((line) => line.replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')

/** @param lineBreak replaces tags that end a line */
function decoded(written: string, lineBreak: string): string {
  let text = written.slice(0, maxLength)
  for (let round = 0; round < maxRounds; round += 1) {
    const before = text
    text = withoutTags(text, lineBreak).replaceAll(entity, decodeEntity)
    if (text === before) return text
  }
  return withoutTags(text, lineBreak)
}

/** Only with its semicolon: "Mac&notebook" has no sign of negation. */
const entity = /&(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g

const known = new Map<string, string>()
const maxKnown = 3_000

/** Names and numbers by HTML's table; an unknown name stays as it is. */
function decodeEntity(written: string): string {
  const found = known.get(written)
  if (found !== undefined) return found
  let text = ''
  const parser = new Parser({
    ontext(part) {
      text += part
    },
  })
  parser.end(written)
  if (known.size >= maxKnown) known.clear()
  known.set(written, text)
  return text
}

/** Elements of HTML (WHATWG, index of elements) and former ones that texts still contain. */
const elements = new Set(
  `a abbr acronym address area article aside audio b base bdi bdo big blink blockquote body br button
  canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em
  embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup
  hr html i iframe img input ins kbd label legend li link main map mark marquee menu meta meter nav nobr
  noframes noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp
  script search section select slot small source span strike strong style sub summary sup svg table
  tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr`.split(/\s+/),
)

/** Elements whose content isn't read. */
const isSilent = (name: string) => name === 'script' || name === 'style'
const breaking = new Set(
  'br p div li tr h1 h2 h3 h4 h5 h6 blockquote hr ul ol table section article'.split(' '),
)

const tag = /<(?:(\/?)([A-Za-z][A-Za-z\d]*)(?=[\s/>])[^<>]*>|!--)/y

/** In time that grows with the length alone: each character is passed once. */
function withoutTags(text: string, lineBreak: string): string {
  let result = ''
  let at = 0
  for (;;) {
    const start = text.indexOf('<', at)
    if (start === -1) return result + text.slice(at)
    result += text.slice(at, start)
    tag.lastIndex = start
    const found = tag.exec(text)
    const name = found?.[2]?.toLowerCase() ?? ''
    if (!found || (name !== '' && !elements.has(name))) {
      result += '<'
      at = start + 1
      continue
    }
    at = tag.lastIndex
    if (name === '') at = endOf(text, '--', at)
    else if (isSilent(name) && found[1] === '') at = endOf(text, name, at)
    if (breaking.has(name)) result += lineBreak
  }
}

const closings = { '--': /-->/g, script: /<\/script/gi, style: /<\/style/gi }

/** Where the reading goes on: behind a comment, at the end tag of an element. */
function endOf(text: string, of: keyof typeof closings, from: number): number {
  const closing = closings[of]
  closing.lastIndex = from
  const found = closing.exec(text)
  if (!found) return text.length
  return of === '--' ? closing.lastIndex : found.index
}
