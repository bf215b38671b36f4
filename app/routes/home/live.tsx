/** The part of home that refreshes every few seconds. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Navigate } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { readHomeLive } from '#app/presenters/home/home.server.ts'

export { headers } from '#app/platforms/headers.ts'
export { waitForServer as clientLoader } from '#app/ui/polling.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireSite(args)
  return readHomeLive(args.context.services, scope)
}

/** Has no screen: opening its URL leads to home. */
export default function Live() {
  return <Navigate to="/" replace />
}
