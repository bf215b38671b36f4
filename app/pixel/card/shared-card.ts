/**
 * Modules that the showing script shares with the `more` script, as shared-core.ts does for the
 * core.
 */
import { drawCard } from './card.ts'
import { keepFresh } from './keep-fresh.ts'
import { hasBox, makeButton, makeElement } from './element.ts'
import { addStyle } from './theme.ts'

export const sharedCard = {
  addStyle,
  drawCard,
  hasBox,
  keepFresh,
  makeButton,
  makeElement,
}
