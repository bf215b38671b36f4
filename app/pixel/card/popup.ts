/** Life cycle of a popup: appears, stays, pauses, leaves. */
import { isPlain } from '../build-kind.ts'
import { later, listen, readClock } from '../guard.ts'
import type { Showing } from '../renderer.ts'
import { drawCard } from './card.ts'
import { findRoom } from './find-room.ts'
import { keepFresh } from './keep-fresh.ts'
import { startStay } from './stay.ts'
import { leaveMillis } from './style.ts'
import { hasDialog, isVisitorBusy } from './visitor-busy.ts'

/** Time for screen readers to notice the empty live region. */
const noticeMillis = 100
/** How many times as long a picture is waited for: without it the card has another form. */
const mostWaits = 20

/** Shows the nudge. Calls `onGone` when it has left the page. */
export const showPopup = (showing: Showing) => {
  // One of a snapshot that the page restored has no shadow root, and never leaves.
  document.querySelector('body>footfall-nudge')?.remove()
  const { nudge, payload, onGone } = showing
  const { options } = payload
  const { host, root, card, words, showText, watch, isHeld } = drawCard(
    showing,
    document.body,
    () => leave('closed'),
  )
  /** Has the focus when the nudge doesn't. */
  let focused: HTMLElement | null
  let stops: (() => void)[] = []
  let isGone = false

  const leave = (how: 'over' | 'closed') => {
    if (isGone) return
    isGone = true
    for (const stop of stops) stop()
    if (root.activeElement) focused?.focus({ preventScroll: true })
    card.classList.remove('on')
    later(leaveMillis, () => {
      host.remove()
      onGone(how)
    })
  }

  const appear = () => {
    // Closed by a key before it could be seen.
    if (isGone) return
    focused = document.activeElement as HTMLElement | null
    // In one task with the search for room: screen readers would announce a nudge that finds none.
    const text = showing.formatText()
    if (text) showText(text)
    const isUnseen = !text || document.hidden || isVisitorBusy()
    if (isUnseen || !findRoom(card)) {
      host.remove()
      onGone(isUnseen ? 'unseen' : 'no_room')
      return
    }
    card.classList.add('on')

    const isOver = startStay(options.timings.show, readClock())
    const check = () => {
      const isUsed = isHeld()
      const isLong = isOver(
        (!isPlain && nudge.isPersistent) || !!card.hidden || document.hidden || isUsed,
        readClock(),
      )
      if (isLong) leave('over')
      // Comes back where there is room, once it has faded. No one reaches it until then.
      else card.toggleAttribute('inert', !card.classList.toggle('on', findRoom(card, isUsed)))
    }
    stops = [
      watch(),
      keepFresh(showing, (news, isNews) => {
        // Screen readers shouldn't announce a countdown.
        words.setAttribute('aria-live', isNews ? 'polite' : 'off')
        card.hidden = hasDialog()
        if (news) {
          showText(news)
          check()
        } else leave('over')
      }),
      listen(document, 'visibilitychange', check),
      // Missing in Safari before 26, where it's noticed within a second.
      listen(document, 'scrollend', check),
      listen(document, 'focusin', ({ target }) => {
        if (target === host) return
        focused = target as HTMLElement
        check()
      }),
    ]
  }

  const image = root.querySelector('img')
  const appearWithImage = (waits: number) =>
    void later(noticeMillis, () => {
      if (!image || image.complete) appear()
      else {
        // Fails now: later it would change the card that is read.
        if (!waits) image.src = ''
        appearWithImage(waits - 1)
      }
    })

  // A body with a transform or a filter would place it in the page instead of the window, and one
  // that is replaced would take it along.
  document.documentElement.append(host)
  // So designs that wear the page's face can't inherit it.
  host.style.setProperty('--face', getComputedStyle(document.body).fontFamily)
  appearWithImage(mostWaits)
}
