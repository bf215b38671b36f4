/** The life of a popup: appear, be read, pause, leave. */
import { hasDialog, isVisitorBusy } from '../play/interruptible.ts'
import { later, listen, guarded, whenTabVisible } from '../guard.ts'
import type { Showing, RenderContext } from '../renderer.ts'
import { fillCard } from './card.ts'
import { avoidFocus } from './avoid-focus.ts'
import { keepFresh } from './keep-fresh.ts'
import { makeLayer, type Layer } from './layer.ts'
import { startDismissTimer } from './dismiss-timer.ts'
import { leaveMillis } from './style.ts'
import { watchInteractions } from './interactions.ts'
import { createCardTracker } from './track-card.ts'

/** The time that a screen reader gets to notice the empty live region. */
const noticeMillis = 100
/** When the visitor can't be disturbed, or there is no place beside what has the focus, it tries again after so long. */
const retryMillis = 1000

/** How often it looks whether a dialog has come, before which it steps aside. */
const lookMillis = 1000

type Leaving = 'over' | 'closed' | 'off'

/** Shows the nudge as soon as the tab is visible and calls `onGone` when it has left the page. */
export const showPopup = (showing: Showing, stage: RenderContext) => {
  whenTabVisible(() => {
    const layer = makeLayer(stage.payload, 'popup')
    document.body.append(layer.host)
    later(noticeMillis, () => whenTabVisible(() => appear(layer, showing, stage)))
  })
}

const appear = (layer: Layer, showing: Showing, stage: RenderContext) => {
  const { host, root, card, textElement } = layer
  const { item, nudge } = showing
  const { options } = stage.payload
  const words = stage.formatItem(item)
  if (!words) {
    host.remove()
    stage.onGone('unseen')
    return
  }
  const tryAgain = () => {
    host.remove()
    later(retryMillis, () => showPopup(showing, stage))
  }
  if (isVisitorBusy()) {
    tryAgain()
    return
  }

  const track = createCardTracker(showing, stage.report)
  let isHovered = false
  let isGone = false
  let cameFrom: EventTarget | null = null

  const isFocused = () => root.activeElement !== null

  const leave = (how: Leaving) => {
    if (isGone) return
    isGone = true
    timer.stop()
    for (const stop of stops) stop()
    if (isFocused() && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
    card.classList.add('off')
    // His wish holds at once, even when he leaves the page with it; once more changes nothing.
    if (how === 'off') stage.onGone(how)
    later(leaveMillis, () => {
      host.remove()
      stage.onGone(how)
    })
  }

  const close = (how: Leaving = 'closed') => {
    track('close')
    leave(how)
  }

  // What stays until it is closed has to have a way to close it.
  const isClosable = options.showClose || nudge.isPersistent
  const { panel, showText } = fillCard(
    layer,
    { showing, stage },
    {
      ...(isClosable ? { close: () => close() } : {}),
      turnOff: () => close('off'),
      toggled: () => timer.settle(),
    },
  )
  showText(words)
  card.classList.add('on')
  if (!avoidFocus(card)) {
    tryAgain()
    return
  }
  card.classList.add('in')

  const timer = startDismissTimer(
    options.timings.show,
    () =>
      nudge.isPersistent === true ||
      isHovered ||
      isFocused() ||
      panel.isOpen() ||
      card.hidden ||
      document.hidden,
    () => leave('over'),
  )
  const look = setInterval(
    guarded(() => {
      if (card.hidden === hasDialog()) return
      card.hidden = !card.hidden
      timer.settle()
    }),
    lookMillis,
  )
  const stops = [
    () => clearInterval(look),
    watchInteractions(card, track, (isOn) => {
      isHovered = isOn
      timer.settle()
    }),
    keepFresh(item, stage, (news, isNews) => {
      // The passing of time is no reason to speak.
      textElement.setAttribute('aria-live', isNews ? 'polite' : 'off')
      if (news) showText(news)
      else leave('over')
    }),
    listen(card, 'focusin', ({ relatedTarget: from }) => {
      if (!(from instanceof Node && root.contains(from))) cameFrom = from
      timer.settle()
    }),
    listen(card, 'focusout', timer.settle),
    listen(document, 'focusin', () => {
      if (!avoidFocus(card)) leave('over')
    }),
    listen(document, 'visibilitychange', timer.settle),
    listen(document, 'keydown', ({ key }) => {
      if (key !== 'Escape' || !(isHovered || isFocused())) return
      if (panel.isOpen()) panel.close()
      else close()
    }),
  ]
}
