/** The part of home that changes while somebody looks at it: asked for every few seconds. */
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

/** It has no screen of its own: who comes by its address gets to home. */
export default function Live() {
  return <Navigate to="/" replace />
}
