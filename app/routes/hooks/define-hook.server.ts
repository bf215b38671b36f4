/** The addresses to which providers send the webhooks of our apps: stored, then answered. */
import type { ActionFunctionArgs } from '@remix-run/node'
import type { Delivery } from '#app/domain/deliveries/delivery.ts'
import { storeDelivery, tooManyDeliveries } from '#app/domain/deliveries/store-delivery.server.ts'
import { QueueFull } from '#app/lib/async/group-commit.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

type Received = {
  headers: Headers
  /** The bytes as they came, because signatures are of these. */
  body: Buffer
}

type Verdict =
  | { delivery: Omit<Delivery, 'provider' | 'connectionId'> }
  | { refused: 'forged' | 'malformed'; detail: string }

type Hook = {
  /** Also the last part of its address. */
  provider: 'shopify' | 'stripe' | 'wix'
  /** Checks who sent it and reads what has to be stored; null without an app at the provider. */
  reader: (services: Services) => ((received: Received) => Verdict) | null
}

const wrongMethod = () => new Refusal('method_not_allowed', 'Use POST here.', { allow: ['POST'] })

/** The loader of such an address. */
export function refuseReading(): never {
  throw wrongMethod()
}

/**
 * The action of such an address. Says nothing about the account: one that is unknown gets the same answer.
 * Jobs process what it stores (app/jobs/deliveries.server.ts).
 */
export function defineHook({ provider, reader }: Hook) {
  return async ({ request, context: { services } }: ActionFunctionArgs): Promise<Response> => {
    if (request.method !== 'POST') throw wrongMethod()
    const read = reader(services)
    if (!read) throw new Refusal('not_found', errorCatalog.notFound(`/hooks/${provider}`))
    const body = Buffer.from(await request.arrayBuffer())
    const verdict = read({ headers: request.headers, body })
    if ('refused' in verdict) {
      const code = verdict.refused === 'forged' ? 'unauthenticated' : 'malformed'
      throw new Refusal(code, verdict.detail)
    }
    try {
      await storeDelivery(services, { ...verdict.delivery, provider, connectionId: null })
    } catch (error) {
      throw error instanceof QueueFull ? tooManyDeliveries() : error
    }
    return new Response(null, { status: 200 })
  }
}

type BillingEvent = Pick<Delivery, 'account' | 'id' | 'topic' | 'triggeredAt'>

/** An event about what a team pays, as it is stored. */
export const billingDelivery = ({ id, ...event }: BillingEvent) => ({
  ...event,
  // Sites' own connections with the provider have deliveries as well, whose ids their owners choose.
  id: `billing:${id}`,
  // Its content may be old by the time it's processed: the account is read then.
  body: '',
})
