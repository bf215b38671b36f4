/** Why the app doesn't open in a frame, and where it does. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { notFound } from '#app/auth/guards.server.ts'
import { productName } from '#app/lib/product.ts'
import { closedReasons, readClosedReason } from '#app/platforms/framed/closed-reasons.ts'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = () => [{ title: productName }]

export function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const session = context.platform.frame?.session
  if (!session) throw notFound(args)
  const reason = readClosedReason(new URL(request.url).searchParams.get('reason'))
  return { reason, adminUrl: session.admin(request, context.services.config) }
}

export default function FrameClosed() {
  const { reason, adminUrl } = useLoaderData<typeof loader>()
  const { title, sentence } = closedReasons[reason]
  return (
    <Screen title={title} lead={sentence}>
      {adminUrl !== null && (
        <p className="mt-16">
          {/* At the top: what frames the product vouches for the person again. */}
          <a className="text-link" href={adminUrl} target="_top" rel="noreferrer">
            Open {productName} again
          </a>
        </p>
      )}
    </Screen>
  )
}
