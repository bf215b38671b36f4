/** Buttons for a message about one product or order, in the page's letters. */
import type { PixelPush, PushKind, PushWatch } from '#app/contract/push.ts'
import { isWebAddress, makeElement } from '../card/element.ts'
import { addStyle } from '../card/theme.ts'
import type { Core } from '../core.ts'
import { findElement } from '../page.ts'
import { makePreferences, makePress } from './prompt.ts'
import type { Asked, Outcome } from './subscription.ts'
import type { Support } from './support.ts'

/** Elements that shops place themselves; their other attributes say what it is about. */
const slots = '[data-footfall-push]'

const style = `
:host{display:block!important;margin:8px 0!important}
[hidden]{display:none!important}
button,a{min-height:44px;padding:0 12px;border:1px solid;border-radius:8px;background:none;color:inherit;font:inherit;cursor:pointer}
a{display:inline-block;border:0;padding:12px 0}
p{margin:0;font-size:.875em}
:focus-visible{outline:2px solid;outline-offset:2px}`

/** A request, and where its button is drawn. */
type Offer = { request: PushWatch; place: (button: Element) => void }

type Offering = {
  support: Support
  ask: (asked: Asked) => Promise<Outcome>
  findPreferences: () => Promise<string | undefined>
}

/** The requests that a visitor can make on this page, as its facts are now. */
export const listOffers = (
  { kinds, placement, products }: PixelPush,
  { facts }: Pick<Core, 'facts'>,
): Offer[] => {
  const offers: Offer[] = []
  const listed = products?.[facts.path]
  const product = facts.product?.id ?? listed?.id
  const isOut = facts.product?.stock === undefined ? listed?.isOut : facts.product.stock === 0
  const kindHere: PushKind = isOut ? 'back_in_stock' : 'price_drop'

  for (const slot of document.querySelectorAll<HTMLElement>(slots)) {
    const { footfallPush: kind, product: ofSlot = product, order } = slot.dataset
    const place = (button: Element) => slot.append(button)
    if (!kinds.some((one) => one === kind)) continue
    // The server refuses to wait for what is in stock, and the permission would be spent.
    if (kind === 'back_in_stock' && ofSlot === product && isOut === false) continue
    if ((kind === 'back_in_stock' || kind === 'price_drop') && ofSlot) {
      offers.push({ request: { kind, product: ofSlot }, place })
    }
    if ((kind === 'order_shipped' || kind === 'review_request') && order) {
      offers.push({ request: { kind, order }, place })
    }
  }
  const neighbor = placement && findElement(placement.selector)
  if (!offers[0] && product && neighbor && kinds.includes(kindHere)) {
    const request = { kind: kindHere, product }
    offers.push({ request, place: (button) => neighbor[placement.where](button) })
  }
  return offers
}

/** The link to a subscriber's settings, where the shop wants it. Returns a function that removes it. */
export const drawSettings = ({ texts }: PixelPush, url: string): (() => void) => {
  const hosts: Element[] = []
  for (const slot of document.querySelectorAll('[data-footfall-push="settings"]')) {
    const host = document.createElement('footfall-inline')
    const root = host.attachShadow({ mode: 'open' })
    root.append(makePreferences(url, texts.preferences))
    addStyle(root, style)
    slot.append(host)
    hosts.push(host)
  }
  return () => {
    for (const host of hosts) host.remove()
  }
}

/** Draws the button. Returns a function that removes it. */
export const drawRequest = (
  { texts }: PixelPush,
  { request, place }: Offer,
  { support, ask, findPreferences }: Offering,
): (() => void) => {
  const host = document.createElement('footfall-inline')
  const root = host.attachShadow({ mode: 'open' })
  const label = {
    back_in_stock: texts.backInStock,
    price_drop: texts.priceDrop,
    order_shipped: texts.orderShipped,
    review_request: '',
  }[request.kind]
  const note = makeElement('p', '')
  note.setAttribute('role', 'status')
  const show = async (outcome: Outcome) => {
    const isDone = outcome === 'done'
    button.hidden = isDone
    button.disabled = false
    note.textContent = isDone ? texts.requested : outcome === 'refused' ? texts.refused : ''
    const url = isDone ? await findPreferences() : undefined
    if (isWebAddress(url)) root.append(makePreferences(url, texts.preferences))
  }
  const button = makePress(label, () => {
    if (support === 'install') {
      note.textContent = texts.installFirst
      return
    }
    button.disabled = true
    ask({ kinds: [request.kind], wording: label, request }).then(show, () => show('refused'))
  })
  // Without a label there is nothing that a visitor could agree to.
  if (label) {
    root.append(button, note)
    addStyle(root, style)
    place(host)
  }
  return () => host.remove()
}
