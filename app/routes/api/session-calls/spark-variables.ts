/**
 * Settings for the application's start: public ones, and for logged-in people those that their role
 * can see.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTeamContext, refuseApiToken, currentAccount } from '#app/auth/guards.server.ts'
import {
  describeFeatures,
  describeProduct,
  describeCurrentUser,
  describeTeam,
} from '#app/presenters/session-calls/session-calls.server.ts'
import { readOnly } from '../methods.ts'
import { countryOfRequest } from './request-country.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  refuseApiToken(args)
  const { services } = args.context
  const headers = { 'Cache-Control': 'no-store' }
  const product = describeProduct(services)
  if (!(await currentAccount(args))) {
    const availableFeatures = await describeFeatures(services, null)
    return Response.json({ ...product, availableFeatures, user: null, team: null }, { headers })
  }

  const { account, memberships, team } = await requireTeamContext(args)
  const country = countryOfRequest(args)
  const user = await describeCurrentUser(services, account, { memberships, country })
  const known = team ? await describeTeam(services, team) : null
  const availableFeatures = await describeFeatures(services, team?.scope ?? null)
  return Response.json({ ...product, availableFeatures, user, team: known }, { headers })
}

export const action = readOnly
