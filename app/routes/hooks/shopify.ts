/** Webhooks of Shopify: stored, then answered. Jobs process them (app/jobs/deliveries.server.ts). */
import type { ActionFunctionArgs } from '@remix-run/node'
import { storeDelivery } from '#app/domain/deliveries/store-delivery.server.ts'
import { QueueFull } from '#app/lib/async/group-commit.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'

const wrongMethod = () => new Refusal('method_not_allowed', 'Use POST here.', { allow: ['POST'] })

export function loader(): never {
  throw wrongMethod()
}

/** Says nothing about the shop: one that is unknown gets the same answer. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== 'POST') throw wrongMethod()
  const { shopify } = services
  if (!shopify) throw new Refusal('not_found', errorCatalog.notFound('/hooks/shopify'))
  const body = Buffer.from(await request.arrayBuffer())
  const verdict = shopify.readWebhook(request.headers, body)
  if ('refused' in verdict) {
    const code = verdict.refused === 'forged' ? 'unauthenticated' : 'malformed'
    throw new Refusal(code, verdict.detail)
  }
  const { shop: account, ...webhook } = verdict.webhook
  try {
    await storeDelivery(services, {
      ...webhook,
      provider: 'shopify',
      connectionId: null,
      account,
      body: body.toString('utf8'),
    })
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new Refusal('unavailable', 'Too many deliveries. Send it again later.', {
      retryAfterSeconds: 5,
    })
  }
  return new Response(null, { status: 200 })
}
