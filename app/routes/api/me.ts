/** Whom a token acts for, and its abilities. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireToken } from '#app/auth/guards.server.ts'
import { describeBearer } from '#app/domain/tokens/bearer.server.ts'
import { readOnly } from './methods.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const bearer = await requireToken(args, null)
  refuseQuery(args.request)
  const { organization, token } = await describeBearer(args.context.services, bearer)
  return Response.json({ data: { organization, token } })
}

export const action = readOnly
