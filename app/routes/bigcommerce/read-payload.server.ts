/** The callbacks that BigCommerce's servers send. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { BigCommerceApp, StorePayload } from '#app/domain/shops/stores/bigcommerce-app.ts'
import { Refusal } from '#app/lib/errors.ts'
import { requireBigCommerce } from '#app/platforms/bigcommerce/install.server.ts'

/** @throws Refusal `unauthenticated` unless BigCommerce signed it for this app, `not_found` */
export function readCallback(args: LoaderFunctionArgs): {
  app: BigCommerceApp
  payload: StorePayload
} {
  const app = requireBigCommerce(args)
  const signed = new URL(args.request.url).searchParams.getAll('signed_payload_jwt')
  const payload = signed.length === 1 ? app.readPayload(signed[0] ?? '') : null
  if (payload) return { app, payload }
  throw new Refusal('unauthenticated', 'The payload isn’t signed for this app, or has expired.')
}
