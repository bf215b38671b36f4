/** The callback for a person who may not open the app any more. Sent by BigCommerce's servers. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { removeStoreUser } from '#app/domain/shops/stores/end-store.server.ts'
import { readCallback } from './read-payload.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { payload } = readCallback(args)
  await removeStoreUser(args.context.services, payload)
  return Response.json({ state: 'removed' }, { headers: { 'Cache-Control': 'no-store' } })
}
