/** The official library, and what becomes of its errors. */
import Stripe from 'stripe'
import { z } from 'zod'
import type { StripeAccount } from '#app/config.server.ts'
import { ChargeRefused } from '#app/domain/billing/channel.ts'
import { millisForCall } from '#app/lib/async/deadline.server.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import { BadRecord, TryLater } from '#app/lib/web/provider-errors.ts'

/** Shapes of requests and answers. Another version of the library needs another one. */
export const apiVersion = '2026-10-28.endive'

/** People wait for the answer. */
const timeoutMillis = 20 * secondMillis

export type StripeClient = {
  stripe: Stripe
  now: () => Date
  /**
   * Calls Stripe and reads the answer.
   *
   * @throws TryLater, BadRecord or ChargeRefused, as BillingChannel says
   */
  ask: <Result>(call: (stripe: Stripe) => Promise<Result>) => Promise<Result>
}

export function createStripeClient(
  { secretKey, double }: Pick<StripeAccount, 'secretKey' | 'double'>,
  now: () => Date,
): StripeClient {
  const stripe = new Stripe(secretKey, {
    apiVersion,
    telemetry: false,
    timeout: timeoutMillis,
    maxNetworkRetries: 1,
    httpClient: createTimedHttp(),
    ...(double === undefined ? {} : hostOf(double)),
  })
  return {
    stripe,
    now,
    async ask(call) {
      try {
        return await call(stripe)
      } catch (error) {
        throw outcomeOf(error, now())
      }
    },
  }
}

/**
 * The library tries again on its own: no attempt begins after its work's time, or takes longer than what is
 * left of it. Its client for `fetch` limits an attempt as a whole. The one for `node:http` counts the time
 * without data, and only once it's connected.
 */
function createTimedHttp() {
  const http = Stripe.createFetchHttpClient()
  const send = http.makeRequest.bind(http)
  http.makeRequest = async (...request) => {
    const [host, port, path, method, headers, body, protocol, timeout] = request
    const millis = millisForCall(timeout)
    if (millis === 0) throw new Error('No time is left for another call.')
    return send(host, port, path, method, headers, body, protocol, millis)
  }
  return http
}

function hostOf(origin: string) {
  const { hostname: host, port, protocol } = new URL(origin)
  const isSecure = protocol === 'https:'
  return {
    host,
    port: port || (isSecure ? 443 : 80),
    protocol: isSecure ? 'https' : 'http',
  } as const
}

/**
 * The same for each attempt of one operation, so that Stripe runs it once.
 *
 * @param action what is done; two calls of one operation need two
 */
export const keyOf = (teamId: number, action: string, operation: string) => ({
  idempotencyKey: `team-${String(teamId)}-${action}-${operation}`,
})

/** Code of Stripe's error; undefined: it's another error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? error.code : undefined

/** Stripe gives no code for a property that can’t be expanded: only its sentence says it. */
export const isRefusedExpansion = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === undefined &&
  error.message.startsWith('This property cannot be expanded')

/** A restricted key lacks the permission for the call. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripePermissionError

const { errors } = Stripe

function outcomeOf(error: unknown, now: Date): unknown {
  if (error instanceof z.ZodError) return new BadRecord('Stripe’s answer can’t be read.')
  if (!(error instanceof errors.StripeError)) return error
  const status = error.statusCode
  const passes =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    // The same key is in use by a call that still runs, or a row is locked.
    status === 409 ||
    (status !== undefined && status >= 500)
  if (passes) {
    return new TryLater('Stripe could not answer.', new Date(now.getTime() + minuteMillis))
  }
  if (error instanceof errors.StripeAPIError) return new BadRecord('Stripe’s answer can’t be read.')
  // Codes are names of Stripe's; its sentences may carry what a person entered.
  return new ChargeRefused(reasonOf(error), `Stripe refused: ${error.code ?? error.type}.`)
}

function reasonOf(error: InstanceType<typeof errors.StripeError>): ChargeRefused['reason'] {
  const { code, param = '' } = error
  if (error instanceof errors.StripeCardError) return 'card'
  if (code === 'tax_id_invalid') return 'vat_id'
  if (code?.startsWith('coupon') || /discounts|coupon|promotion_code/.test(param)) return 'coupon'
  if (code !== 'resource_missing') return 'other'
  // Without a parameter, the customer lacks a card.
  return param === '' ? 'card' : 'gone'
}
