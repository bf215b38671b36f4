/**
 * Which seen pages may be checkouts or thank-you pages that Footfall doesn't recognize. Suggestions
 * only: the owner adds them to the checkout paths.
 */
import { pathBeginning } from '#app/contract/site-options.ts'
import { checkoutPattern } from './checkout-pattern.ts'

/** Visitors of a page who came from the same previous page. */
export type SeenStep = {
  /** As in the URL, percent-encoded. */
  page: string
  /** The visitor's page before it. Null: none is known. */
  previous: string | null
  visitors: number
}

/** Visitors for whom a page held nudges back because it had fields for a payment card. */
export type PaymentPage = { page: string; visitors: number }

export type CheckoutReason = 'payment_fields' | 'checkout_words' | 'after_cart' | 'thank_you_words'

export type CheckoutSuggestion = {
  /** A checkout path as the owner would type it. */
  path: string
  reason: CheckoutReason
}

/** Fewer can be a mistyped URL, or the owner trying something. */
const leastVisitors = 3

/** More would be a report, not a suggestion. */
const mostSuggested = 5

/** A word of a path, between any of its usual separators. */
const wordIn = (words: readonly string[]) =>
  new RegExp(`(^|[-_./])(${words.join('|')})([-_./]|$)`, 'i')

const hasCheckoutWord = wordIn([
  ...['check-?outs?', 'payments?', 'kasse', 'bezahlen', 'zahlung', 'caisse', 'paiement'],
  ...['kassa', 'afrekenen', 'betalen', 'betaling', 'pago', 'pagar', 'caja', 'cassa', 'pagamento'],
])

/** Pages that inform about payments. */
const informs = wordIn([
  ...['methods?', 'options?', 'plans?', 'terms', 'policy', 'faq', 'help', 'info', 'blog', 'news'],
  ...['arten', 'hilfe', 'moyens?', 'modes?', 'aide', 'methoden', 'wijzen', 'metodos?', 'formas?'],
])

const hasThankYouWord = wordIn([
  ...['thank-?you', 'thanks', 'order-(received|confirm(ed|ation)|complete[d]?|success)'],
  ...['danke', 'vielen-dank', 'bestellbest(ae|ä)tigung', 'merci', 'confirmation-(de-)?commande'],
  ...['bedankt', 'orderbevestiging', 'gracias', 'pedido-(recibido|confirmado)', 'شكرا', 'grazie'],
])

/** @param path as in the URL, percent-encoded */
export const isThankYouPath = (path: string): boolean => hasThankYouWord.test(decodePath(path))

/**
 * Whether it looks like a checkout that Footfall doesn't recognize, for example `/secure-checkout`.
 *
 * @param path as in the URL, percent-encoded
 */
export const isUnknownCheckoutPath = (path: string): boolean => {
  const decoded = decodePath(path)
  return (
    hasCheckoutWord.test(decoded) &&
    !informs.test(decoded) &&
    !isCart.test(decoded) &&
    !isCheckoutPath(decoded, [])
  )
}

/** @param path decoded @param checkoutPaths the owner's own */
export const isCheckoutPath = (path: string, checkoutPaths: readonly string[]): boolean =>
  new RegExp(checkoutPattern(checkoutPaths), 'i').test(path)

const isCart = wordIn([
  ...['cart', 'basket', 'warenkorb', 'panier', 'winkelwagen', 'winkelmand(je)?', 'carrito'],
  ...['cesta', 'carrello', 'carrinho', 'سلة'],
])

/** Pages that visitors reach after an order by their path's words, the most visited ones first. */
export const suggestThankYouPages = (steps: readonly SeenStep[]): string[] =>
  sumPages(steps, new Set())
    .filter(({ path }) => hasThankYouWord.test(path))
    .toSorted((one, other) => other.visitors - one.visitors)
    .map(({ path }) => path)
    .slice(0, mostSuggested)

/**
 * Returns the most certain suggestions first. Leaves out pages with few visitors and known checkouts. Also
 * leaves out a path that would hide nudges on other pages more often than on the checkout.
 */
export function suggestCheckouts(
  { steps, payments }: { steps: readonly SeenStep[]; payments: readonly PaymentPage[] },
  checkoutPaths: readonly string[],
): CheckoutSuggestion[] {
  const known = new RegExp(checkoutPattern(checkoutPaths), 'i')
  const isOpen = (path: string) => !known.test(path) && !isCart.test(path)
  const paid = new Set(
    payments.filter(({ visitors }) => visitors >= leastVisitors).map(({ page }) => page),
  )
  const pages = sumPages(steps, paid).filter(({ path }) => isOpen(path))
  const leftCart = steps.filter(isFromCart).reduce((sum, { visitors }) => sum + visitors, 0)
  const candidates = pages.flatMap((page) => {
    const reason = reasonOf(page, leftCart)
    return reason === null ? [] : [{ ...page, reason }]
  })
  const others = pages.filter(({ path }) => !candidates.some((one) => one.path === path))
  const visitorsOf = (beginning: string) =>
    others
      .filter(({ path }) => path.toLowerCase().startsWith(beginning.toLowerCase()))
      .reduce((sum, { visitors }) => sum + visitors, 0)

  return candidates
    .filter(({ path, visitors }) => visitorsOf(path) < visitors)
    .filter(({ path }) => !candidates.some((one) => isBelow(path, one.path)))
    .sort(
      (one, other) =>
        reasons.indexOf(one.reason) - reasons.indexOf(other.reason) ||
        other.visitors - one.visitors,
    )
    .slice(0, mostSuggested)
    .map(({ path, reason }) => ({ path, reason }))
}

/** Most certain first. */
const reasons: readonly CheckoutReason[] = [
  'payment_fields',
  'checkout_words',
  'after_cart',
  'thank_you_words',
]

type SeenPage = { path: string; visitors: number; fromCart: number; hasPaymentFields: boolean }

/** Pages of different orders count as one. */
function sumPages(steps: readonly SeenStep[], paid: ReadonlySet<string>): SeenPage[] {
  const pages = new Map<string, SeenPage>()
  for (const step of steps) {
    const path = beginningOf(step.page)
    if (!pathBeginning.safeParse(path).success) continue
    const page = pages.get(path) ?? { path, visitors: 0, fromCart: 0, hasPaymentFields: false }
    page.visitors += step.visitors
    if (isFromCart(step)) page.fromCart += step.visitors
    page.hasPaymentFields ||= paid.has(step.page)
    pages.set(path, page)
  }
  return [...pages.values()]
}

function reasonOf(page: SeenPage, leftCart: number): CheckoutReason | null {
  const { path, visitors, fromCart, hasPaymentFields } = page
  if (visitors < leastVisitors) return null
  if (hasPaymentFields) return 'payment_fields'
  if (hasCheckoutWord.test(path) && !informs.test(path)) return 'checkout_words'
  if (hasThankYouWord.test(path)) return 'thank_you_words'
  // Where many go from the cart, and few from elsewhere.
  const isNext = fromCart >= leastVisitors && fromCart * 4 >= leftCart && fromCart * 2 >= visitors
  return isNext ? 'after_cart' : null
}

const isFromCart = ({ page, previous }: SeenStep) =>
  previous !== null && isCart.test(decodePath(previous)) && !isCart.test(decodePath(page))

const isBelow = (path: string, beginning: string) =>
  path !== beginning && path.toLowerCase().startsWith(beginning.toLowerCase())

/** The decoded path up to the id of an order or a cart. */
function beginningOf(page: string): string {
  const segments = decodePath(page)
    .split('/')
    .filter((segment) => segment !== '')
  const at = segments.findIndex(isId)
  return `/${segments.slice(0, at < 0 ? segments.length : at).join('/')}`
}

/** A third of it is digits: `1001`, `8f3a91`, a UUID. Not `step-2`. */
const isId = (segment: string) => segment.replaceAll(/\D/g, '').length * 3 >= segment.length

/** As the pixel decodes the paths that it compares. @param path as in the URL */
export function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
