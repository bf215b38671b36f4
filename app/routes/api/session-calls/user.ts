/** The logged-in person. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireSession } from '#app/auth/guards.server.ts'
import { describeCurrentUser } from '#app/presenters/session-calls/session-calls.server.ts'
import { readOnly } from '../methods.ts'
import { countryOfRequest } from './request-country.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { account, memberships } = await requireSession(args)
  const { services } = args.context
  const country = countryOfRequest(args)
  const user = await describeCurrentUser(services, account, { memberships, country })
  return Response.json({ user }, { headers: { 'Cache-Control': 'no-store' } })
}

export const action = readOnly
