/** Reads single elements of a page's HTML. Runs no scripts. */
import { setImmediate } from 'node:timers/promises'
import { Tokenizer } from 'htmlparser2'

/** Names are in lower case. The first of repeated attributes counts, as in browsers. */
export type Attributes = ReadonlyMap<string, string>

export type ElementListener = {
  onElement: (name: string, attributes: Attributes) => void
  onClose?: (name: string) => void
  onComment?: (text: string) => void
  /** Text of one of the elements, in pieces. Meant for scripts and styles, which have no children. */
  onText?: (name: string, text: string) => void
}

/** Characters that are read before other work of the process gets its turn. */
const turnLength = 64 * 1024

/** Reads elements of these names. Knows no nesting, whose bookkeeping costs the square of the depth. */
export async function readElements(
  html: string,
  names: readonly string[],
  listener: ElementListener,
): Promise<void> {
  const tokenizer = createTokenizer(html, names, listener)
  for (let at = 0; at < html.length; at += turnLength) {
    tokenizer.write(html.slice(at, at + turnLength))
    await setImmediate()
  }
  tokenizer.end()
}

/** @param html the whole text, to be written to the tokenizer piece by piece */
function createTokenizer(
  html: string,
  names: readonly string[],
  { onElement, onClose, onComment, onText }: ElementListener,
): Tokenizer {
  let element: { name: string; attributes: Map<string, string> } | null = null
  let attribute = ''
  let value = ''
  /** The element whose text is being read. */
  let open: string | null = null
  const ignore = () => undefined
  const endElement = () => {
    if (element) onElement(element.name, element.attributes)
    open = element?.name ?? null
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
        if (element && !element.attributes.has(attribute)) element.attributes.set(attribute, value)
      },
      onopentagend: endElement,
      onselfclosingtag: endElement,
      oncomment(start, end) {
        onComment?.(html.slice(start, end))
      },
      onclosetag(start, end) {
        open = null
        onClose?.(html.slice(start, end).toLowerCase())
      },
      ontext(start, end) {
        if (open !== null) onText?.(open, html.slice(start, end))
      },
      oncdata: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontextentity: ignore,
    },
  )
}
