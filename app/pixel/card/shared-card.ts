/**
 * Modules that the showing script shares with the `more` script, as shared-core.ts does for the
 * core.
 */
import { fillCard } from './card.ts'
import { keepFresh } from './keep-fresh.ts'
import { hasBox, makeButton, makeElement } from './element.ts'
import { addStyle, makeLayer } from './layer.ts'
import { trackCard, watchUse } from './track-card.ts'

export const sharedCard = {
  addStyle,
  trackCard,
  fillCard,
  hasBox,
  keepFresh,
  makeButton,
  makeElement,
  makeLayer,
  watchUse,
}
