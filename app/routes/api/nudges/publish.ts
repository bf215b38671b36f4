/** Publishes what is saved of a nudge, or shows a paused one again. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { publishNudge } from '#app/domain/nudges/editing/publish.server.ts'
import { readApiNudge } from '#app/presenters/api/api-nudges.server.ts'
import { answerWrite } from '../answer-once.server.ts'
import { allowMethods } from '../methods.ts'
import { requireUuid } from '../named-in-url.ts'
import { atSettings, expectedRevision, requireNoBody } from './sent-nudge.ts'

export function loader({ request }: LoaderFunctionArgs): null {
  allowMethods(request, ['POST'])
  return null
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['POST'])
  const { bearer, scope } = await requireTokenSite(args, 'nudges:write')
  const uuid = requireUuid(args.params.id, 'Nudge')
  const check = expectedRevision(args.request)
  const { userId } = bearer
  return answerWrite(args, bearer, async (services, request) => {
    await requireNoBody(request)
    await readApiNudge(services, scope, uuid)
    await atSettings(() => publishNudge(services, scope, { uuid, userId, check }))
    return { status: 200, body: { data: await readApiNudge(services, scope, uuid) } }
  })
}
