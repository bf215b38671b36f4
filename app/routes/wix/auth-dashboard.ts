/**
 * The app's page in the dashboard of a site in Wix. With an instance in its address the platform answers before
 * this route (app/platforms/wix), so whoever gets here has none.
 */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { currentAccount } from '#app/auth/guards.server.ts'
import { faultAddress, requireWix } from '#app/platforms/wix/entry.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  requireWix(args)
  const isInFrame = args.context.platform.name === 'wix'
  if (isInFrame && (await currentAccount(args))) return redirect('/')
  return redirect(faultAddress('outside'))
}
