/**
 * The bar above a previewed page: says that it is a preview, which nudges aren't shown and why, and
 * ends it.
 */
import type { PixelPayload, PixelPreview } from '#app/contract/pixel.ts'
import { makeButton, makeElement } from '../card/element.ts'

const looks = `
:host{all:initial!important;position:fixed!important;z-index:2147482999!important;inset:8px 8px auto!important;display:flex!important;justify-content:center!important;pointer-events:none!important}
section{pointer-events:auto;box-sizing:border-box;max-width:min(600px,100%);max-height:40vh;overflow:auto;padding:8px 12px;color:#fff;background:#0f2a1f;border:1px solid #4ade93;border-radius:10px;font:13px/18px system-ui,sans-serif;overflow-wrap:anywhere;text-align:start}
header{display:flex;flex-wrap:wrap;align-items:center;gap:2px 12px}
b{font-weight:600}
button{min-height:24px;padding:0 8px;color:inherit;background:none;border:1px solid #7fa892;border-radius:6px;font:inherit;cursor:pointer}
button:focus-visible{outline:2px solid #fff;outline-offset:2px}
p{margin:6px 0 0}
ul{margin:2px 0 0;padding-inline-start:18px}
[hidden]{display:none!important}
@media print{section{display:none}}`

export type Bar = {
  /** Start of a page view; undefined when its payload couldn't be loaded. */
  begin: (payload: PixelPayload | undefined) => void
  /** Why a nudge isn't shown; without a reason it is. */
  update: (nudge: string, reason?: Reason) => void
}

type Reason = keyof PixelPreview['reasons']

export const showBar = (words: PixelPreview, end: () => void): Bar => {
  const host = document.createElement('footfall-preview')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(looks)
  root.adoptedStyleSheets = [sheet]
  const section = makeElement('section', '')
  section.setAttribute('aria-label', words.title)
  const header = makeElement('header', '')
  header.append(
    makeElement('b', '', words.title),
    makeElement('span', '', words.note),
    makeButton('', words.end, end),
  )
  const heading = makeElement('p', '')
  const list = makeElement('ul', '')
  section.append(header, heading, list)
  root.append(section)

  let { names, details } = words
  let hasNudges = true
  const unshown = new Map<string, Reason>()

  const draw = () => {
    heading.textContent = hasNudges ? `${words.unshown}:` : words.none
    heading.hidden = hasNudges && !unshown.size
    list.hidden = !unshown.size
    list.replaceChildren(
      ...[...unshown].map(([nudge, reason]) => {
        const detail: Partial<Record<Reason, string>> = details?.[nudge] ?? {}
        const why = detail[reason] ?? words.reasons[reason] ?? reason
        return makeElement('li', '', `${names[nudge] ?? ''} – ${why}`)
      }),
    )
  }

  return {
    begin: (payload) => {
      section.dir = payload?.options.direction ?? section.dir
      names = payload?.preview?.names ?? names
      details = payload?.preview?.details ?? details
      hasNudges = Object.keys(names).length > 0
      unshown.clear()
      draw()
      document.documentElement.append(host)
    },
    update: (nudge, reason) => {
      if (reason) unshown.set(nudge, reason)
      else unshown.delete(nudge)
      draw()
    },
  }
}
