/** Creates the token that a shop sends its purchases with. Only this response contains it. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { shorten } from '#app/lib/storable-text.ts'

export { headers } from '#app/platforms/headers.ts'

export type IssuedToken = { token: string }

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST to create a token.')
}

export async function action(args: ActionFunctionArgs) {
  const { account, team, site } = await requireSite(args)
  requireRight(team, 'tokens:manage')
  const input = {
    name: shorten(`Purchases from ${site.name}`, 100),
    abilities: ['activities:write' as const],
  }
  const spec = { team: team.scope, actor: account, siteId: site.id }
  try {
    const token = await createToken(args.context.services, spec, input)
    const issued: IssuedToken = { token }
    return Response.json(issued, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    const { data, init } = refusedFormResponse(error)
    return Response.json(data, init ?? {})
  }
}
