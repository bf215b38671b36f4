/** Orders and sign-ups of a site: report one or many, list them. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import {
  activityBatch,
  activityInput,
  listQuery,
  type ActivityInput,
} from '#app/contract/activities.ts'
import { listActivities } from '#app/domain/activities/list.server.ts'
import { describeActivity } from '#app/presenters/activity-answer.ts'
import { activityConflicts } from './activity-responses.ts'
import { answerWrite } from './answer-once.server.ts'
import { readJsonBody } from './json-body.ts'
import { allowMethods } from './methods.ts'
import { requireApiFeature } from './plan-gate.server.ts'
import { readQuery, toDates } from './query.ts'
import { recordFacts } from './record-facts.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'activities:read')
  const wanted = readQuery(args.request, listQuery)
  const { services } = args.context
  const { activities, nextCursor } = await listActivities(services, scope, toDates(wanted))
  return Response.json({ data: activities.map(describeActivity), next_cursor: nextCursor })
}

const sent = {
  list: 'activities',
  batch: activityBatch,
  shape: activityInput,
  toFact: (activity: ActivityInput) => activity,
  conflicts: activityConflicts,
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'POST'])
  const { bearer, scope } = await requireTokenSite(args, 'activities:write')
  await requireApiFeature(args, scope, 'integrations.rest_api')
  const { tokenId } = bearer
  return answerWrite(args, bearer, async (services, request) =>
    recordFacts(services, scope, { ...sent, body: await readJsonBody(request), tokenId }),
  )
}
