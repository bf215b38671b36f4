/** English. See language-words.ts for the meaning of each text. */
import type { LanguageWords } from './language-words.ts'

export const en: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Someone' },
  places: { country: (name) => `in ${name}`, city: (name) => `in ${name}`, irregular: {} },
  purchase: { bought: 'bought {product}', something: 'made a purchase' },
  conversion: { forGoal: 'signed up for {goal}', signedUp: 'signed up' },
  review: {
    quote: '“{words}”',
    stars: { one: 'gave # star', other: 'gave # stars' },
    average: { one: '{average} · # review', other: '{average} · # reviews' },
    verified: 'verified',
  },
  headings: {
    popular: 'Popular',
    selling_fast: 'Selling fast',
    order_soon: 'Order soon',
    good_to_know: 'Good to know',
  },
  phrases: {
    close: 'Close',
    region: 'Recent activity',
    lastHour: 'within the last hour',
    hours: { one: '# hour ago', other: '# hours ago' },
    days: { one: '# day ago', other: '# days ago' },
    why: 'Why am I seeing this?',
    gotIt: 'Got it',
    turnOff: 'Turn off here',
    copy: 'Copy',
    copied: 'Copied',
    stars: '# out of 5 stars',
    left: { days: '{d} d {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Powered by #',
  },
  windows: {
    minutes: { one: 'in the last minute', other: 'in the last # minutes' },
    hours: { one: 'in the last hour', other: 'in the last # hours' },
    days: { other: 'in the last # days' },
  },
  sources: {
    rest_api: 'The shop’s server reported it.',
    pixel: 'It was reported by a page of the shop, and the shop approved it.',
    import: 'The shop imported it from a file.',
    integration: 'A service that the shop connected sent it.',
  },
  why: {
    order: 'This is a real order, placed {within}.',
    signup: 'This is a real sign-up, received {within}.',
    review:
      'This is a real review, written {within}. It may be shortened, but its wording isn’t changed.',
    orders:
      'This counts orders in this shop {within}, each one once. On a product page, it counts only orders for that product.',
    productOrders: 'This counts orders for this product {within}, each one once.',
    signups: 'This counts sign-ups {within}, each email address once.',
    reviews:
      'This counts reviews {within} that the shop approved. The average is never rounded up.',
    approvedReviews: 'The average and count include all reviews the shop approved.',
    publishedReviews: 'Average and number are those that the review site publishes for this shop.',
    names: 'Names are shown as given.',
    firstNames: 'First names are shown as given. Last names are never shown.',
    noNames: 'Names aren’t shown.',
    city: 'A city is named only if at least # came from there in the same period.',
    byEither:
      'It was reported by the shop’s server, or by a page of the shop and approved by the shop.',
    byAny:
      'It was reported by the shop’s server, imported by the shop, or reported by a page of the shop and approved by the shop.',
    leftOut: 'Test, canceled and refunded orders are excluded.',
    stock: 'The stock level comes from the product page.',
    stockFromFeed:
      'Stock with a time below it comes from the shop’s product data, which was read at that time.',
    source: 'According to the shop, they were written on {source}.',
  },
  chosenReviews: {
    other: 'Showing reviews with at least # stars.',
  },
  cartCounter: {
    added: { one: 'Added to # other cart {window}', other: 'Added to # other carts {window}' },
    why: [
      'This counts visitors who added this product to their cart {window}.',
      'Your own cart isn’t counted, and no visitor counts twice. It doesn’t mean the product is reserved or sold.',
    ],
  },
  conversions: {
    signups: { one: '# sign-up {within}', other: '# sign-ups {within}' },
    forGoal: { one: '# sign-up for {goal} {within}', other: '# sign-ups for {goal} {within}' },
  },
  custom: {
    from: 'This message was written by {shop}.',
    page: 'Personalized parts come from the page itself.',
    title: 'A message from {shop}',
    byHand: 'The shop wrote it. It isn’t based on an order, a sign-up or a review.',
  },
  deliveryDate: {
    title: 'Estimated delivery',
    beforeCutOff: 'Order within {left} to get it by {day}',
    afterCutOff: 'Order today, arrives {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'Calculated from the shop’s order cutoff times and transit times, skipping holidays.',
      'This is an estimate. The countdown is real: when it ends, everyone sees a later date.',
    ],
  },
  discount: {
    off: '{amount} off',
    offScope: '{amount} off {scope}',
    withCode: 'Use code {code}',
    withoutCode: 'On now',
    ends: 'ends in {left}',
    why: 'This offer is from {shop}, in its own words. The shop’s terms apply.',
    whyEnd: 'It ends at the same time for everyone: {end}.',
  },
  freeDelivery: {
    missing: 'Spend {missing} more for free delivery',
    reached: 'You get free delivery',
    empty: 'Free delivery on orders from {amount}',
    why: [
      'The shop sets the amount for free delivery.',
      'The missing amount is calculated from your cart total on this page. Your cart stays in your browser.',
    ],
  },
  purchases: {
    ofProduct: { one: 'Ordered once {within}', other: 'Ordered # times {within}' },
    ofSite: { one: '# order at {site} {within}', other: '# orders at {site} {within}' },
  },
  sellingOut: {
    out: {
      one: 'Ordered once {within}, {stock} left',
      other: 'Ordered # times {within}, {stock} left',
    },
    quickly: { one: 'Popular: ordered once {within}', other: 'Popular: ordered # times {within}' },
  },
  stockLevel: {
    scarce: { one: 'Last one', other: 'Only # left' },
    plain: { one: '# in stock', other: '# in stock' },
    why: 'This is the exact stock reported by this shop’s page.',
    whyScarce: 'The shop expects no restock before {day}.',
    whyPlain: 'The shop may restock at any time.',
  },
  visitor: {
    now: {
      one: '# other person is looking at this now',
      other: '# other people are looking at this now',
    },
    within: {
      one: '# other person viewed this {window}',
      other: '# other people viewed this {window}',
    },
    whyNow: 'This counts visitors who were on this page in the last 5 minutes.',
    whyWithin: 'This counts unique visitors to this page {window}.',
  },
  visitors: {
    now: { one: '# other person is on {shop} now', other: '# other people are on {shop} now' },
    within: {
      one: '# other person visited {shop} {window}',
      other: '# other people visited {shop} {window}',
    },
    whyNow: 'This counts visitors who were anywhere on the site in the last 5 minutes.',
    whyWithin: 'This counts unique visitors to the whole site {window}.',
  },
  presenceFloor:
    'You and known bots aren’t counted. When in doubt, we show the lower number. Nothing is invented.',
}
