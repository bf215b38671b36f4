/** Content of a nudge's panel: the title, the explanation, and a button to turn nudges off. */
import { makeButton, makeElement } from '../card/element.ts'
import { addStyle } from '../card/layer.ts'
import type { More } from '../renderer.ts'

const style = `
b{font-weight:600}
p{margin:4px 0 0}
.turn{min-height:28px;margin-top:4px;color:var(--accent);border:0;text-decoration:underline}`

export const explainNudge: More['explain'] = (panel, why, { phrases, turnOff }) => {
  const sentences = why.map((sentence) => makeElement('p', '', sentence))
  const button = makeButton('turn', phrases.turnOff, turnOff)
  panel.replaceChildren(makeElement('b', '', phrases.why), ...sentences, button)
  addStyle(panel, style)
}
