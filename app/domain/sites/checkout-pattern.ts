/** Which pages are checkouts, by their path. Safe in the browser. */

/**
 * Path segments of checkouts and payment pages, in the languages of nudges. Whole segments only:
 * `/payment` is one, `/payment-methods` informs and `/orders` lists.
 */
const words = [
  ...['check-?outs?', 'onepage', 'pay(ments?)?', 'order[-/]pay', 'place-order'],
  // German
  ...['kasse', 'bezahl(en|ung)', 'zahlung', 'bestell(en|ung)'],
  // French
  ...['caisse', 'paiement', 'payer', 'commander?'],
  // Dutch
  ...['kassa', 'afrekenen', 'betal(en|ing)', 'bestelling'],
  // Spanish
  ...['pag(o|ar)', 'caja', '(finaliz|tramit|realiz)ar-(la-)?(compra|pedido)'],
  // Arabic: payment, finish the order, finish the purchase
  ...['(ال)?دفع', '[اإ]تمام-(الطلب|الشراء)'],
  // Italian and Portuguese, as shops of these languages sell across the border.
  ...['cassa', 'pagamento'],
]

// Plain groups, because every payload contains it.
const segment = `/(${words.join('|')})([./]|$)`

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/**
 * The pattern for decoded paths, without regard to case. No quantifier of it is nested, so a path is
 * checked in linear time.
 *
 * @param beginnings of the owner's own checkout pages, for example `/till`
 */
export const checkoutPattern = (beginnings: readonly string[]): string =>
  [segment, ...beginnings.map((path) => `^${escape(path)}`)].join('|')
