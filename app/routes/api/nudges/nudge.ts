/** One nudge: read, replace the settings of its draft, delete. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { archiveNudges } from '#app/domain/nudges/editing/bulk-actions.server.ts'
import { removeDraft, saveForm } from '#app/domain/nudges/editing/drafts.server.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { nudgeChangeInput, readSentSettings } from '#app/domain/nudges/editing/sent-settings.ts'
import { readApiNudge } from '#app/presenters/api/api-nudges.server.ts'
import { answerWrite } from '../answer-once.server.ts'
import { readJsonInput } from '../json-body.ts'
import { allowMethods } from '../methods.ts'
import { requireUuid } from '../named-in-url.ts'
import { refuseQuery } from '../query.ts'
import { atSettings, expectedRevision } from './sent-nudge.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'nudges:read')
  refuseQuery(args.request)
  const uuid = requireUuid(args.params.id, 'Nudge')
  const data = await readApiNudge(args.context.services, scope, uuid)
  return Response.json({ data }, { headers: { ETag: `"${data.revision}"` } })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'PUT', 'DELETE'])
  const { bearer, scope } = await requireTokenSite(args, 'nudges:write')
  const uuid = requireUuid(args.params.id, 'Nudge')
  const check = expectedRevision(args.request)
  const { userId } = bearer
  return answerWrite(args, bearer, async (services, request) => {
    // An archived one is missing, as in the list.
    const { revision: _seen } = await readApiNudge(services, scope, uuid)
    const nudge = await readNudge(services, scope, uuid)
    if (request.method === 'DELETE') {
      check?.(nudge)
      if (nudge.published === null) await removeDraft(services, scope, uuid)
      else await archiveNudges(services, scope, [uuid])
      return { status: 204 }
    }
    const { settings } = await readJsonInput(request, nudgeChangeInput)
    const read = readSentSettings(nudge, settings)
    await atSettings(() => saveForm(services, scope, { uuid, userId, read, check }))
    return { status: 200, body: { data: await readApiNudge(services, scope, uuid) } }
  })
}
