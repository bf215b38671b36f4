/** A nudge inside of the page. It stays, and it never pushes about what is being read. */
import { later, listen, readClock, silence } from '../quiet.ts'
import type { Showing, Stage, Words } from '../stage.ts'
import { fillCard } from './card.ts'
import { keepCurrent } from './current.ts'
import { makeLayer } from './layer.ts'
import { watchUse } from './use.ts'
import { createTell } from './witness.ts'

/** What moves so soon after a press was expected to: browsers don't count it as a layout shift either. */
const pressMillis = 500

/**
 * Draws the nudge as the last part of `place`. It comes and goes at once where nothing that can be
 * seen moves by it: the page has not been painted, the place is out of sight, or has room of its own.
 * Else it comes, or gives its room back, when the place is out of sight or something was pressed.
 * Call the answer to take it out.
 */
export const showInline = (showing: Showing, stage: Stage, place: Element): (() => void) => {
  const layer = makeLayer(stage.payload, 'inline')
  const { host, root, card } = layer
  const { item } = showing
  const tell = createTell(showing, stage.report)
  let words: Words | null = null
  let stopUse = () => {}
  let pressedAt = -Infinity

  const takeOut = () => {
    stopUse()
    for (const stop of stops) stop()
    host.remove()
  }

  const { panel, write } = fillCard(
    layer,
    { showing, stage },
    {
      turnOff: () => {
        tell('close')
        takeOut()
        stage.onGone('off')
      },
      toggled: () => {},
    },
  )

  const settle = () => {
    if (host.isConnected === (words !== null)) return
    const mayMove = readClock() - pressedAt < pressMillis || isFreeToMove(place)
    if (!words) {
      if (mayMove) host.remove()
      return
    }
    const before = measureAround(place)
    place.appendChild(host)
    // Later words that are shorter leave the rest of the page where it is.
    card.style.minHeight = ''
    card.style.minHeight = `${card.offsetHeight}px`
    if (!mayMove && measureAround(place) !== before) host.remove()
  }

  const show = (told: Words | null) => {
    // Room that is kept for words is nothing that anybody sees.
    if (!told !== !words) {
      stopUse()
      if (told) stopUse = watchUse(card, tell)
    }
    words = told
    card.classList.toggle('gone', !told)
    if (told) write(told)
    settle()
  }

  const stops = [
    keepCurrent(item, stage, show),
    watchPlace(place, settle),
    listen(document, 'click', () => {
      pressedAt = readClock()
      later(0, settle)
    }),
    listen(document, 'keydown', ({ key }) => {
      if (key === 'Escape' && panel.isOpen() && (root.activeElement || card.matches(':hover'))) {
        panel.close()
      }
    }),
  ]
  show(stage.tell(item))
  return takeOut
}

/** Where what stands behind the place begins and its surroundings end; the same as long as nothing moves. */
const measureAround = ({ nextElementSibling: next, parentElement: parent }: Element) =>
  [next?.getBoundingClientRect().top, parent?.getBoundingClientRect().height].join()

const isFreeToMove = (place: Element) => {
  const { top, bottom } = place.getBoundingClientRect()
  if (top >= innerHeight || !performance.getEntriesByType('paint').length) return true

  // Without scroll anchoring what is read would jump by what comes above it.
  return bottom <= 0 && CSS.supports('overflow-anchor', 'auto')
}

const watchPlace = (place: Element, changed: () => void) => {
  const observer = new IntersectionObserver(silence(changed))
  observer.observe(place)
  return () => observer.disconnect()
}
