/**
 * The auth callback outside of a frame: an install that began on another site, or at the top. In a frame the
 * platform answers it (platforms/bigcommerce).
 */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import {
  faultUrl,
  installByQuery,
  requireBigCommerce,
} from '#app/platforms/bigcommerce/install.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const app = requireBigCommerce(args)
  const { searchParams } = new URL(request.url)
  const installed = await installByQuery(context.services, app, searchParams)
  const isExternal = searchParams.has('external_install')
  if ('fault' in installed) {
    const { fault, tenantId } = installed
    return redirect(isExternal ? app.installedUrl('failed') : faultUrl(fault, tenantId))
  }
  return redirect(isExternal ? app.installedUrl('succeeded') : app.appUrl(installed.tenantId))
}
