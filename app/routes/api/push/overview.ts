/** How many subscribe to a site's push messages. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { readPushOverview } from '#app/presenters/push/overview.server.ts'
import { readOnly } from '../methods.ts'
import { refuseQuery } from '../query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'statistics:read')
  refuseQuery(args.request)
  return Response.json({ data: await readPushOverview(args.context.services, scope) })
}

export const action = readOnly
