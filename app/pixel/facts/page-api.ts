/** What a page may tell the pixel, call by call: `['set', {…}]`, `['track', 'signup', {…}]` and so on. */
import type { Core } from '../core.ts'
import { listen, readClock } from '../guard.ts'
import type { Happening } from '../track.ts'
import { handleConsent } from './consent.ts'
import { asText, isObject, readFacts } from './page-facts.ts'

/** Nothing else of what a page hands over leaves it, whatever it hands over. */
const ofActivity = ['id', 'first_name', 'city', 'country', 'stars', 'body']
const ofProduct = ['title', 'url', 'image']
/** Of a text that is sent as it is: the longest that the server takes, a review's. */
const mostLength = 2_000
const ofGoal = ['order', 'value', 'currency']

let forgetsCart = false

/**
 * Takes one call. What it does not understand it leaves alone.
 *
 * @param path of the page that made the call: another one may have come since
 */
export const handleCall = (core: Core, call: unknown, path: string) => {
  if (!Array.isArray(call)) return
  const [name, what, about] = call as unknown[]
  if (name === 'set') setFacts(core, path === core.facts.path ? what : ofAllPages(what))
  if (name === 'track') trackEvent(core, what, about)
  if (name === 'goal') {
    const details = pick(about, ofGoal)
    if (details?.order) noteAct(core)
    reportEvent(core, { ...details, type: name, goal: asSent(what) })
  }
  if (name === 'consent') handleConsent(core, what)
  if (name === 'stop') core.stop()
}

const setFacts = (core: Core, given: unknown) => {
  const before = core.facts.product?.id
  core.facts = readFacts(core.facts, given)
  const product = core.facts.product?.id
  if (product && product !== before) reportEvent(core, { type: 'product_view', product })
  core.announce()
  if (forgetsCart) return
  forgetsCart = true
  // Who comes back to the page as he left it may have put more into the cart elsewhere.
  listen(window, 'pageshow', ({ persisted }) => {
    if (persisted) core.facts = { ...core.facts, cart: undefined }
  })
}

/** What holds on whichever page has come since. */
const ofAllPages = (given: unknown) => isObject(given) && { cart: given.cart }

const trackEvent = (core: Core, what: unknown, about: unknown) => {
  const { id, product } = isObject(about) ? about : { id: about }
  if (what === 'cart' || what === 'product_view')
    reportEvent(core, { type: what, product: asText(id) })
  if (what === 'purchase' || what === 'signup' || what === 'review') {
    const activity = { ...pick(about, ofActivity), kind: what, product: pick(product, ofProduct) }
    noteAct(core)
    reportEvent(core, { type: 'activity', activity })
  }
}

/** Nobody is told what he has just done himself. */
const noteAct = ({ visitor }: Core) => {
  visitor.actedAt = readClock()
}

/** The server judges each event by itself: what it can't take costs the page nothing. */
const reportEvent = (core: Core, happening: object) => core.report(happening as Happening)

/** Undefined for what is no object. Numbers of orders and activities are names and travel as text. */
const pick = (value: unknown, names: string[]) => {
  if (!isObject(value)) return undefined
  const picked: Record<string, unknown> = {}
  for (const name of names) {
    const field = value[name]
    picked[name] = name === 'id' || name === 'order' ? asText(field) : asSent(field)
  }
  return picked
}

/** Undefined for all that can't be sent as it is; a text that is cut off would be another one. */
const asSent = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= mostLength)
    ? value
    : undefined
