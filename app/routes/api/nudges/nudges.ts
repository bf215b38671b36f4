/** The nudges of a site and how often they were seen: list and create. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { pageQuery } from '#app/contract/activities.ts'
import { createNudgeFrom } from '#app/domain/nudges/editing/drafts.server.ts'
import { newNudgeInput, readSentSettings } from '#app/domain/nudges/editing/sent-settings.ts'
import { listApiNudges, readApiNudge } from '#app/presenters/api/api-nudges.server.ts'
import { answerWrite } from '../answer-once.server.ts'
import { readJsonInput } from '../json-body.ts'
import { allowMethods } from '../methods.ts'
import { readQuery } from '../query.ts'
import { atSettings } from './sent-nudge.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'nudges:read')
  const wanted = readQuery(args.request, pageQuery)
  const { nudges, nextCursor } = await listApiNudges(args.context.services, scope, wanted)
  return Response.json({ data: nudges, next_cursor: nextCursor })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'POST'])
  const { bearer, scope } = await requireTokenSite(args, 'nudges:write')
  const { userId } = bearer
  return answerWrite(args, bearer, async (services, request) => {
    const { type, surface, settings } = await readJsonInput(request, newNudgeInput)
    const read = readSentSettings({ type, surface }, settings)
    const uuid = await atSettings(() =>
      createNudgeFrom(services, scope, { type, surface, read, userId }),
    )
    return { status: 201, body: { data: await readApiNudge(services, scope, uuid) } }
  })
}
