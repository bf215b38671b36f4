/** The page API, call by call: `['set', {…}]`, `['track', 'signup', {…}]` and so on. */
import type { Core } from '../core.ts'
import { listen, readClock } from '../guard.ts'
import { plain } from '../json.ts'
import type { Happening } from '../track.ts'
import { handleConsent } from './consent.ts'
import { asText, isObject, readFacts } from './page-facts.ts'

/** All other fields are dropped. */
const ofActivity = ['id', 'first_name', 'city', 'country', 'stars', 'body']
const ofProduct = ['title', 'url', 'image']
/** The server's longest limit for a text, that of a review. */
const mostLength = 2_000
const ofGoal = ['order', 'value', 'currency']

let forgetsCart = false

/**
 * Handles one call. Ignores anything that it doesn't understand.
 *
 * @param path of the page that made the call: the visitor may have navigated since
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
  // A page restored from the back/forward cache may have an outdated cart.
  listen(window, 'pageshow', ({ persisted }) => {
    if (persisted) core.facts = { ...core.facts, cart: undefined }
  })
}

/** Facts that are valid on every page. */
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

/** Visitors must not be shown their own actions. */
const noteAct = ({ visitor }: Core) => {
  visitor.actedAt = readClock()
}

/** The server validates each event, so invalid ones do no harm. */
const reportEvent = (core: Core, happening: object) => core.report(happening as Happening)

/** Undefined for anything but an object. Order and activity ids are sent as text. */
const pick = (value: unknown, names: string[]) => {
  if (!isObject(value)) return undefined
  const picked: Record<string, unknown> = { ...plain }
  for (const name of names) {
    const field = value[name]
    picked[name] = name === 'id' || name === 'order' ? asText(field) : asSent(field)
  }
  return picked
}

/** Undefined for values that can't be sent unchanged: a truncated text would be a different one. */
const asSent = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= mostLength)
    ? value
    : undefined
