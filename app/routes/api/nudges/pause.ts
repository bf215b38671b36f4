/** Turns a published nudge off. Publishing it turns it on again. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { switchNudges } from '#app/domain/nudges/editing/bulk-actions.server.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { readApiNudge } from '#app/presenters/api/api-nudges.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { answerWrite } from '../answer-once.server.ts'
import { allowMethods } from '../methods.ts'
import { requireUuid } from '../named-in-url.ts'
import { expectedRevision, requireNoBody } from './sent-nudge.ts'

export function loader({ request }: LoaderFunctionArgs): null {
  allowMethods(request, ['POST'])
  return null
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['POST'])
  const { bearer, scope } = await requireTokenSite(args, 'nudges:write')
  const uuid = requireUuid(args.params.id, 'Nudge')
  const check = expectedRevision(args.request)
  return answerWrite(args, bearer, async (services, request) => {
    await requireNoBody(request)
    const { state } = await readApiNudge(services, scope, uuid)
    check?.(await readNudge(services, scope, uuid))
    if (state === 'draft') {
      throw new Refusal('conflict', 'This nudge has never been published, so it can’t be paused.')
    }
    await switchNudges(services, scope, { uuids: [uuid], isOn: false })
    return { status: 200, body: { data: await readApiNudge(services, scope, uuid) } }
  })
}
