/** One site that the token is valid for. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { readSiteFacts } from '#app/presenters/site-facts.server.ts'
import { readOnly } from './methods.ts'
import { describeSite } from './site-responses.server.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { bearer, site } = await requireTokenSite(args, 'sites:read')
  refuseQuery(args.request)
  const { services } = args.context
  const facts = await readSiteFacts(services, bearer)
  return Response.json({ data: describeSite(services, site, facts) })
}

export const action = readOnly
