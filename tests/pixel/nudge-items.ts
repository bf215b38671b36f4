/**
 * One item per type, as the server sends it in English, with the facts that it needs from the page.
 */
import { randomUUID } from 'node:crypto'
import type { NudgeType } from '#app/contract/nudges.ts'
import type { PixelItem, PixelNudge, PixelOptions, PixelPayload } from '#app/contract/pixel.ts'
import { nudgeOf, payloadOf } from './shop-test.ts'

type Sample = {
  heading: string
  item: Partial<PixelItem>
  why: string[]
  /** Texts that a visitor reads with the `pageFacts` and `presence` below. */
  reads: string[]
}

/** Facts from the page's script, for the types that need them. */
export const pageFacts = {
  product: { id: 'linen-shirt', stock: 3 },
  cart: { amount: 38.3, currency: 'EUR' },
}

const secondsLeft = 3 * 3600 + 25 * 60 + 30

/** All live counts; `page` is the path of the page under test. */
const presence = (page: string) => ({
  until: nowSeconds() + 600,
  window: 300,
  visitors: 48,
  pages: { [page]: 13 },
  products: { 'linen-shirt': 9 },
  carts: { window: 86_400, products: { 'linen-shirt': 8 } },
})

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** `picture` is the URL of an image for the types that have one. */
export const sampleOf = (type: NudgeType, picture?: string): Sample => {
  const image = picture ? { image: picture } : {}
  const samples: Record<NudgeType, Sample> = {
    custom: {
      heading: 'Good to know',
      item: {
        title: 'We ship without plastic',
        text: 'Paper boxes and paper tape since March.',
      },
      why: ['The shop wrote this message itself.'],
      reads: ['We ship without plastic', 'Paper boxes and paper tape since March.'],
    },
    review: {
      heading: 'Good to know',
      item: {
        title: 'Mia, 18 November',
        text: '“Keeps its shape after many washes, and the color is just as in the picture.”',
        stars: 4,
        url: 'https://shop.example/linen',
        ...image,
      },
      why: [
        'A review of this product, as it was written.',
        'The shop asked for it after an order with this product.',
      ],
      reads: ['Mia, 18 November', 'Keeps its shape after many washes'],
    },
    reviews: {
      heading: 'Good to know',
      item: { title: '4.6 out of 5', text: 'from 214 reviews', stars: 4.6 },
      why: ['Counted are the 214 reviews that the shop let through.'],
      reads: ['4.6 out of 5', 'from 214 reviews'],
    },
    visitor: {
      heading: 'Popular',
      item: {
        text: '',
        count: {
          of: 'page',
          minimum: 3,
          forms: [
            '# other person is looking at this now',
            '# other people are looking at this now',
          ],
        },
      },
      why: ['Visitors of this page in the last 5 minutes, without you.'],
      reads: ['12 other people are looking at this now'],
    },
    visitors: {
      heading: 'Popular',
      item: {
        text: '',
        count: {
          of: 'visitors',
          minimum: 5,
          maximum: 40,
          forms: ['# other person is in this shop now', '# other people are in this shop now'],
        },
      },
      why: ['Visitors of the whole shop in the last 5 minutes, without you.'],
      reads: ['40+ other people are in this shop now'],
    },
    discount: {
      heading: 'Good to know',
      item: {
        title: '10% off all linen',
        text: 'Ends in {left}.',
        code: 'LINEN10',
        conditions: 'From $50. Once per customer. Not together with other offers.',
        until: nowSeconds() + secondsLeft,
        countsDown: true,
      },
      why: ['An offer of the shop. It ends for everyone at the same moment.'],
      reads: ['10% off all linen', 'Ends in 3 h 25 min.', 'LINEN10'],
    },
    purchase: {
      heading: 'Selling fast',
      item: {
        title: 'Mia from Lyon',
        text: 'bought Linen shirt, sand',
        at: nowSeconds() - 7200,
        url: 'https://shop.example/linen',
        ...image,
      },
      why: [
        'One paid order, reported by the shop’s own server.',
        'The name is the one of the order.',
      ],
      reads: ['Mia from Lyon', 'bought Linen shirt, sand', '2 hours ago'],
    },
    purchases: {
      heading: 'Selling fast',
      item: { title: '', text: '31 orders in the last 7 days' },
      why: ['Paid orders of this shop in the last 7 days; returned ones are taken off.'],
      reads: ['31 orders in the last 7 days'],
    },
    conversion: {
      heading: 'Good to know',
      item: {
        title: 'Someone from Ghent',
        text: 'signed up for the newsletter',
        at: nowSeconds() - 3 * 86_400,
      },
      why: ['One confirmed sign-up.'],
      reads: ['Someone from Ghent', 'signed up for the newsletter', '3 days ago'],
    },
    conversions: {
      heading: 'Good to know',
      item: { title: '', text: '17 people signed up in the last 7 days' },
      why: ['Confirmed sign-ups in the last 7 days, each address once.'],
      reads: ['17 people signed up in the last 7 days'],
    },
    selling_out: {
      heading: 'Selling fast',
      item: { title: '', text: 'Ordered 14 times in the last 24 hours, 6 left' },
      why: ['Paid orders of this product in the last 24 hours, and the stock of the shop.'],
      reads: ['Ordered 14 times in the last 24 hours, 6 left'],
    },
    stock_level: {
      heading: 'Order soon',
      item: {
        title: '',
        text: '',
        count: { of: 'stock', minimum: 1, maximum: 5, forms: ['The last one', '# left in stock'] },
      },
      why: ['The number in stock, as the shop’s page says.'],
      reads: ['3 left in stock'],
    },
    cart_counter: {
      heading: 'Selling fast',
      item: {
        text: '',
        count: {
          of: 'carts',
          minimum: 3,
          forms: ['Added to # other cart today', 'Added to # other carts today'],
        },
      },
      why: ['Carts that this product was put into in the last 24 hours, without yours.'],
      reads: ['Added to 7 other carts today'],
    },
    delivery_date: {
      heading: 'Order soon',
      item: {
        title: 'Order within {left}',
        text: 'Estimated arrival on Tuesday, 24 November',
        until: nowSeconds() + secondsLeft,
        countsDown: true,
      },
      why: ['The shop’s own delivery days, cut-off and holidays. It is an estimate.'],
      reads: ['Order within 3 h 25 min', 'Estimated arrival on Tuesday, 24 November'],
    },
    free_delivery: {
      heading: 'Good to know',
      item: {
        title: '',
        text: 'Spend {missing} more for free delivery',
        conditions: 'Mainland only.',
        threshold: {
          amount: 50,
          currency: 'EUR',
          format: { text: '€#', decimal: '.', group: ',', digits: 2 },
          reached: 'You get free delivery',
        },
      },
      why: ['The value of your cart, as the shop’s page says, and the shop’s own rule.'],
      reads: ['Spend €11.70 more for free delivery', 'Mainland only.'],
    },
  }
  return samples[type]
}

/** A nudge with its type's item. */
export const sampleNudge = (
  type: NudgeType,
  nudge: Partial<PixelNudge> = {},
  picture?: string,
): PixelNudge => {
  const { heading, item, why } = sampleOf(type, picture)
  const items = [{ claim: randomUUID(), title: '', text: '', ...item }]
  return nudgeOf({ type, heading, why, items, ...nudge })
}

/** These nudges with the default options, and all live counts for that page. */
export const samplePayload = (
  nudges: PixelNudge[],
  options: Partial<PixelOptions> = {},
  page = '/product',
): PixelPayload => payloadOf(nudges, options, { counts: presence(page) })

/** An init script: facts from the page's script. */
export const pushFacts = (facts: object) => {
  Reflect.set(window, 'footfall', [['set', facts]])
}

/** Runs in the page: facts that its script sets later. */
export const setFacts = (facts: object) => {
  window.footfall?.push(['set', facts])
}
