/**
 * Which pages are checkouts, by their URL. Safe in the browser.
 *
 * The words are those of shop systems and of their translations. tests/support/checkouts/checkout-pages.ts
 * lists the URLs of each system with their source, and pages that only look similar.
 */

/**
 * Words of checkouts and payment pages in English, German, French, Dutch, Spanish, Italian and
 * Swedish. Whole segments of a path only: `/payment` is one, `/payment-methods` informs and
 * `/orders` lists. In the order that compresses best, like the elements below.
 */
const words = [
  // Also onepagecheckout, checkout_shipping and checkout-2. A cart isn't a checkout yet.
  '([a-z]{0,9}|one-(page|step)-)check-?out(?![/.]cart)\\w*(-(\\d|begin|step)\\w*)?',
  ...['kass(e|an?)', 'caja', 'afrekenen', 'commander?', 'payer', 'pag(o|ar|amento)', 'cassa'],
  ...['order[-/]pay', 'caisse'],
  // PrestaShop's checkout by language. A longer path is an order, not a checkout.
  '((place-)?order(-opc)?|pedido|ordine|encomenda|zamowienie|objednavka|comanda)(?!/\\w)',
  ...['bestell(en|[iu]ng|vorgang)', 'bezahl(en|ung)', 'betal(en|ing)', 'zahlung'],
  ...['(finaliz|tramit|realiz)ar-(la-)?(compra|pedido)', 'pay(ments?)?', 'paiement'],
]

/** Payment, finish the order, finish the purchase. */
const arabicWords = ['(ال)?دفع', '[اإ]تمام-(الطلب|الشراء)']

/**
 * Elements of checkouts at any URL: of WooCommerce, PrestaShop and OpenCart, fields for a payment
 * card, and those of Stripe, PayPal, Adyen, Klarna, Braintree, Square and Mollie. Wallet buttons and
 * hidden frames are on many product pages, so they don't count.
 */
export const payFields = [
  ...['iframe[name*=paypal_card]', 'iframe[src*=securedfields]', 'iframe[id^=klarna][id$=-main]'],
  ...['iframe[src*=elements-inner-card]', '[autocomplete*=cc-]', '.mollie-component'],
  ...['.sq-card-wrapper', '.woocommerce-checkout', '#checkout-checkout'],
  '[name^=card i][name*=number i]',
  'iframe[src*=elements-inner-payment]:not([src*=-request]):not([src*=-messaging])',
  ...['body#checkout', '[id^=braintree-hosted]'],
].join()

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** Other parameters can come before a query, and a query before a fragment. */
const beginningOf = (given: string): string => {
  const [, path = '', query, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(given) ?? []
  return [
    `^${escape(path)}`,
    query === undefined ? '' : `\\?([^#]*&)?${escape(query.slice(1))}`,
    hash === undefined ? '' : `[^#]*${escape(hash)}`,
  ].join('')
}

/**
 * The pattern for decoded URLs from their path on, with query and fragment, without regard to case:
 * a word is a segment of a path, wherever that is, or the value of a script's parameter. No
 * quantifier of it is nested, so a URL is checked in linear time. Every payload contains it.
 *
 * @param beginnings of the owner's own checkout pages, for example `/till` or `/shop?step=pay`
 * @param hasArabic whether the words in Arabic letters belong to it. Shops with such URLs show
 *   nudges in Arabic, and they are a fifth of the text
 */
export const checkoutPattern = (beginnings: readonly string[], hasArabic = true): string => {
  const all = [...words, ...(hasArabic ? arabicWords : [])].join('|')
  const end = hasArabic ? '(?![\\wء-ي-])' : '(?![\\w-])'
  // OXID's step for the address has a name that elsewhere is an account.
  return [`(/|php\\?[^?]*=)(${all})${end}|cl=user`, ...beginnings.map(beginningOf)].join('|')
}
