/** A site's campaigns of push messages, and what became of each. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { readPushCampaigns } from '#app/presenters/push/overview.server.ts'
import { readOnly } from '../methods.ts'
import { refuseQuery } from '../query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'statistics:read')
  refuseQuery(args.request)
  const data = await readPushCampaigns(args.context.services, scope)
  return Response.json({ data, next_cursor: null })
}

export const action = readOnly
