/** Webhooks of the app in Wix: stored, then answered. Jobs process them (app/jobs/deliveries.server.ts). */
import type { ActionFunctionArgs } from '@remix-run/node'
import { storeDelivery } from '#app/domain/deliveries/store-delivery.server.ts'
import { QueueFull } from '#app/lib/async/group-commit.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'

const wrongMethod = () => new Refusal('method_not_allowed', 'Use POST here.', { allow: ['POST'] })

export function loader(): never {
  throw wrongMethod()
}

/** Says nothing about the site: one that is unknown gets the same answer. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== 'POST') throw wrongMethod()
  const { wix } = services
  if (!wix) throw new Refusal('not_found', errorCatalog.notFound('/hooks/wix'))
  const verdict = wix.readEvent(await request.text())
  if ('refused' in verdict) {
    const code = verdict.refused === 'forged' ? 'unauthenticated' : 'malformed'
    throw new Refusal(code, verdict.detail)
  }
  const { id, topic, instanceId: account, signedAt: triggeredAt } = verdict.event
  try {
    await storeDelivery(services, {
      provider: 'wix',
      connectionId: null,
      account,
      // Sites' own connections with Wix have deliveries as well, whose ids their owners choose.
      id: `billing:${id}`,
      topic,
      triggeredAt,
      // What it says may be old by the time it's processed: the instance is read then.
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
