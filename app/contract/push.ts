/**
 * Push nudges: what pages, the service worker and the server exchange. Installed scripts and workers live
 * for years: fields can be added, but none may change its meaning.
 *
 * Outside truth: Push API (https://www.w3.org/TR/push-api/), Notifications API
 * (https://notifications.spec.whatwg.org/), RFC 8030, RFC 8291 and RFC 8292.
 */
import { z } from 'zod'
import { oneLine } from '#app/lib/one-line.ts'
import { maxWebAddress } from '#app/lib/web/web-address.ts'
import { closedObject } from './api/closed-object.ts'

/** Kinds of messages. A subscriber chooses each of them, and gets no other. */
export const pushKinds = [
  'news',
  'back_in_stock',
  'price_drop',
  'order_shipped',
  'review_request',
  'abandoned_cart',
] as const
export type PushKind = (typeof pushKinds)[number]

/** Kinds that are sent when something happens. `news` is sent by campaigns. */
export const automationKinds = [
  'back_in_stock',
  'price_drop',
  'order_shipped',
  'review_request',
  'abandoned_cart',
] as const satisfies PushKind[]
export type AutomationKind = (typeof automationKinds)[number]

/**
 * Automations that a site can turn on. Pages report no products of a cart and have no words for the other
 * two consents, so no one could get those messages.
 */
export const offeredAutomations = [
  'back_in_stock',
  'price_drop',
  'order_shipped',
] as const satisfies AutomationKind[]

/** Kinds that a shopper requests for one product. */
export const productWatches = ['back_in_stock', 'price_drop'] as const satisfies AutomationKind[]
/** Kinds that a shopper requests for one order. */
const orderWatches = ['order_shipped', 'review_request'] as const satisfies AutomationKind[]

/** One subscription's open requests. */
export const maxWatches = 50
/** Pages and products that a subscription keeps of its visits, the latest ones. */
export const maxVisited = 20
/** Largest body of a request of a page or worker. */
export const maxPushBytes = 8 * 1024

/** In the payload of a site with push nudges. */
export type PixelPush = {
  /** Absolute URL that the paths of `pushPaths` begin with: `{APP_URL}/api/push/{uuid}`. */
  at: string
  /** The site's name, for a message that can't be read. */
  site: string
  /** Public VAPID key, base64url: `applicationServerKey` of `PushManager.subscribe`. */
  key: string
  /**
   * Path of the worker on the site, and its scope. Shared: the shop's own worker imports ours, so only its
   * registration is used.
   */
  worker: { path: string; scope: string; isShared?: true }
  /** Absent: nothing is offered, but subscribers can change their choice. */
  prompt?: PixelPushPrompt
  /** Kinds that the site sends. Buttons on product pages are shown for those among them. */
  kinds: PushKind[]
  /** Texts of buttons, and of the preferences' link. */
  texts: PixelPushTexts
  /**
   * Where buttons are drawn on product pages. Absent: only in elements with `data-footfall-push`.
   */
  placement?: { selector: string; where: 'before' | 'after' | 'prepend' | 'append' }
  /** By path, for pages that report no product. */
  products?: Record<string, { id: string; isOut?: true }>
}

/** The first of two steps: our card. The browser's own prompt follows a press of `accept`. */
export type PixelPushPrompt = {
  title: string
  text: string
  accept: string
  notNow: string
  /** Kinds that the card offers. */
  kinds: PushKind[]
  /** Beginnings of paths where it can be offered. Absent: everywhere. */
  paths?: string[]
  /** Number of page views before it can be offered, in one visit. At least 2: never on the first one. */
  views: number
  /** Seconds on the page before it is offered. */
  seconds: number
  /** Days until it can be offered again after `notNow`. */
  days: number
}

export type PixelPushTexts = {
  /** A request for a product that is out of stock. */
  backInStock: string
  /** A request for a lower price. */
  priceDrop: string
  /** A request about an order. */
  orderShipped: string
  /** Replaces a button after the request was stored. */
  requested: string
  /** Shown where the browser refuses, or where the request wasn't stored. */
  refused: string
  /** Shown on iPhones and iPads where the site isn't on the home screen. */
  installFirst: string
  preferences: string
}

const text = (most: number) =>
  z
    .string('Send text.')
    .trim()
    .min(1, 'Send at least one character.')
    .max(most, `Use ${String(most)} characters or fewer.`)

const line = (most: number) => text(most).regex(oneLine, 'Remove line breaks.')

const bytes = (count: number, name: string) =>
  z
    .string(`Send ${name}.`)
    .max(200)
    .transform((sent) => sent.replaceAll('=', ''))
    .refine((sent) => /^[\w-]+$/.test(sent) && Buffer.from(sent, 'base64url').length === count, {
      error: `Send ${name}: ${String(count)} bytes in base64url.`,
    })

/** As `PushSubscription.toJSON` has it (https://www.w3.org/TR/push-api/#dom-pushsubscription-tojson). */
const subscriptionFields = {
  endpoint: z.url('Send the endpoint’s URL.').max(maxWebAddress),
  /** RFC 8291, section 3.1: an uncompressed point on P-256, and 16 random bytes. */
  keys: closedObject({
    p256dh: bytes(65, 'the key p256dh'),
    auth: bytes(16, 'the key auth'),
  }),
  expirationTime: z.number().nullable().optional(),
  /** The key that the browser subscribed with: `PixelPush.key`. */
  key: bytes(65, 'the site’s key'),
}

const kinds = z
  .array(z.enum(pushKinds, `Use ${pushKinds.join(', ')}.`), 'Send a list of kinds.')
  .max(pushKinds.length, 'Send each kind once.')
  .transform((sent) => pushKinds.filter((kind) => sent.includes(kind)))

/** The words that the visitor agreed to, as they were shown. */
const consent = closedObject({ wording: text(2_000) })

const request = z.discriminatedUnion('kind', [
  closedObject({ kind: z.enum(productWatches), product: line(255) }),
  closedObject({ kind: z.enum(orderWatches), order: line(255) }),
])
export type PushWatch = z.output<typeof request>

const timeZone = line(64).refine(isTimeZone, { error: 'Send an IANA time zone.' })
const language = line(35)
  .regex(/^[a-z]{2,3}(?:-[\da-z]{2,8})*$/i, 'Send a BCP 47 language.')
  .transform(knownTag)

/** `POST /api/push/{uuid}/subscriptions`. */
export const subscribeInput = closedObject({
  ...subscriptionFields,
  consent,
  kinds: kinds.refine((sent) => sent.length > 0, { error: 'Send at least one kind.' }),
  timeZone,
  language,
  /** Path of the page. */
  page: line(512).regex(/^\/[^?#]*$/, 'Send a path.'),
  /** The shop's id of the page's product. */
  product: line(255).optional(),
  request: request.optional(),
  /** The id that the pixel keeps in a browser that consented. Lets the person be erased by it. */
  visitor: line(64).optional(),
})
export type SubscribeInput = z.output<typeof subscribeInput>

/** Answer to it: 201, or 200 when the browser was subscribed already. Keep both in the browser. */
export type SubscribeAnswer = { id: string; token: string; kinds: PushKind[] }

const token = line(400)

/** `POST /api/push/{uuid}/subscriptions/{id}`, with the token of the subscription. */
export const subscriptionChange = z.discriminatedUnion('do', [
  /** Replaces the kinds. A kind that is new needs the words that the visitor agreed to. */
  closedObject({ do: z.literal('choose'), token, kinds, consent: consent.optional() }),
  /** After `pushsubscriptionchange`, or where the browser has another subscription than the last time. */
  closedObject({ do: z.literal('replace'), token, ...subscriptionFields }),
  /** A request for a product or an order. Adds the kind as well. */
  closedObject({ do: z.literal('watch'), token, request, consent }),
  closedObject({ do: z.literal('unwatch'), token, request }),
  /** Once per page view of a subscriber. */
  closedObject({
    do: z.literal('visit'),
    token,
    page: line(512).regex(/^\/[^?#]*$/, 'Send a path.'),
    product: line(255).optional(),
    timeZone: timeZone.optional(),
    language: language.optional(),
  }),
  /**
   * The cart's content, each time it changes, and only from subscribers who chose `abandoned_cart`. An
   * empty list, also after an order, ends the reminder.
   */
  closedObject({
    do: z.literal('cart'),
    token,
    products: z.array(line(255)).max(50),
    /** Path of the cart's page. The message opens it, so it names no other host. */
    page: line(512).regex(/^\/(?![/\\])[^?#]*$/, 'Send a path.'),
  }),
  /** A goal that a subscriber reached: its uuid. Compared with subscribers of the holdout group. */
  closedObject({ do: z.literal('reached'), token, goal: z.uuid('Send the goal’s uuid.') }),
  /** Deletes the subscription and all it has. */
  closedObject({ do: z.literal('unsubscribe'), token }),
])
export type SubscriptionChange = z.output<typeof subscriptionChange>

/** Answer to it. After `unsubscribe`: no kinds and no watches. */
export type SubscriptionAnswer = { kinds: PushKind[]; watches: PushWatch[] }

/**
 * Events of one message.
 *
 * - `shown`: the worker showed it.
 * - `clicked`: the visitor opened it.
 * - `closed`: the visitor dismissed it.
 * - `stopped`: the visitor pressed "Stop these": the kind is turned off.
 */
const pushEvents = ['shown', 'clicked', 'closed', 'stopped'] as const
export type PushEvent = (typeof pushEvents)[number]

/** `POST /api/push/{uuid}/reports`, with the token of the message. Answers `{}`. */
export const pushReport = closedObject({
  token,
  event: z.enum(pushEvents, `Use ${pushEvents.join(', ')}.`),
})

/**
 * The JSON in a push message, encrypted for one browser. At most `maxMessageBytes`, so that all services
 * take it.
 */
export type PushMessage = {
  /** Version of these fields. Distinguishes our messages from those of others. */
  footfall: 1
  /** The same when a message is sent again: a worker shows it once. */
  id: string
  /** The site's uuid. */
  site: string
  title: string
  body: string
  /** Absolute, on the site. */
  url: string
  icon?: string
  image?: string
  badge?: string
  /** Notifications with the same tag replace each other. */
  tag: string
  /** BCP 47. */
  lang: string
  dir: 'ltr' | 'rtl'
  /** Texts of the buttons. */
  open: string
  stop: string
  /** For reports, and the last part of the page below. */
  token: string
  /** URL of `POST /api/push/{uuid}/reports`. */
  reportTo: string
  /** URL of the page with preferences, "Unsubscribe" and "Why do I get this?". */
  manage: string
  /** Unix seconds from which on it is no longer true: a worker shows the site's name instead. */
  until: number
}

/**
 * RFC 8030, section 7.2: services take at least 4,096 bytes of a body. RFC 8291, section 4, leaves 3,993 for
 * the text; some of ours stays unused, because services count headers differently.
 */
export const maxMessageBytes = 3_000

/** Paths of the public edge. */
export const pushPaths = {
  subscriptions: (site: string) => `/api/push/${site}/subscriptions`,
  subscription: (site: string, id: string) => `/api/push/${site}/subscriptions/${id}`,
  reports: (site: string) => `/api/push/${site}/reports`,
  manage: (token: string) => `/push/${token}`,
  worker: '/push/worker.js',
} as const

/** Whether the server knows the zone, as a page's `Intl` names it. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The tag, or its language alone: pages have tags like `zh-cn-hans`, which BCP 47 doesn't know and
 * `Intl` refuses.
 */
function knownTag(sent: string): string {
  try {
    return Intl.getCanonicalLocales(sent)[0] ?? 'en'
  } catch {
    return sent.split('-', 1)[0] ?? 'en'
  }
}
