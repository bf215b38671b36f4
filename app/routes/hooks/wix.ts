/** Webhooks of the app in Wix: stored, then answered. Jobs process them (app/jobs/deliveries.server.ts). */
import type { ActionFunctionArgs } from '@remix-run/node'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { storeBillingEvent } from './store-billing-event.server.ts'

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
  return storeBillingEvent(services, { provider: 'wix', account, id, topic, triggeredAt })
}
