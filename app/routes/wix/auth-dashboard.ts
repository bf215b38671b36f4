/**
 * The app's page in the dashboard of a site in Wix. With an instance in its address the platform answers before
 * this route (app/platforms/wix), in a frame. Others are shown where it opens.
 */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { faultAddress, requireWix } from '#app/platforms/wix/entry.server.ts'

export function loader(args: LoaderFunctionArgs) {
  requireWix(args)
  return redirect(faultAddress('outside'))
}
