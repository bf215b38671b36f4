/** Settings of push nudges, as their owner enters them. */
import { z } from 'zod'
import { oneLine } from '#app/lib/one-line.ts'
import { maxWebAddress, parseWebAddress } from '#app/lib/web/web-address.ts'
import type { AutomationKind } from './push.ts'

const line = (most: number) =>
  z
    .string('Enter text.')
    .trim()
    .min(1, 'Enter at least one character.')
    .max(most, `Use ${String(most)} characters or fewer.`)
    .regex(oneLine, 'Remove line breaks and control characters.')

const whole = (from: number, to: number) =>
  z.coerce
    .number('Enter a number.')
    .int('Enter a whole number.')
    .min(from, `Enter a number from ${String(from)} to ${String(to)}.`)
    .max(to, `Enter a number from ${String(from)} to ${String(to)}.`)

/** Path of the worker on the site: the file's folder is its scope, unless a header widens it. */
const workerPath = line(200).regex(
  /^\/(?:[\w.~-]+\/)*[\w.~-]+$/,
  'Enter a path, for example /footfall-push.js.',
)

/** The opt-in prompt. It offers news: each other kind needs a product, an order or a consent for itself. */
export const pushPrompt = z.object({
  isShown: z.boolean('Choose yes or no.'),
  title: line(60),
  text: line(200),
  accept: line(24),
  notNow: line(24),
  /** Beginnings of paths where it is offered. Empty: everywhere. */
  pages: z
    .array(line(512).regex(/^\//, 'Enter a path, for example /blog.'))
    .max(20, 'Use 20 paths or fewer.')
    .default([]),
  /** Page views in a visit before it is offered. Never on the first one. */
  views: whole(2, 20),
  seconds: whole(0, 600),
  /** Until it is offered again after "Later". */
  days: whole(7, 365),
  workerPath,
  /** The shop's own worker, at this path, imports ours. Otherwise the file is ours alone. */
  isShared: z.boolean('Choose yes or no.').default(false),
})
export type PushPrompt = z.output<typeof pushPrompt>

export const defaultPrompt: PushPrompt = {
  isShown: false,
  title: 'Hear about news from this shop?',
  text: 'We’ll send a message to this device. You can turn it off at any time.',
  accept: 'Yes, please',
  notNow: 'Not now',
  pages: [],
  views: 2,
  seconds: 10,
  days: 90,
  workerPath: '/footfall-push.js',
  isShared: false,
}

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, for example 21:00.')

/** A host name as `extraServices` lists it. */
const serviceHost = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/,
    'Enter a host name, for example push.example.com.',
  )

/** How often and when subscribers get messages. */
export const pushDelivery = z.object({
  /** In the subscriber's time zone. Equal: no quiet hours. */
  quietFrom: clock,
  quietUntil: clock,
  /** Messages of campaigns and reminders to one subscriber. */
  perDay: whole(1, 10),
  perWeek: whole(1, 30),
  /** Percentage of subscribers who get no campaigns, to measure what these change. */
  holdout: whole(0, 50),
  /** Hosts of push services in addition to the known ones. */
  extraServices: z.array(serviceHost).max(20, 'Use 20 hosts or fewer.'),
})
export type PushDelivery = z.output<typeof pushDelivery>

export const defaultDelivery: PushDelivery = {
  quietFrom: '21:00',
  quietUntil: '08:00',
  perDay: 1,
  perWeek: 3,
  holdout: 0,
  extraServices: [],
}

const pageLink = z
  .string('Enter a URL.')
  .trim()
  .max(maxWebAddress, `Use ${String(maxWebAddress)} characters or fewer.`)
  .refine((typed) => /^\/(?![/\\])/.test(typed) || parseWebAddress(typed) !== null, {
    error: 'Enter a URL of your site, for example /sale.',
  })

const image = z
  .string()
  .trim()
  .max(maxWebAddress)
  .refine((typed) => parseWebAddress(typed)?.protocol === 'https:', {
    error: 'Enter a URL that starts with https://.',
  })

/**
 * The message. Longer texts are cut by the systems that show them.
 *
 * In automations, `{product}`, `{price}`, `{old_price}`, `{order}` and `{shop}` are filled in from the shop's
 * data, those that the kind has.
 */
const pushContent = z.object({
  title: line(80),
  body: line(240),
  /** A page of the site. In automations with a product, its page replaces it. */
  url: pageLink,
  image: image.nullable().default(null),
})
export type PushContent = z.output<typeof pushContent>

/** Subscribers of `news` who get a campaign: all of those that every list names. */
export const pushAudience = z.object({
  /** Paths of which a subscriber visited one. Empty: any. */
  pages: z.array(line(512).regex(/^\//, 'Enter a path, for example /sale.')).max(20).default([]),
  /** The shop's ids. Empty: any. */
  products: z.array(line(255)).max(20).default([]),
  /** ISO 3166-1 alpha-2. Empty: any. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'Choose a country.'))
    .max(250)
    .default([]),
  /** Days since the last visit, at least and at most. Null: any. */
  notSinceDays: whole(1, 730).nullable().default(null),
  sinceDays: whole(1, 730).nullable().default(null),
})
export type PushAudience = z.output<typeof pushAudience>

export const campaignInput = z.object({
  name: line(80),
  content: pushContent,
  /** Text B of a split test. Null: none. */
  contentB: pushContent.nullable().default(null),
  /** Percentage of those who get text B. */
  shareB: whole(1, 99).default(50),
  audience: pushAudience.prefault({}),
  /** `2026-12-01T09:00` in each subscriber's time zone. Null: when it is started. */
  sendAt: z
    .string()
    .regex(
      /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d$/,
      'Enter a date and a time.',
    )
    .refine(isCalendarTime, { error: 'Enter a day of the calendar in the years 2000 to 2999.' })
    .nullable()
    .default(null),
  /** Hours until it is no longer worth showing: the push service drops it then. */
  hours: whole(1, 72).default(24),
})
export type CampaignInput = z.output<typeof campaignInput>

export const automationInput = z.object({
  isOn: z.boolean('Choose yes or no.'),
  content: pushContent,
  /** Hours after the fact: of reviews requests after the order, of reminders after the last change of the cart. */
  waitHours: whole(0, 720).default(0),
})
export type AutomationInput = z.output<typeof automationInput>

/** Placeholders by kind. */
export const pushPlaceholders: Readonly<Record<AutomationKind, readonly string[]>> = {
  back_in_stock: ['product', 'shop'],
  price_drop: ['product', 'price', 'old_price', 'shop'],
  order_shipped: ['order', 'shop'],
  review_request: ['order', 'shop'],
  abandoned_cart: ['product', 'shop'],
}

export const defaultAutomations: Readonly<Record<AutomationKind, AutomationInput>> = {
  back_in_stock: automation(
    '{product} is back',
    'You asked us to let you know. It’s in stock again.',
    0,
  ),
  price_drop: automation(
    '{product} now costs {price}',
    'It was {old_price} when you asked us to let you know.',
    0,
  ),
  order_shipped: automation('Your order {order} has shipped', 'It’s on its way to you.', 0),
  review_request: automation(
    'How was your order?',
    'A review of your order {order} helps other shoppers.',
    240,
  ),
  abandoned_cart: automation(
    '{product} is still in your cart',
    'Open your cart to complete your order.',
    4,
  ),
}

function automation(title: string, body: string, waitHours: number): AutomationInput {
  return { isOn: false, content: { title, body, url: '/', image: null }, waitHours }
}

/** Dates like 02-31 roll over when they are read, and years outside have no local times. */
function isCalendarTime(typed: string): boolean {
  const read = new Date(`${typed}:00Z`)
  const isRead = /^2\d{3}-/.test(typed) && !Number.isNaN(read.getTime())
  return isRead && read.toISOString().startsWith(typed)
}
