/** A nudge inside the page. It stays, and never shifts what is being read. */
import type { PixelOptions } from '#app/contract/pixel.ts'
import { later, listen, readClock, guarded } from '../guard.ts'
import type { More, ItemText } from '../renderer.ts'
import { fillCard } from '../card/card.ts'
import { keepFresh } from '../card/keep-fresh.ts'
import { addStyle, makeLayer } from '../card/layer.ts'
import { trackCard, watchUse } from '../card/track-card.ts'
import { makePlace } from './place.ts'

/**
 * Shifts this soon after an interaction are expected; browsers don't count them as layout shifts
 * either.
 */
const pressMillis = 500

export const writeInlineStyle = ({ inlineBorder }: PixelOptions) =>
  ':host{display:block!important;padding:8px 0!important}.gone{visibility:hidden}' +
  (inlineBorder ? '' : '.card{border-color:transparent}')

/**
 * Draws the nudge at its placement. It appears and disappears immediately where nothing visible
 * shifts: before the first paint, out of view, or in reserved room. Otherwise it waits until the
 * placement is out of view or the visitor interacts.
 */
export const showInline: More['inline'] = (showing, stage) => {
  const { nudge, item } = showing
  const place = makePlace(nudge)
  if (!place) return () => {}
  const layer = makeLayer(stage.payload, 'inline', place)
  const { host, root, card } = layer
  addStyle(card, writeInlineStyle(stage.payload.options))
  const track = trackCard(showing, stage.report)
  let words: ItemText | null = null
  let stopUse = () => {}
  let pressedAt = -Infinity

  const takeOut = () => {
    stopUse()
    for (const stop of stops) stop()
    place.remove()
  }

  const { panel, write: showText } = fillCard(
    layer,
    { showing, stage },
    {
      turnOff: () => {
        track('close')
        takeOut()
        stage.onGone('off')
      },
      toggled: () => {},
    },
  )

  /** In a grid, even an empty element takes a cell, unless it overlaps the others. */
  const takeRoom = (takesRoom: boolean) => {
    place.style.position = takesRoom ? '' : 'absolute'
  }

  const empty = () => {
    host.remove()
    takeRoom(false)
  }

  const updatePlace = () => {
    if (host.isConnected === (words !== null)) return
    const before = measureAround(place)
    takeRoom(true)
    const mayMove = readClock() - pressedAt < pressMillis || isFreeToMove(place)
    if (!words) {
      if (mayMove) empty()
      return
    }
    place.appendChild(host)
    // Keeps its height when later text is shorter, so the rest of the page doesn't shift.
    card.style.minHeight = ''
    card.style.minHeight = `${card.offsetHeight}px`
    if (!mayMove && measureAround(place) !== before) empty()
  }

  const show = (newText: ItemText | null) => {
    // Reserved room for text is invisible.
    if (!newText !== !words) {
      stopUse()
      if (newText) stopUse = watchUse(card, track)
    }
    words = newText
    card.classList.toggle('gone', !newText)
    if (newText) showText(newText)
    updatePlace()
  }

  const stops = [
    keepFresh(item, stage, show),
    watchPlace(place, updatePlace),
    listen(document, 'click', () => {
      pressedAt = readClock()
      later(0, updatePlace)
    }),
    listen(document, 'keydown', ({ key }) => {
      if (key === 'Escape' && panel.isOpen() && (root.activeElement || card.matches(':hover'))) {
        panel.close()
      }
    }),
  ]
  takeRoom(false)
  show(stage.format(item))
  return takeOut
}

/** Positions of the placement's neighbors and container; unchanged as long as nothing shifts. */
const measureAround = ({
  previousElementSibling: previous,
  nextElementSibling: next,
  parentElement: parent,
}: Element) => [...[previous, next].map(measure), parent?.getBoundingClientRect().height].join()

const measure = (element: Element | null) => {
  const box = element?.getBoundingClientRect()
  return [box?.x, box?.y, box?.width]
}

const isFreeToMove = (place: Element) => {
  const { top, bottom } = place.getBoundingClientRect()
  if (top >= innerHeight || !performance.getEntriesByType('paint').length) return true

  // Without scroll anchoring, content inserted above would shift what is being read.
  return bottom <= 0 && CSS.supports('overflow-anchor', 'auto')
}

const watchPlace = (place: Element, changed: () => void) => {
  const observer = new IntersectionObserver(guarded(changed))
  observer.observe(place)
  return () => observer.disconnect()
}
