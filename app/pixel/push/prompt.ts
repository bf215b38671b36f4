/** The first of two steps: our card with the owner's words. The browser asks after a press of `accept`. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { PixelPush, PixelPushPrompt } from '#app/contract/push.ts'
import { isWebAddress, makeButton, makeElement } from '../card/element.ts'
import { findRoom } from '../card/find-room.ts'
import { style, writePopupStyle } from '../card/style.ts'
import { addStyle, wearTheme } from '../card/theme.ts'
import { find, isVisitorBusy } from '../card/visitor-busy.ts'
import type { View } from '../core.ts'
import { later, listen } from '../guard.ts'
import { isCheckout } from '../page.ts'
import type { Outcome } from './subscription.ts'

/** How soon to look again for room and for a visitor who isn't busy. */
const retryMillis = 1000
const mostRetries = 60
/** How long the result stays. */
const resultMillis = 8000

/** Our popups, and this card. */
const cards = ':root>footfall-nudge'

/** The host has a size, so that popups notice the dialog and wait. */
const cardStyle = `
:host{display:block!important;left:0!important;bottom:0!important;width:2px!important;height:2px!important}
.main{flex-direction:column}
p{margin:0}
.acts{display:flex;flex-wrap:wrap;gap:8px;justify-content:flex-end}
.act{min-height:44px;padding:0 12px;border-radius:8px;color:var(--accent);font-weight:600}
.act:first-child{border-color:var(--accent)}
a{display:flex;align-items:center}`

type Prompting = {
  prompt: PixelPushPrompt
  /** Call of a press of `accept`; resolves with its end. */
  accept: () => Promise<Outcome>
  /** The visitor presses `notNow`, or Escape. */
  refuse: () => void
  /** The card was put on the page. */
  offered: () => void
  /** The page with preferences, once the visitor is subscribed. */
  findPreferences: () => Promise<string | undefined>
}

/** Offers messages once there is room and the visitor isn't busy. Returns a function that ends it. */
export const showPrompt = (view: View, prompting: Prompting): (() => void) => {
  const { prompt } = prompting
  let close = () => {}
  let isEnded = false

  const look = (retries: number) => {
    if (isEnded || view.isOver()) return
    // A payment can begin within the page.
    if (isCheckout(view.core.facts, view.payload.options.checkouts)) return
    const isFree = !document.hidden && !isVisitorBusy() && !find(cards)[0]
    const shown = isFree && drawPrompt(view, prompting)
    if (shown) close = shown
    else if (retries) later(retryMillis, () => look(retries - 1))
  }
  later(prompt.seconds * 1000, () => look(mostRetries))

  return () => {
    isEnded = true
    close()
  }
}

/** Undefined where it finds no room. */
const drawPrompt = (view: View, prompting: Prompting): (() => void) | undefined => {
  let stop = () => {}
  const { host, card, dismiss, close } = makePrompt(view, prompting, () => stop())
  document.documentElement.append(host)
  if (!findRoom(card)) {
    host.remove()
    return undefined
  }
  card.classList.add('on')
  stop = listen(document, 'keydown', ({ key }) => {
    if (key === 'Escape') dismiss()
  })
  prompting.offered()
  return close
}

/** The parts of a view that the card needs. */
type PromptView = Pick<View, 'isOver'> & {
  payload: Pick<PixelPayload, 'options' | 'phrases'> & { push?: Pick<PixelPush, 'texts'> }
}

type PromptActs = Pick<Prompting, 'accept' | 'refuse' | 'findPreferences'> & {
  prompt: Pick<PixelPushPrompt, 'title' | 'text' | 'accept' | 'notNow'>
}

/**
 * The card, which is on no page yet. The dashboard's preview draws the same one.
 *
 * @param closed called when it was removed
 */
export const makePrompt = (
  view: PromptView,
  { prompt, accept, refuse, findPreferences }: PromptActs,
  closed: () => void,
) => {
  const { options, phrases, push } = view.payload
  const host = document.createElement('footfall-nudge')
  const root = host.attachShadow({ mode: 'open' })
  const title = makeElement('strong', '', prompt.title)
  const text = makeElement('span', '', prompt.text)
  const words = makeElement('div', 'words', title, text)
  words.setAttribute('role', 'status')
  const acts = makeElement('div', 'acts')
  const card = makeElement('div', 'card', makeElement('div', 'main', words, acts))
  let isAnswered = false

  const close = () => {
    closed()
    host.remove()
  }
  const dismiss = () => {
    if (!isAnswered) refuse()
    close()
  }
  const showResult = async (outcome: Outcome) => {
    if (outcome === 'dismissed') {
      refuse()
      close()
      return
    }
    const isDone = outcome === 'done'
    title.textContent = (isDone ? push?.texts.requested : push?.texts.refused) ?? ''
    text.hidden = true
    acts.replaceChildren(makeButton('act', phrases.close, close))
    acts.hidden = false
    const url = isDone ? await findPreferences() : undefined
    if (isWebAddress(url)) acts.prepend(makePreferences(url, push?.texts.preferences ?? ''))
    later(resultMillis, () => {
      if (!card.matches(':hover,:focus-within')) close()
    })
  }

  acts.append(
    makePress(prompt.accept, () => {
      if (isAnswered) return
      isAnswered = true
      acts.hidden = true
      accept().then(showResult, () => showResult('refused'))
    }),
    makePress(prompt.notNow, dismiss),
  )
  host.setAttribute('role', 'dialog')
  host.setAttribute('aria-label', prompt.title)
  card.dir = options.direction ?? getComputedStyle(document.body).direction
  card.lang = phrases.lang ?? ''
  root.append(card)
  const isMirrored = !options.direction && card.dir === 'rtl'
  addStyle(root, style + writePopupStyle(options, isMirrored) + cardStyle)
  wearTheme(card, view)
  return { host, root, card, dismiss, close }
}

/** A button that only a person can press: no script opens the browser's prompt. */
export const makePress = (label: string, press: () => void) => {
  const button = makeElement('button', 'act', label)
  button.type = 'button'
  listen(button, 'click', ({ isTrusted }) => {
    if (isTrusted) press()
  })
  return button
}

export const makePreferences = (url: string, label: string) => {
  const link = makeElement('a', 'act', label)
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener'
  return link
}
