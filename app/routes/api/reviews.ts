/** Reviews of a site: activities with stars and text, at an address of their own. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { reviewListQuery } from '#app/contract/activities.ts'
import { asReview, reviewBatch, sentReview } from '#app/contract/reviews.ts'
import { listActivities } from '#app/domain/activities/list.server.ts'
import { describeActivity } from '#app/presenters/activity-answer.ts'
import { reviewConflicts } from './activity-responses.ts'
import { answerWrite } from './answer-once.server.ts'
import { readJsonBody } from './json-body.ts'
import { allowMethods } from './methods.ts'
import { requireApiFeature } from './plan-gate.server.ts'
import { readQuery, toDates } from './query.ts'
import { recordFacts } from './record-facts.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'reviews:read')
  const wanted = { ...toDates(readQuery(args.request, reviewListQuery)), kind: 'review' as const }
  const { activities, nextCursor } = await listActivities(args.context.services, scope, wanted)
  return Response.json({ data: activities.map(describeActivity), next_cursor: nextCursor })
}

const sent = {
  list: 'reviews',
  batch: reviewBatch,
  shape: sentReview,
  toFact: asReview,
  conflicts: reviewConflicts,
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'POST'])
  const { bearer, scope } = await requireTokenSite(args, 'reviews:write')
  await requireApiFeature(args, scope, 'integrations.rest_api')
  const { tokenId } = bearer
  return answerWrite(args, bearer, async (services, request) =>
    recordFacts(services, scope, { ...sent, body: await readJsonBody(request), tokenId }),
  )
}
