/** The life of a popup: appear, be read, pause, leave. */
import { hasDialog, isBusy } from '../play/busy.ts'
import { later, listen, silence, whenTabVisible } from '../quiet.ts'
import type { Showing, Stage } from '../stage.ts'
import { fillCard } from './card.ts'
import { dodgeFocus } from './cover.ts'
import { keepCurrent } from './current.ts'
import { makeLayer, type Layer } from './layer.ts'
import { startStay } from './stay.ts'
import { leaveMillis } from './style.ts'
import { watchUse } from './use.ts'
import { createTell } from './witness.ts'

/** The time that a screen reader gets to notice the empty live region. */
const noticeMillis = 100
/** When the visitor can't be disturbed, or there is no place beside what has the focus, it tries again after so long. */
const retryMillis = 1000

/** How often it looks whether a dialog has come, before which it steps aside. */
const lookMillis = 1000

type Leaving = 'over' | 'closed' | 'off'

/** Shows the nudge as soon as the tab is visible and calls `onGone` when it has left the page. */
export const showPopup = (showing: Showing, stage: Stage) => {
  whenTabVisible(() => {
    const layer = makeLayer(stage.payload, 'popup')
    document.body.append(layer.host)
    later(noticeMillis, () => whenTabVisible(() => appear(layer, showing, stage)))
  })
}

const appear = (layer: Layer, showing: Showing, stage: Stage) => {
  const { host, root, card, told } = layer
  const { item, nudge } = showing
  const { options } = stage.payload
  const words = stage.tell(item)
  if (!words) {
    host.remove()
    stage.onGone('unseen')
    return
  }
  const tryAgain = () => {
    host.remove()
    later(retryMillis, () => showPopup(showing, stage))
  }
  if (isBusy()) {
    tryAgain()
    return
  }

  const tell = createTell(showing, stage.report)
  let isHovered = false
  let isGone = false
  let cameFrom: EventTarget | null = null

  const isFocused = () => root.activeElement !== null

  const leave = (how: Leaving) => {
    if (isGone) return
    isGone = true
    stay.stop()
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
    tell('close')
    leave(how)
  }

  // What stays until it is closed has to have a way to close it.
  const isClosable = options.showClose || nudge.isPersistent
  const { panel, write } = fillCard(
    layer,
    { showing, stage },
    {
      ...(isClosable ? { close: () => close() } : {}),
      turnOff: () => close('off'),
      toggled: () => stay.settle(),
    },
  )
  write(words)
  card.classList.add('on')
  if (!dodgeFocus(card)) {
    tryAgain()
    return
  }
  card.classList.add('in')

  const stay = startStay(
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
    silence(() => {
      if (card.hidden === hasDialog()) return
      card.hidden = !card.hidden
      stay.settle()
    }),
    lookMillis,
  )
  const stops = [
    () => clearInterval(look),
    watchUse(card, tell, (isOn) => {
      isHovered = isOn
      stay.settle()
    }),
    keepCurrent(item, stage, (news, isNews) => {
      // The passing of time is no reason to speak.
      told.setAttribute('aria-live', isNews ? 'polite' : 'off')
      if (news) write(news)
      else leave('over')
    }),
    listen(card, 'focusin', ({ relatedTarget: from }) => {
      if (!(from instanceof Node && root.contains(from))) cameFrom = from
      stay.settle()
    }),
    listen(card, 'focusout', stay.settle),
    listen(document, 'focusin', () => {
      if (!dodgeFocus(card)) leave('over')
    }),
    listen(document, 'visibilitychange', stay.settle),
    listen(document, 'keydown', ({ key }) => {
      if (key !== 'Escape' || !(isHovered || isFocused())) return
      if (panel.isOpen()) panel.close()
      else close()
    }),
  ]
}
