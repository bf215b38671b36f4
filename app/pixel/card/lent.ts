/** What the script that shows lends to the one for what few nudges have, as the core does (tools.ts). */
import { fillCard } from './card.ts'
import { keepCurrent } from './current.ts'
import { makeButton, makeElement } from './element.ts'
import { addStyle, makeLayer } from './layer.ts'
import { watchUse } from './use.ts'
import { createTell } from './witness.ts'

export const lent = {
  addStyle,
  createTell,
  fillCard,
  keepCurrent,
  makeButton,
  makeElement,
  makeLayer,
  watchUse,
}
