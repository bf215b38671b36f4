/** Webhooks of the app in BigCommerce, about stores that ended it. A store’s data comes to its connection’s address. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { receiveStoreEvent } from '#app/domain/shops/stores/store-events.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { BadRecord, ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import { refuseReading } from './define-hook.server.ts'

export const loader = refuseReading

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== 'POST') refuseReading()
  const { bigcommerce: app } = services
  if (!app) throw new Refusal('not_found', errorCatalog.notFound('/hooks/bigcommerce'))
  const delivery = {
    method: 'POST',
    headers: Object.fromEntries(request.headers),
    query: new URLSearchParams(),
    body: Buffer.from(await request.arrayBuffer()),
  }
  try {
    await receiveStoreEvent(services, app, delivery)
  } catch (error) {
    if (error instanceof ForgedDelivery) throw new Refusal('unauthenticated', error.message)
    if (error instanceof BadRecord) throw new Refusal('malformed', error.message)
    throw error
  }
  return new Response(null, { status: 200 })
}
