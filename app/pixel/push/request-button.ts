/** Buttons for a message about one product or order, in the page's letters. */
import type { PixelPush, PushWatch } from '#app/contract/push.ts'
import { isWebAddress, makeElement } from '../card/element.ts'
import { addStyle } from '../card/theme.ts'
import type { Core } from '../core.ts'
import { makePreferences, makePress } from './prompt.ts'
import type { Asked, Outcome } from './subscription.ts'
import type { Support } from './support.ts'

/** Elements that shops place themselves; their other attributes say what it is about. */
const slots = '[data-footfall-push]'
const cartSlots = '[data-footfall-push="abandoned_cart"][data-products]'
/** The server's limit. */
const mostProducts = 50

const style = `
:host{display:block!important;margin:8px 0!important}
[hidden]{display:none!important}
button,a{min-height:44px;padding:0 12px;border:1px solid;border-radius:8px;background:none;color:inherit;font:inherit;cursor:pointer}
a{display:inline-block;border:0;padding:12px 0}
p{margin:0;font-size:.875em}
:focus-visible{outline:2px solid;outline-offset:2px}`

/** What a button asks for, and where it is drawn. */
type Offer = {
  kind: 'abandoned_cart' | PushWatch['kind']
  request?: PushWatch
  cart?: Cart
  place: (button: Element) => void
}

type Offering = {
  support: Support
  ask: (asked: Asked) => Promise<Outcome>
  findPreferences: () => Promise<string | undefined>
}

/** The requests that a visitor can make on this page, as its facts are now. */
export const listOffers = ({ kinds }: PixelPush, { facts }: Pick<Core, 'facts'>): Offer[] => {
  const offers: Offer[] = []
  const { id: productHere, stock } = facts.product ?? {}

  for (const slot of document.querySelectorAll<HTMLElement>(slots)) {
    const { footfallPush: named, product = productHere, order } = slot.dataset
    // One element for both: the button is the one that fits the page's product.
    const kind = named === 'product' ? (stock === 0 ? 'back_in_stock' : 'price_drop') : named
    const place = (button: Element) => slot.append(button)
    if (!kinds.some((one) => one === kind)) continue
    // The server refuses to wait for what is in stock, and the permission would be spent.
    if (kind === 'back_in_stock' && product === productHere && stock) continue
    if ((kind === 'back_in_stock' || kind === 'price_drop') && product) {
      offers.push({ kind, request: { kind, product }, place })
    }
    if ((kind === 'order_shipped' || kind === 'review_request') && order) {
      offers.push({ kind, request: { kind, order }, place })
    }
  }
  const [cart] = listCarts(facts.path)
  if (cart?.products[0] && kinds.includes('abandoned_cart')) {
    offers.push({ kind: 'abandoned_cart', cart, place: (button) => cart.slot.append(button) })
  }
  return offers
}

export type Cart = { products: string[]; page: string }

/** The cart's content as the shop's element lists it. */
export const listCarts = (path: string): (Cart & { slot: HTMLElement })[] =>
  [...document.querySelectorAll<HTMLElement>(cartSlots)].map((slot) => {
    const { products = '', page = path } = slot.dataset
    return {
      slot,
      page,
      products: products
        .split(/[\s,]+/)
        .filter(Boolean)
        .slice(0, mostProducts),
    }
  })

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
  { kind, request, cart, place }: Offer,
  { support, ask, findPreferences }: Offering,
): (() => void) => {
  const host = document.createElement('footfall-inline')
  const root = host.attachShadow({ mode: 'open' })
  const label = {
    back_in_stock: texts.backInStock,
    price_drop: texts.priceDrop,
    order_shipped: texts.orderShipped,
    review_request: texts.reviewRequest,
    abandoned_cart: texts.cartReminder,
  }[kind]
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
    ask({ kinds: [kind], wording: label, request, cart }).then(show, () => show('refused'))
  })
  root.append(button, note)
  addStyle(root, style)
  place(host)
  return () => host.remove()
}
