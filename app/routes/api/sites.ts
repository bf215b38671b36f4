/** The sites that a token is valid for. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireToken } from '#app/auth/guards.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { readOnly } from './methods.ts'
import { describeSite } from './site-responses.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope, siteId } = await requireToken(args, 'sites:read')
  const sites = await listSites(args.context.services, scope)

  const data = sites
    .filter(({ id }) => siteId === null || id === siteId)
    .map((site) => describeSite(args.context.services, site))
  return Response.json({ data, next_cursor: null })
}

export const action = readOnly
