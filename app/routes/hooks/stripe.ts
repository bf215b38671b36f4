/** Webhooks of Stripe: stored, then answered. Jobs process them (app/jobs/deliveries.server.ts). */
import type { ActionFunctionArgs } from '@remix-run/node'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { storeBillingEvent } from './store-billing-event.server.ts'

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
  const account = customer ?? ''
  return storeBillingEvent(services, { provider: 'stripe', account, id, topic, triggeredAt })
}
