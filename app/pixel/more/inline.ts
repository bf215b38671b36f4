/** A nudge inside of the page. It stays, and it never pushes about what is being read. */
import type { PixelOptions } from '#app/contract/pixel.ts'
import { later, listen, readClock, guarded } from '../guard.ts'
import type { More, ItemText } from '../renderer.ts'
import { fillCard } from '../card/card.ts'
import { keepFresh } from '../card/keep-fresh.ts'
import { addStyle, makeLayer } from '../card/layer.ts'
import { watchInteractions } from '../card/interactions.ts'
import { createCardTracker } from '../card/track-card.ts'
import { makePlace } from './place.ts'

/** What moves so soon after a press was expected to: browsers don't count it as a layout shift either. */
const pressMillis = 500

export const writeInlineStyle = ({ inlineBorder }: PixelOptions) =>
  ':host{display:block!important;padding:8px 0!important}.gone{visibility:hidden}' +
  (inlineBorder ? '' : '.card{border-color:transparent}')

/**
 * Draws the nudge at its place. It comes and goes at once where nothing that can be
 * seen moves by it: the page has not been painted, the place is out of sight, or has room of its own.
 * Else it comes, or gives its room back, when the place is out of sight or something was pressed.
 */
export const showInline: More['showInline'] = (showing, stage) => {
  const { nudge, item } = showing
  const place = makePlace(nudge)
  if (!place) return () => {}
  const layer = makeLayer(stage.payload, 'inline')
  const { host, root, card } = layer
  addStyle(card, writeInlineStyle(stage.payload.options))
  const track = createCardTracker(showing, stage.report)
  let words: ItemText | null = null
  let stopUse = () => {}
  let pressedAt = -Infinity

  const takeOut = () => {
    stopUse()
    for (const stop of stops) stop()
    place.remove()
  }

  const { panel, showText } = fillCard(
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

  /** In a grid even an empty element has a cell of its own, unless it is laid over the others. */
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
    // Later words that are shorter leave the rest of the page where it is.
    card.style.minHeight = ''
    card.style.minHeight = `${card.offsetHeight}px`
    if (!mayMove && measureAround(place) !== before) empty()
  }

  const show = (newText: ItemText | null) => {
    // Room that is kept for words is nothing that anybody sees.
    if (!newText !== !words) {
      stopUse()
      if (newText) stopUse = watchInteractions(card, track)
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
  show(stage.formatItem(item))
  return takeOut
}

/** Where what stands beside the place is and its surroundings end; the same as long as nothing moves. */
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

  // Without scroll anchoring what is read would jump by what comes above it.
  return bottom <= 0 && CSS.supports('overflow-anchor', 'auto')
}

const watchPlace = (place: Element, changed: () => void) => {
  const observer = new IntersectionObserver(guarded(changed))
  observer.observe(place)
  return () => observer.disconnect()
}
