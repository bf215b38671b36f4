/** A nudge inside the page. It stays, and never shifts what is being read. */
import { attempt, later, listen, readClock, guarded } from '../guard.ts'
import type { More, ItemText } from '../renderer.ts'
import { drawCard } from '../card/card.ts'
import { keepFresh } from '../card/keep-fresh.ts'
import { addStyle } from '../card/theme.ts'
import { writeInlineStyle } from './inline-style.ts'
import { makePlace, type Place } from './place.ts'

/** How long it may push the page down after the start, unless the visitor uses the page. */
const settleMillis = 10_000
/** How long after its view began this script may have come for that. */
const unwatchedMillis = 2000
/** How far: two lines. */
const settlePixels = 48

/**
 * How often it is put back in the task that took it out: pages may take it out each time. Those that
 * leave its neighbor where it is are counted for the whole view.
 */
const mostRestores = 50

/** Who scrolled before isn't known. */
const loadedAt = readClock()
/** URL of the page that the visitor last used. */
let used = ''
for (const type of ['click', 'pointerdown', 'keydown', 'scroll'] as const) {
  const note = (target?: EventTarget | null) => {
    // Sliders go on alone. In many shops another element scrolls than the page.
    if (type !== 'scroll' || scrollY || (target as Partial<Element>).scrollTop) used = location.href
  }
  // Missing in Safari before 26, and broken on pages that replace `performance` by a copy.
  attempt(() => performance.eventCounts.get(type) && note())
  listen(document, type, ({ target }) => note(target))
}

/**
 * Draws the nudge at its placement. It appears and disappears immediately where nothing visible
 * shifts: on the line of its neighbor, out of view, or in reserved room. While the page settles it
 * may push the rest down a little. Otherwise it waits until the placement is out of view. Reports
 * that it had no room if the view ends before.
 */
export const showInline: More['inline'] = (showing) => {
  const { nudge, payload, report, now } = showing
  const place = makePlace(nudge)
  if (!place) return
  const { element } = place
  const { options, preview } = payload
  // Elements that aren't on the page have no direction.
  place.put()
  const { host, card, showText, watch, tracked } = drawCard(showing, element)
  addStyle(card, writeInlineStyle(options))
  let words: ItemText | null = null
  let hasRoom = true
  const begunAt = readClock()
  const isWatched = loadedAt - begunAt + (now() - showing.begunAt) * 1000 < unwatchedMillis
  let stopUse = () => {}

  const noteRoomless = () => {
    // A view has one outcome.
    if (hasRoom || tracked?.has('impression')) return
    hasRoom = true
    report({ type: 'not_shown', nudge: nudge.id, reason: 'no_room', count: 1 }, 'later')
  }

  const takeOut = () => {
    noteRoomless()
    stopUse()
    for (const stop of stops) stop()
    element.remove()
  }

  /** The visitor neither scrolled nor pressed anything on this page. */
  const isSettling = () =>
    isWatched && used !== location.href && !scrollY && readClock() - begunAt < settleMillis

  /** In a grid, even an empty element takes a cell, unless it overlaps the others. */
  const takeRoom = (takesRoom: boolean) => {
    element.style.position = takesRoom ? '' : 'absolute'
  }

  const empty = () => {
    host.remove()
    takeRoom(false)
  }

  /** Draws the nudge. Returns by how many pixels that moved what is around it. */
  const fill = () => {
    takeRoom(false)
    const before = measureAround(element)
    takeRoom(true)
    element.append(host)
    // Keeps its height when later text is shorter, so the rest of the page doesn't shift.
    card.style.minHeight = ''
    card.style.minHeight = `${card.offsetHeight}px`
    const moves = measureAround(element).map((edge, at) => Math.abs(edge - (before[at] ?? 0)))
    return Math.max(...moves)
  }

  /** @param isRestored the page has drawn its placement again, and this in no frame yet */
  const updatePlace = (isRestored?: boolean) => {
    if (host.isConnected === (words !== null)) return
    if (!words) {
      if (isFreeToMove(element)) empty()
      return
    }
    const isOnLine = options.layout && place.putOnLine()
    if (isOnLine) {
      hasRoom = !fill() && isOnLine(host)
      if (hasRoom) return
      empty()
    }
    place.put()
    if (!element.isConnected) return
    const most = isRestored || isFreeToMove(element) ? Infinity : isSettling() ? settlePixels : 0
    hasRoom = fill() <= most
    if (hasRoom) return
    // The owner sees it in any case.
    if (preview) noteRoomless()
    else empty()
  }

  const show = (newText: ItemText | null) => {
    // Reserved room for text is invisible.
    if (!newText !== !words) {
      stopUse()
      if (newText) stopUse = watch()
    }
    words = newText
    card.classList.toggle('gone', !newText)
    if (newText) showText(newText)
    updatePlace()
  }

  takeRoom(false)
  const stops = [
    keepFresh(showing, (text) => {
      if (showing.isOver()) takeOut()
      else show(text)
    }),
    watchPlace(element, () => updatePlace()),
    watchRemoval(place, isSettling, (isOvertaken) => {
      // Beside another product at no time.
      empty()
      updatePlace(hasRoom && !isOvertaken)
      return element.isConnected
    }),
    listen(window, 'pagehide', noteRoomless),
  ]
  show(showing.formatText())
}

/** Edges of the placement's neighbors and containers; unchanged as long as nothing shifts. */
const measureAround = (place: Element) =>
  [place, place.parentElement].flatMap((element) => [
    ...measure(element?.previousElementSibling),
    ...measure(element?.nextElementSibling),
    element?.parentElement?.getBoundingClientRect().height ?? 0,
  ])

const measure = (element: Element | null | undefined) => {
  const { x = 0, y = 0, width = 0 } = element?.getBoundingClientRect() ?? {}
  return [x, y, width]
}

const isFreeToMove = (place: Element) => {
  const { top, bottom } = place.getBoundingClientRect()
  // In a grid it would move what is before it as well.
  const before = place.previousElementSibling?.getBoundingClientRect().bottom ?? 0
  if (top >= innerHeight || !performance.getEntriesByType('paint').length) return true

  // Without scroll anchoring, content inserted above would shift what is being read.
  return bottom <= 0 && before <= 0 && CSS.supports('overflow-anchor', 'auto')
}

/**
 * Calls back before the page is painted without the place, or with it at another one than the first.
 *
 * @param isSettling whether another match may still be the first one
 * @param restore returns whether it is on the page again
 */
const watchRemoval = (
  { element, overtake, lose }: Place,
  isSettling: () => boolean,
  restore: (isOvertaken: boolean) => boolean,
) => {
  let restores = 0
  const observer = new MutationObserver(
    guarded((changes: MutationRecord[]) => {
      // Later, pages may draw a cart or a bar with the price.
      const isOvertaken = element.isConnected && isSettling() && overtake(changes)
      if (element.isConnected && !isOvertaken) return
      const isRedrawn = lose(changes)
      if (restores >= mostRestores || !restore(isOvertaken)) return
      restores++
      // In another task the page may draw it again as often as it likes.
      if (isRedrawn) {
        later(0, () => {
          restores = 0
        })
      }
    }),
  )
  observer.observe(document, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const watchPlace = (place: Element, changed: () => void) => {
  const observer = new IntersectionObserver(guarded(changed))
  observer.observe(place)
  return () => observer.disconnect()
}
