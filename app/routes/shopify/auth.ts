/** Start of an install outside of the admin's frame: leads into the admin, which asks for consent. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { adminAppUrl, readInstallStart } from '#app/platforms/shopify/entry.server.ts'

export function loader(args: LoaderFunctionArgs) {
  const start = readInstallStart(args)
  return redirect(
    'shop' in start ? adminAppUrl(args, start.shop) : `/shopify/auth/error?reason=${start.fault}`,
  )
}
