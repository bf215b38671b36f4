/** One subscription: end it. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { requireNamedSite, requireToken } from '#app/auth/guards.server.ts'
import { deleteEndpoint, listHooks } from '#app/domain/webhooks/endpoints.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { answerWrite } from '../answer-once.server.ts'
import { joined } from './joined.ts'
import { allowMethods } from '../methods.ts'
import { requireUuid } from '../named-in-url.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use DELETE here.', { allow: ['DELETE'] })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['DELETE'])
  const bearer = await requireToken(args, 'hooks:manage')
  const { scope: team, siteId, userId } = bearer
  return answerWrite(args, bearer, async (services) => {
    const uuid = requireUuid(args.params.id, 'Subscription')
    const [hook] = await listHooks(services, team, { siteId, uuid })
    if (!hook) throw new Refusal('not_found', 'Subscription not found.')
    const { scope } = await requireNamedSite(joined(args, services), team, hook.site)
    await deleteEndpoint(services, scope, { uuid, actor: { id: userId } })
    return { status: 204 }
  })
}
