/** The sites that a token is valid for. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireToken } from '#app/auth/guards.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { readSiteFacts } from '#app/presenters/site-facts.server.ts'
import { readOnly } from './methods.ts'
import { describeSite } from './site-responses.server.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const bearer = await requireToken(args, 'sites:read')
  refuseQuery(args.request)
  const { scope, siteId } = bearer
  const { services } = args.context
  const sites = await listSites(services, scope)
  const facts = await readSiteFacts(services, bearer)

  const data = sites
    .filter(({ id }) => siteId === null || id === siteId)
    .map((site) => describeSite(services, site, facts))
  return Response.json({ data, next_cursor: null })
}

export const action = readOnly
