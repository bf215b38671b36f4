/** Names and sentences of push nudges. Safe in the browser. */
import type { AutomationKind, PushKind } from '#app/contract/push.ts'
import { formatTime } from '#app/lib/days/moment-text.ts'

/** Days of the chart of subscribers. */
export const growthDays = 30

type KindWords = {
  name: string
  /** When a message of the kind is sent, and to whom. */
  condition: string
}

export const kindWords: Readonly<Record<PushKind, KindWords>> = {
  news: {
    name: 'News',
    condition: 'Campaigns that you write, to subscribers who chose news.',
  },
  back_in_stock: {
    name: 'Back in stock',
    condition:
      'A visitor asks for it on the page of a product that’s sold out. They get one message when your data shows it in stock again.',
  },
  price_drop: {
    name: 'Price drop',
    condition:
      'A visitor asks for it on a product page. They get one message when the price is lower than it was when they asked.',
  },
  order_shipped: {
    name: 'Order shipped',
    condition:
      'A shopper asks for it after ordering. They get one message when your shop reports that the order has shipped.',
  },
  review_request: {
    name: 'Review request',
    condition:
      'A shopper asks for it after ordering. They get one message some days later, if your data has the order and it wasn’t canceled or refunded.',
  },
  abandoned_cart: {
    name: 'Cart reminder',
    condition:
      'A shopper asks for it next to their cart. They get one message if products stay in it for some hours, one of them is in stock, and your pages report no order.',
  },
}

/** The element that a shop places for the button of an automation, with examples of its values. */
export const buttonElements: Readonly<Record<AutomationKind, string>> = {
  back_in_stock: '<div data-footfall-push="back_in_stock" data-product="8421"></div>',
  price_drop: '<div data-footfall-push="price_drop" data-product="8421"></div>',
  order_shipped: '<div data-footfall-push="order_shipped" data-order="1001"></div>',
  review_request: '<div data-footfall-push="review_request" data-order="1001"></div>',
  abandoned_cart:
    '<div data-footfall-push="abandoned_cart" data-products="8421,8422" data-page="/cart"></div>',
}

export type CampaignState = 'draft' | 'sending' | 'paused' | 'sent' | 'stopped'

export const stateWords: Readonly<
  Record<CampaignState, { label: string; tone?: 'success' | 'attention' | 'info' }>
> = {
  draft: { label: 'Draft' },
  sending: { label: 'Sending', tone: 'info' },
  paused: { label: 'Paused', tone: 'attention' },
  sent: { label: 'Sent', tone: 'success' },
  stopped: { label: 'Stopped', tone: 'attention' },
}

type QuietSettings = { quietFrom: string; quietUntil: string; perDay: number; perWeek: number }

/** "Nothing is sent from 9:00 PM to 8:00 AM in each subscriber’s time zone, …" */
export function describeQuiet({ quietFrom, quietUntil, perDay, perWeek }: QuietSettings): string {
  const most = `Each gets up to ${String(perDay)} ${perDay === 1 ? 'message' : 'messages'} a day and ${String(perWeek)} a week.`
  return quietFrom === quietUntil
    ? `There are no quiet hours. ${most}`
    : `Nothing is sent from ${formatTime(quietFrom)} to ${formatTime(quietUntil)} in each subscriber’s time zone. ${most}`
}
