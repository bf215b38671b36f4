/**
 * Stripe: payments with Checkout and without it, and new customers.
 *
 * Sources: Stripe API reference (checkout sessions, charges, refunds, customers, webhook endpoints), its pages
 * about signatures of webhooks and about OAuth of Connect, and the fixtures of its OpenAPI description.
 */
import { z } from 'zod'
import { BadRecord, ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Verdict } from '../integration.ts'
import { jsonOf, readRows, readShape } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { noApp } from '../kit/oauth.ts'
import { pullInPhases } from '../kit/phases.ts'
import { identifier, looseText } from '../kit/shapes.ts'
import { apiVersion, get, list, post, readPage, remove } from '../kit/stripe-api.ts'
import {
  event,
  eventRecords,
  isLive,
  itemsOf,
  lateRecord,
  lateTypes,
  paymentRecord,
} from '../kit/stripe-events.ts'
import { contentId, isEqualText, requireFresh, signatureOf } from '../kit/signatures.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import {
  charge,
  customer,
  customerRecord,
  disputedRecord,
  isPaid,
  refund,
  refundRecord,
  session,
  sessionRecord,
} from '../records/stripe.ts'

const keyHelp = 'Enter a restricted key. It begins with rk_live_ or rk_test_.'

const settings = z
  .object({
    /** Empty after an approval, whose token does the same. */
    key: z
      .string()
      .trim()
      .regex(/^(rk_(live|test)_\w{10,250})?$/, keyHelp)
      .meta({
        label: 'Restricted key',
        help: 'Stripe Dashboard › Developers › API keys › Create restricted key.',
        isSecret: true,
        placeholder: 'rk_live_…',
      }),
    account: z
      .string()
      .regex(/^acct_\w{1,250}$/)
      .optional()
      .meta({ label: 'Account', isGranted: true }),
    isLiveMode: z.boolean().optional().meta({ label: 'Live mode', isGranted: true }),
  })
  .refine(({ key, account }) => key !== '' || account !== undefined, {
    path: ['key'],
    message: keyHelp,
  })
const topics = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'charge.succeeded',
  // A payment that was only authorized at first.
  'charge.captured',
  'charge.refunded',
  // The money of a chargeback goes back when it begins, and comes again if the shop wins.
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'customer.created',
] as const

export const stripe = defineIntegration({
  name: 'stripe',
  category: 'payments',
  summary: 'Payments and new customers of your Stripe account.',
  brings: ['purchase', 'signup'],
  hasGuestCustomers: true,
  ways: ['keys', 'oauth'],
  settings,
  steps: {
    oauth: [
      'Log in to Stripe as an administrator of the account.',
      'Stripe asks whether Footfall may connect to the account. Choose it and confirm.',
      'You come back here. Footfall adds its webhook endpoint automatically.',
    ],
    keys: [
      'In the Stripe Dashboard, open Developers › API keys and choose Create restricted key.',
      'Set Checkout Sessions, Charges and Refunds, Customers, Events and Products to Read, and Webhook Endpoints to Write.',
      'Create the key and copy it here. Footfall adds its webhook endpoint automatically.',
    ],
  },
  // In test mode Stripe allows 25 a second.
  budget: { requests: 20, seconds: 1 },
  accountOf: ({ key, account }) => account ?? contentId(key),
  idsOf: 'service',
  isNamedByKey: true,

  // Writing is for the webhook endpoint. Stripe has no narrower scope for new platforms.
  oauth: {
    authorizeUrl: 'https://connect.stripe.com/oauth/authorize',
    tokenUrl: 'https://connect.stripe.com/oauth/token',
    scopes: ['read_write'],
    usesPkce: false,
    // Its reference names no other parameters.
    clientAuth: 'secret',
    tokenBody: 'form',
  },

  settingsOf({ answer }) {
    const named = readShape(z.object({ stripe_user_id: identifier, livemode: z.boolean() }), answer)
    return { key: '', account: named.stripe_user_id, isLiveMode: named.livemode }
  },

  async revoke({ http, origin, app, now, settings: { account } }) {
    if (!app) throw noApp(now)
    if (account === undefined) return
    await http.request({
      method: 'POST',
      url: `${origin('https://connect.stripe.com')}/oauth/deauthorize`,
      form: { client_id: app.id, stripe_user_id: account },
      headers: { Authorization: `Bearer ${app.secret}` },
    })
  },

  async test(caller) {
    for (const path of ['checkout/sessions', 'charges', 'customers', 'products']) {
      await get(caller, path, { limit: '1' })
    }
    const { key, account } = caller.settings
    const mode = isLive(caller) ? 'Live' : 'Test'
    return { label: account ? `${mode} account ${account}` : `${mode} key …${key.slice(-4)}` }
  },

  async subscribe(caller) {
    const { endpoint, secret } = caller.subscription
    const wanted = { url: caller.hookUrl, ...listForm('enabled_events', topics) }
    if (endpoint && secret) {
      const changed = await post(caller, `webhook_endpoints/${endpoint}`, {
        ...wanted,
        disabled: 'false',
      }).catch(absentIfGone)
      if (changed) return { endpoint, secret }
    }
    // Stripe names the secret only once: one whose secret was lost is replaced.
    const known = await get(caller, 'webhook_endpoints', { limit: '100' })
    const { data } = known.read(list)
    for (const { id, url } of readRows(z.object({ id: identifier, url: z.string() }), data)) {
      if (url === caller.hookUrl) await remove(caller, `webhook_endpoints/${id}`)
    }
    const made = await post(caller, 'webhook_endpoints', {
      ...wanted,
      api_version: apiVersion,
      description: 'Footfall',
    }).catch(explainedLimit)
    const { id, secret: madeSecret } = made.read(z.object({ id: identifier, secret: z.string() }))
    return { endpoint: id, secret: madeSecret }
  },

  async unsubscribe(caller) {
    const { endpoint } = caller.subscription
    if (endpoint) await remove(caller, `webhook_endpoints/${endpoint}`)
  },

  receive: {
    verify({ headers, body }, { subscription, now }): Verdict {
      requireStripeSignature(headers['stripe-signature'], {
        body,
        secret: subscription['secret'],
        now,
      })
      const { id, type, created } = readShape(event, jsonOf(body.toString('utf8')))
      return { id, topic: type, triggeredAt: new Date(created) }
    },

    async read({ topic, text }, caller) {
      const read = readShape(event, jsonOf(text))
      // A live endpoint gets events of test mode as well, when the account is a platform.
      if (read.livemode !== isLive(caller)) return []
      return eventRecords(caller, { ...read, type: topic }, (object) =>
        Promise.resolve(readShape(charge, object)),
      )
    },
  },

  pull: pullInPhases<z.output<typeof settings>>([
    // Before the sessions, because a charge says when it was paid.
    {
      name: 'charges',
      everyMinutes: 360,
      firstDays: 60,
      // Each may need two requests of its own, within the budget of a second.
      read: (caller, from) =>
        readPage(caller, { path: 'charges', limit: 9, ...from }, (rows) =>
          recordRows(charge, rows, (one) => {
            if (one.refunded) return refundRecord(one)
            return one.disputed ? disputedRecord(one) : paymentRecord(caller, one)
          }),
        ),
    },
    {
      name: 'sessions',
      everyMinutes: 360,
      firstDays: 60,
      read: (caller, from) =>
        // The items of each are a request of their own: from a list they would be five levels deep.
        readPage(caller, { path: 'checkout/sessions', limit: 10, ...from }, (rows) =>
          recordRows(session, rows, async (one) =>
            isPaid(one) ? sessionRecord(one, await itemsOf(caller, one.id)) : null,
          ),
        ),
    },
    // A charge is listed by when it was made, so nothing else says that an old one was refunded since.
    {
      name: 'refunds',
      everyMinutes: 360,
      firstDays: 60,
      withoutRight:
        'Payments still arrive. A refund whose webhook was missed can’t be read, because the key lacks the right. In the Stripe Dashboard, set Charges and Refunds to Read for it.',
      read: (caller, from) =>
        readPage(caller, { path: 'refunds', expand: 'charge', ...from }, (rows) =>
          recordRows(refund, rows, (one) => one.charge && refundRecord(one.charge)),
        ),
    },
    // A list of what was made says neither that an older payment succeeded since nor that it was charged back.
    {
      name: 'events',
      everyMinutes: 360,
      // Stripe keeps them for 30: docs.stripe.com/api/events/list (2026).
      firstDays: 28,
      withoutRight:
        'Payments still arrive. Late payments and chargebacks whose webhook was missed can’t be read, because the key lacks the right. In the Stripe Dashboard, set Events to Read for it.',
      read: (caller, from) =>
        // Each may need three requests of its own, within the budget of a second.
        readPage(caller, { path: 'events', limit: 6, types: lateTypes, ...from }, (rows) =>
          recordRows(event, rows, (one) => lateRecord(caller, one)),
        ),
    },
    {
      name: 'customers',
      everyMinutes: 360,
      firstDays: 60,
      withoutRight:
        'New customers still arrive. Past and missed ones can’t be read, because the key lacks the right. In the Stripe Dashboard, set Customers to Read for it.',
      read: (caller, from) =>
        readPage(caller, { path: 'customers', ...from }, (rows) =>
          recordRows(customer, rows, customerRecord),
        ),
    },
  ]),
})

/** `t=…,v1=…`, with several v1 while the secret changes. @throws ForgedDelivery */
function requireStripeSignature(
  header: string | undefined,
  { body, secret, now }: { body: Buffer; secret: string | undefined; now: Date },
): void {
  const parts = (header ?? '').split(',', 20).map((part) => part.trim().split('=', 2))
  const [, time = ''] = parts.find(([name]) => name === 't') ?? []
  if (!secret || !/^\d{1,12}$/.test(time)) throw new ForgedDelivery()
  const content = Buffer.concat([Buffer.from(`${time}.`), body])
  const expected = signatureOf({ algorithm: 'sha256', encoding: 'hex' }, secret, content)
  const given = parts.flatMap(([name, value]) => (name === 'v1' && value ? [value] : []))
  if (!given.some((one) => isEqualText(one, expected))) throw new ForgedDelivery()
  requireFresh(Number(time), now)
}

/**
 * An account may have 16 endpoints, and the refusal of another one has no code and names no parameter, as other
 * refusals do. Source: docs.stripe.com/webhooks (2026); PostHog/posthog, pull request 83460.
 */
function explainedLimit(error: unknown): never {
  const refusal = error instanceof BadRecord && error.reply?.status === 400 ? error.reply : null
  const found = refusal?.find(
    z.object({ error: z.object({ code: looseText, param: looseText }) }),
  )?.error
  if (!found || found.code || found.param) throw error
  throw new WrongSetting(
    'key',
    'This account has as many webhook endpoints as Stripe allows. Remove one in the Stripe Dashboard, under Developers › Webhooks.',
  )
}

function absentIfGone(error: unknown): null {
  if (error instanceof BadRecord && error.reply?.status === 404) return null
  throw error
}

const listForm = (name: string, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value, index) => [`${name}[${String(index)}]`, value]))
