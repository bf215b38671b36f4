/** Content of a nudge's panel: the explanation, and buttons to close it or turn nudges off. */
import { makeButton, makeElement } from '../card/element.ts'
import { addStyle } from '../card/theme.ts'
import type { More } from '../renderer.ts'

const style = `
p{margin:0;font-size:14px}
ul{margin:4px 0 0;padding-inline-start:16px;color:var(--faint)}
.acts{display:flex;flex-wrap:wrap;gap:8px;margin-top:8px}
.act{min-height:44px;padding:0 12px;border-radius:8px;color:var(--accent);font-weight:600}
.act:first-child{border-color:var(--accent)}`

export const explainNudge: More['explain'] = (panel, why, { phrases, turnOff, close }) => {
  const [first = '', ...others] = why
  const list = makeElement('ul', '', ...others.map((sentence) => makeElement('li', '', sentence)))
  list.hidden = !others.length
  const buttons = [
    makeButton('act', phrases.gotIt, close),
    makeButton('act', phrases.turnOff, turnOff),
  ]
  panel.replaceChildren(makeElement('p', '', first), list, makeElement('div', 'acts', ...buttons))
  addStyle(panel, style)
}
