/** Life cycle of a popup: appears, stays, pauses, leaves. */
import { later, listen, guarded, whenVisible } from '../guard.ts'
import type { Showing, RenderContext } from '../renderer.ts'
import { fillCard } from './card.ts'
import { findRoom } from './find-room.ts'
import { keepFresh } from './keep-fresh.ts'
import { makeLayer, wearTheme, type Layer } from './layer.ts'
import { startDismissTimer } from './dismiss-timer.ts'
import { leaveMillis } from './style.ts'
import { trackCard, watchUse } from './track-card.ts'
import { hasDialog, isVisitorBusy } from './visitor-busy.ts'

/** Time for screen readers to notice the empty live region. */
const noticeMillis = 100
/** How soon to retry when the visitor must not be disturbed, or the focus leaves no room. */
const retryMillis = 1000

/** How often to check for dialogs and bars, which the popup makes way for. */
const lookMillis = 1000

type Leaving = 'over' | 'closed' | 'off'

/** Shows the nudge once the tab is visible. Calls `onGone` when it has left the page. */
export const showPopup = (showing: Showing, stage: RenderContext) => {
  whenVisible(() => {
    const layer = makeLayer(stage.payload, 'popup')
    document.body.append(layer.host)
    // Before the first paint, so that it never moves.
    findRoom(layer.card)
    later(noticeMillis, () => whenVisible(() => appear(layer, showing, stage)))
  })
}

const appear = (layer: Layer, showing: Showing, stage: RenderContext) => {
  const { host, root, card, words: textElement } = layer
  const { item, nudge } = showing
  const { options } = stage.payload
  const words = stage.format(item)
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

  const track = trackCard(showing, stage.report)
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
    // Takes effect immediately, because the visitor may leave the page. Repeating it changes
    // nothing.
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

  // A persistent nudge has to be closable.
  const isClosable = options.showClose || nudge.isPersistent
  const { panel, write: showText } = fillCard(
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
  if (!findRoom(card)) {
    tryAgain()
    return
  }
  const { x, y } = card.getBoundingClientRect()
  // Away from the round corner. The first element there is the popup, and a short body isn't any.
  const [, under] = document.elementsFromPoint(x + 20, y + 20)
  wearTheme(card, options, under?.closest('body *') ?? document.body)
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
  const makeRoom = () => {
    if (!findRoom(card)) leave('over')
  }
  const look = setInterval(
    guarded(() => {
      if (card.hidden !== hasDialog()) {
        card.hidden = !card.hidden
        timer.settle()
      }
      makeRoom()
    }),
    lookMillis,
  )
  const stops = [
    () => clearInterval(look),
    watchUse(card, track, (isOn) => {
      isHovered = isOn
      timer.settle()
    }),
    keepFresh(item, stage, (news, isNews) => {
      // Screen readers shouldn't announce a countdown.
      textElement.setAttribute('aria-live', isNews ? 'polite' : 'off')
      if (news) showText(news)
      else leave('over')
    }),
    listen(card, 'focusin', ({ relatedTarget: from }) => {
      if (!(from instanceof Node && root.contains(from))) cameFrom = from
      timer.settle()
    }),
    listen(card, 'focusout', timer.settle),
    listen(document, 'focusin', makeRoom),
    listen(document, 'visibilitychange', timer.settle),
    listen(document, 'keydown', ({ key }) => {
      if (key !== 'Escape' || !(isHovered || isFocused())) return
      if (panel.isOpen()) panel.close()
      else close()
    }),
  ]
}
