/** What the script that shows lends to the one for what few nudges have, as the core does (tools.ts). */
import { fillCard } from './card.ts'
import { keepFresh } from './current.ts'
import { makeButton, makeElement } from './element.ts'
import { addStyle, makeLayer } from './layer.ts'
import { watchInteractions } from './use.ts'
import { createCardTracker } from './witness.ts'

export const sharedCard = {
  addStyle,
  createTell: createCardTracker,
  fillCard,
  keepCurrent: keepFresh,
  makeButton,
  makeElement,
  makeLayer,
  watchUse: watchInteractions,
}
