/** Names and sentences of push nudges. Safe in the browser. */
import type { PushKind } from '#app/contract/push.ts'

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
      'A shopper agrees to it after ordering. They get one message some time later, unless the order was canceled or refunded.',
  },
  abandoned_cart: {
    name: 'Cart reminder',
    condition:
      'Only for subscribers who chose cart reminders. They get one message if products stay in their cart and no order follows.',
  },
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

/** "Nothing is sent from 21:00 to 08:00 in each subscriber’s time zone, …" */
export function describeQuiet({ quietFrom, quietUntil, perDay, perWeek }: QuietSettings): string {
  const most = `Each gets up to ${String(perDay)} ${perDay === 1 ? 'message' : 'messages'} a day and ${String(perWeek)} a week.`
  return quietFrom === quietUntil
    ? `There are no quiet hours. ${most}`
    : `Nothing is sent from ${quietFrom} to ${quietUntil} in each subscriber’s time zone. ${most}`
}
