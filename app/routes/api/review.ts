/** One review: read, or delete with its claims. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite, uuidParam } from '#app/auth/guards.server.ts'
import { findActivity } from '#app/domain/activities/list.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { describeActivity } from '#app/presenters/activity-answer.ts'
import { answerWrite } from './answer-once.server.ts'
import { allowMethods } from './methods.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'reviews:read')
  refuseQuery(args.request)
  const wanted = { uuid: uuidParam(args, 'id'), kind: 'review' as const }
  const review = await findActivity(args.context.services, scope, wanted)
  return Response.json({ data: describeActivity(review) })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'DELETE'])
  const { bearer, scope } = await requireTokenSite(args, 'reviews:write')
  const uuid = uuidParam(args, 'id')
  return answerWrite(args, bearer, async (services) => {
    // An order isn't deleted at the address of a review.
    await findActivity(services, scope, { uuid, kind: 'review' })
    await deleteActivity(services, scope, uuid)
    return { status: 204 }
  })
}
