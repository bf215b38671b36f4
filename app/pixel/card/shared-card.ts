/**
 * Modules that the showing script shares with the `more` script, as shared-core.ts does for the
 * core.
 */
import { fillCard } from './card.ts'
import { keepFresh } from './keep-fresh.ts'
import { makeButton, makeElement } from './element.ts'
import { addStyle, makeLayer } from './layer.ts'
import { watchUse } from './interactions.ts'
import { trackCard } from './track-card.ts'

export const sharedCard = {
  addStyle,
  trackCard,
  fillCard,
  keepFresh,
  makeButton,
  makeElement,
  makeLayer,
  watchUse,
}
