/** The life of one shown nudge: appear, be read, pause, leave. */
import type { PixelPayload } from '../contract/pixel.ts'
import { tellAge } from './age.ts'
import { isWebAddress, makeDrawing, makeElement } from './element.ts'
import { mountLayer, type Layer } from './layer.ts'
import { drawPurchase } from './nudges/purchase.ts'
import { later, listen, whenTabVisible } from './quiet.ts'
import type { Showing } from './schedule.ts'
import { startStay } from './stay.ts'
import { leaveMillis } from './style.ts'
import type { Report } from './track.ts'
import { createTell, watchVisible } from './witness.ts'

/** The time that a screen reader gets to notice the empty live region. */
const noticeMillis = 100
const cross = 'M5 5l14 14M19 5L5 19'

type Stage = { payload: PixelPayload; report: Report; onGone: () => void }

/** Shows the nudge as soon as the tab is visible and calls `onGone` when it has left the page. */
export const showNudge = (showing: Showing, stage: Stage) => {
  whenTabVisible(() => {
    const layer = mountLayer(stage.payload)
    later(noticeMillis, () =>
      whenTabVisible(() => {
        fillCard(layer, showing, stage.payload)
        live(layer, showing, stage)
      }),
    )
  })
}

/** The controls stand outside of the live region, so that it speaks the words and nothing else. */
const fillCard = (
  { card, status }: Layer,
  { item }: Showing,
  { options, phrases }: PixelPayload,
) => {
  const { picture, words } = drawPurchase(item, tellAge(phrases.ago, item.at, Date.now() / 1000))
  card.insertBefore(picture, status)
  for (const word of words) status.appendChild(word)
  if (isWebAddress(item.url)) {
    const link = makeElement('a', '')
    link.href = item.url
    link.setAttribute('aria-labelledby', status.id)
    card.appendChild(link)
  }
  if (options.showClose) {
    const button = makeElement('button', '')
    button.type = 'button'
    button.setAttribute('aria-label', phrases.close)
    button.appendChild(makeDrawing(cross))
    card.appendChild(button)
  }
  card.classList.add('on')
}

const live = ({ host, root, card }: Layer, showing: Showing, stage: Stage) => {
  const tell = createTell(showing, stage.report)
  let isHovered = false
  let cameFrom: EventTarget | null = null

  const isFocused = () => root.activeElement !== null

  const leave = () => {
    stay.stop()
    for (const stop of stops) stop()
    if (isFocused() && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
    card.classList.add('off')
    later(leaveMillis, () => {
      host.remove()
      stage.onGone()
    })
  }

  const close = () => {
    tell('close')
    leave()
  }

  const point = (event: PointerEvent) => {
    // A finger that taps never leaves again; what happens between the parts of the card is no news.
    if (event.pointerType === 'touch' || event.target !== card) return
    isHovered = event.type === 'pointerenter'
    if (isHovered) tell('hover')
    stay.settle()
  }

  const press = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('button')) close()
    else tell('click')
  }

  const stay = startStay(
    stage.payload.options.timings.show,
    () => isHovered || isFocused() || document.hidden,
    leave,
  )
  const stops = [
    watchVisible(card, () => tell('impression')),
    listen(card, 'pointerenter', point),
    listen(card, 'pointerleave', point),
    listen(card, 'click', press),
    listen(card, 'auxclick', (event) => {
      // The middle button opens the link beside this page.
      if (event.button === 1) tell('click')
    }),
    listen(card, 'focusin', ({ relatedTarget: from }) => {
      if (!(from instanceof Node && root.contains(from))) cameFrom = from
      stay.settle()
    }),
    listen(card, 'focusout', stay.settle),
    listen(document, 'visibilitychange', stay.settle),
    listen(document, 'keydown', ({ key }) => {
      if (key === 'Escape' && (isHovered || isFocused())) close()
    }),
  ]
}
