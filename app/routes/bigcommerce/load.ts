/** The load callback without a frame or a payload. With both, the platform answers it (platforms/bigcommerce). */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { faultUrl, requireBigCommerce } from '#app/platforms/bigcommerce/install.server.ts'

export function loader(args: LoaderFunctionArgs) {
  requireBigCommerce(args)
  const isSigned = new URL(args.request.url).searchParams.has('signed_payload_jwt')
  return redirect(faultUrl(isSigned ? 'outside' : 'payload', null))
}
