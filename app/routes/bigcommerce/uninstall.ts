/** The uninstall callback. Sent by BigCommerce's servers, not by the merchant's browser. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { uninstallStore } from '#app/domain/shops/stores/end-store.server.ts'
import { readCallback } from './read-payload.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { app, payload } = readCallback(args)
  await uninstallStore(args.context.services, app, payload)
  return Response.json({ state: 'removed' }, { headers: { 'Cache-Control': 'no-store' } })
}
