/**
 * Modules that the showing script shares with the `more` script, as shared-core.ts does for the
 * core. Those of plain popups come first.
 */
import { drawCard } from './card.ts'
import { keepFresh } from './keep-fresh.ts'
import { hasBox, makeButton, makeElement } from './element.ts'
import { addStyle } from './theme.ts'

/** The panel's content needs no more. */
export const sharedPlainCard = { addStyle, makeButton, makeElement }

export const sharedCard = {
  ...sharedPlainCard,
  drawCard,
  hasBox,
  keepFresh,
}
