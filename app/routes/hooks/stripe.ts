/** Webhooks of Stripe: stored, then answered. Jobs process them (app/jobs/deliveries.server.ts). */
import type { ActionFunctionArgs } from '@remix-run/node'
import { storeDelivery } from '#app/domain/deliveries/store-delivery.server.ts'
import { QueueFull } from '#app/lib/async/group-commit.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'

const wrongMethod = () => new Refusal('method_not_allowed', 'Use POST here.', { allow: ['POST'] })

export function loader(): never {
  throw wrongMethod()
}

/** Says nothing about the customer: one that is unknown gets the same answer. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== 'POST') throw wrongMethod()
  const { card } = services.billing
  if (!card) throw new Refusal('not_found', errorCatalog.notFound('/hooks/stripe'))
  const body = Buffer.from(await request.arrayBuffer())
  const verdict = card.readEvent(request.headers.get('stripe-signature'), body)
  if ('refused' in verdict) {
    const code = verdict.refused === 'forged' ? 'unauthenticated' : 'malformed'
    throw new Refusal(code, verdict.detail)
  }
  const { id, type: topic, createdAt: triggeredAt, customer } = verdict.event
  try {
    await storeDelivery(services, {
      provider: 'stripe',
      connectionId: null,
      account: customer ?? '',
      // Sites' own connections with Stripe have deliveries as well, whose ids their owners choose.
      id: `billing:${id}`,
      topic,
      triggeredAt,
      // What it says may be old by the time it's processed: the customer is read then.
      body: '',
    })
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new Refusal('unavailable', 'Too many deliveries. Send it again later.', {
      retryAfterSeconds: 5,
    })
  }
  return new Response(null, { status: 200 })
}
