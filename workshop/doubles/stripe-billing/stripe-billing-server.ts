/**
 * A Stripe account that bills: customers with cards, subscriptions, invoices, coupons and checkouts,
 * for the official library. It is stateful, keeps idempotency keys, signs its events, and time moves on
 * when its clock does.
 *
 * It refuses what it doesn't know: calls, parameters, another API version.
 */
import { findPlan } from '#app/domain/plans/catalog.ts'
import { productName } from '#app/lib/product.ts'
import { startShopDouble, type DoubleOptions, type DoubleReply } from '../shops/shop-double.ts'
import type { Fault, SeenRequest } from '../shops/shop-double.ts'
import { apiVersion, createAccount, findRow, type Account } from './account.ts'
import { callApi } from './api.ts'
import { answerPayment, callFromBrowser, endProcessing } from './browser.ts'
import { testCards, type CardBehavior, type CardName } from './cards.ts'
import * as catalog from './catalog.ts'
import { answerCheckout, type CheckoutChoice } from './checkout.ts'
import { answerSetup, confirmSetup, createSetupIntent } from './customers.ts'
import { StripeFailure } from './failure.ts'
import { parseForm, textsOf } from './form.ts'
import { onPaid } from './invoices.ts'
import { checkoutPage, htmlPage, invoicePdf } from './pages.ts'
import { present } from './present.ts'
import type { CouponRow, EventRow, PromotionCodeRow, WebhookEndpointRow } from './rows.ts'
import { stripeScript } from './stripe-script.ts'
import { followPayment } from './subscriptions.ts'
import { catchUp } from './time.ts'
import { createDeliveries, signEvent, type AddedEndpoint, type SignedEvent } from './webhooks.ts'

export type StripeBilling = {
  url: string
  keys: { secret: string; restricted: string; publishable: string }
  account: Account
  /** Each request that arrived, oldest first. */
  seen: SeenRequest[]
  /** The next requests meet these faults, one each. */
  failNext: (...faults: Fault[]) => void
  /** After so many proper answers, each request meets this fault, until it is healed. */
  failAfter: (answers: number, fault: Fault) => void
  /** Decides about the fault of each request, until it is healed. */
  failBy: (decide: (request: SeenRequest) => Fault | undefined) => void
  heal: () => void
  /** All events so far, oldest first. */
  events: readonly EventRow[]
  /** In the list of endpoints as well. */
  addEndpoint: (endpoint: AddedEndpoint) => WebhookEndpointRow
  /** Responses of the endpoints. */
  answers: readonly { type: string; id: string; status: number }[]
  /** An event as it is sent. */
  sign: (event: EventRow, secrets: readonly string[]) => SignedEvent
  /** Catches up with the clock, and sends the events that endpoints haven't accepted yet. */
  settle: () => Promise<void>
  /** A monthly price with this lookup key, and its product, named as the product's command names it. */
  addPrice: (lookupKey: string, cents: number) => string
  addCoupon: (coupon: Partial<CouponRow> & { id: string }) => CouponRow
  addPromotionCode: (code: Partial<PromotionCodeRow> & { code: string; coupon: string }) => void
  /**
   * As the browser does it with a secret of a setup, where a bank's question is answered with yes.
   * Returns the payment method.
   */
  enterCard: (clientSecret: string, card: CardName) => string
  /** A card that becomes the customer's default, without the browser. Returns the payment method. */
  giveCard: (customer: string, card: CardName) => string
  /** From now on the card behaves like this. */
  changeCard: (paymentMethod: string, behavior: CardBehavior) => void
  /** The bank's answer about an open payment. */
  authenticate: (clientSecret: string, isOwner: boolean) => void
  /** The bank’s answer about all payments that it has been processing. */
  endProcessing: (isPaid: boolean) => void
  /** As on the checkout's page. Returns where it leads. */
  checkOut: (session: string, choice: CheckoutChoice) => string | null
  stop: () => Promise<void>
}

export const stripeKeys = {
  secret: 'sk_test_0123456789abcdefghij',
  restricted: 'rk_test_0123456789abcdefghij',
  publishable: 'pk_test_0123456789abcdefghij',
}

/** Stripe's response while something is broken there. */
export const stripeFails: Fault = {
  status: 500,
  json: { error: { type: 'api_error', message: 'An unknown error occurred' } },
}

/** Stripe's response when it is called too often. */
export const stripeThrottles: Fault = {
  status: 429,
  json: {
    error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' },
  },
}

type Answered = { fingerprint: string; at: number; reply: DoubleReply }

const keySeconds = 24 * 3_600

export async function startStripeBilling(
  now: () => Date,
  { port, lastId = 0 }: DoubleOptions = {},
): Promise<StripeBilling> {
  const account = createAccount(now, lastId)
  const deliveries = createDeliveries(account, now)
  account.onEvent = deliveries.add
  onPaid(account, (invoice) => {
    followPayment(account, invoice)
  })
  const answered = new Map<string, Answered>()
  const keys = stripeKeys

  function api({ method, path, query, body, headers }: SeenRequest): DoubleReply {
    const isRestricted = headers.authorization === `Bearer ${keys.restricted}`
    if (!isRestricted && headers.authorization !== `Bearer ${keys.secret}`) {
      const message = 'Invalid API Key provided.'
      throw new StripeFailure(401, { type: 'invalid_request_error', message })
    }
    if (headers['stripe-version'] !== apiVersion) {
      const message = `The double answers in ${apiVersion}.`
      throw new StripeFailure(400, { type: 'invalid_request_error', message })
    }
    const params = parseForm(method === 'POST' ? new URLSearchParams(body) : query)
    const key = headers['idempotency-key']
    if (typeof key !== 'string' || method !== 'POST') {
      return { json: answer({ method, path, params, isRestricted }) }
    }
    const fingerprint = `${method} ${path} ${body}`
    const known = answered.get(key)
    if (known && known.at + keySeconds > account.now()) {
      if (known.fingerprint === fingerprint) {
        return { ...known.reply, headers: { 'Idempotent-Replayed': 'true' } }
      }
      throw new StripeFailure(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters: ${key}`,
      })
    }
    const reply = replyOf(() => ({ json: answer({ method, path, params, isRestricted }) }))
    // Requests that were refused as they are don't use up their key.
    const isKept = (reply.status ?? 200) < 400 || reply.status === 402
    if (isKept) answered.set(key, { fingerprint, at: account.now(), reply })
    return reply
  }

  const answer = (request: Parameters<typeof callApi>[1]) => {
    const result = callApi(account, request)
    const paths = textsOf(request.params, 'expand').map((one) => one.split('.'))
    return present((id) => findRow(account, id), result, paths)
  }

  function page({ method, path, query, body }: SeenRequest): DoubleReply | undefined {
    if (path === '/stripe.js') {
      return { text: stripeScript(account.url), type: 'text/javascript; charset=utf-8' }
    }
    const [, checkout] = /^\/checkout\/(\w+)$/.exec(path) ?? []
    if (checkout) return checkoutReply(checkout, method, query, body)
    const [, invoice, isPdf] = /^\/invoices\/(\w+)(\/pdf)?$/.exec(path) ?? []
    const found = account.tables.invoice.get(invoice ?? '')
    if (found && isPdf) {
      return { text: invoicePdf(found).toString('latin1'), type: 'application/pdf' }
    }
    const [, receipt] = /^\/receipts\/(\w+)$/.exec(path) ?? []
    const charge = account.tables.charge.get(receipt ?? '')
    if (!charge) return undefined
    const paid = `<p>$${(charge.amount / 100).toFixed(2)} paid.</p>`
    return { text: htmlPage('Receipt', paid), type: 'text/html; charset=utf-8' }
  }

  function checkoutReply(
    id: string,
    method: string,
    query: URLSearchParams,
    body: string,
  ): DoubleReply {
    const session = account.tables['checkout.session'].get(id)
    const type = 'text/html; charset=utf-8'
    if (session?.status !== 'open') {
      return { status: 410, text: htmlPage('This checkout is over', ''), type }
    }
    if (method !== 'POST') {
      return { text: checkoutPage(session, query.has('declined')), type }
    }
    const choice = new URLSearchParams(body).get('choice')
    const isKnown = choice === 'pay' || choice === 'decline' || choice === 'cancel'
    const returnTo = answerCheckout(account, id, isKnown ? choice : 'cancel')?.returnTo ?? null
    return { status: 303, headers: { Location: returnTo ?? `/checkout/${id}?declined` } }
  }

  function replyTo(request: SeenRequest): DoubleReply {
    catchUp(account)
    const { method, path, body } = request
    if (method === 'OPTIONS') return { status: 204, headers: anyOrigin }
    const shown = page(request)
    if (shown) return shown
    const params = parseForm(new URLSearchParams(body))
    const publishableKey = keys.publishable
    if (!('client_secret' in params)) return replyOf(() => api(request))
    return replyOf(() => {
      const intent = callFromBrowser(account, { method, path, params, publishableKey })
      return { json: structuredClone(intent), headers: anyOrigin }
    }, anyOrigin)
  }

  const double = await startShopDouble({
    port,
    answer(request) {
      const reply = replyTo(request)
      // Events are sent once the request is answered.
      setImmediate(() => void deliveries.flush())
      return reply
    },
  })
  account.url = double.url

  async function settle(): Promise<void> {
    catchUp(account)
    await deliveries.flush()
  }

  const intentWith = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

  function enterCard(clientSecret: string, card: CardName): string {
    const intent = account.get('setup_intent', intentWith(clientSecret))
    confirmSetup(account, intent, testCards[card].number)
    answerSetup(account, intent, true)
    return intent.payment_method ?? ''
  }

  return {
    url: double.url,
    keys,
    account,
    seen: double.seen,
    failNext: double.failNext,
    failAfter: double.failAfter,
    failBy: double.failBy,
    heal: double.heal,
    events: account.events,
    addEndpoint: deliveries.addEndpoint,
    answers: deliveries.answers,
    sign: (event, secrets) => signEvent(event, secrets, now()),
    settle,
    addPrice(lookupKey, cents) {
      const name = `${productName} ${findPlan(lookupKey)?.name ?? lookupKey}`
      const known = [...account.tables.price.values()].find((one) => one.lookup_key === lookupKey)
      if (known) {
        Object.assign(account.get('product', known.product), { name })
        return known.id
      }
      const { id: product } = catalog.createProduct(account, { name })
      return catalog.createPrice(account, {
        product,
        currency: 'usd',
        unit_amount: String(cents),
        lookup_key: lookupKey,
        recurring: { interval: 'month' },
      }).id
    },
    addCoupon({ id, ...wanted }) {
      const created = catalog.createCoupon(account, { id, percent_off: '10' })
      if (wanted.amount_off) Object.assign(created, { percent_off: null, currency: 'usd' })
      return Object.assign(created, wanted)
    },
    addPromotionCode({ code, coupon, ...wanted }) {
      Object.assign(catalog.createPromotionCode(account, { code, promotion: { coupon } }), wanted)
    },
    enterCard,
    giveCard(customer, card) {
      const method = enterCard(createSetupIntent(account, { customer }).client_secret, card)
      account.get('customer', customer).invoice_settings.default_payment_method = method
      return method
    },
    changeCard(paymentMethod, behavior) {
      account.cards.set(paymentMethod, behavior)
    },
    authenticate(clientSecret, isOwner) {
      answerPayment(account, account.get('payment_intent', intentWith(clientSecret)), isOwner)
    },
    endProcessing(isPaid) {
      endProcessing(account, isPaid)
    },
    checkOut(session, choice) {
      catchUp(account)
      const end = answerCheckout(account, session, choice)
      if (!end) throw new Error('The checkout is over.')
      return end.returnTo
    },
    async stop() {
      await double.stop()
      await deliveries.flush()
    },
  }
}

/** Stripe.js calls from the product's pages. */
const anyOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
}

function replyOf(run: () => DoubleReply, headers: Record<string, string> = {}): DoubleReply {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return { status: error.status, headers, json: { error: error.error } }
  }
}
