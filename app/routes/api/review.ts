/** One review by our id, or by the caller's: read, or delete with its claims. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { findActivity, type ActivityName } from '#app/domain/activities/list.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { describeActivity } from '#app/presenters/activity-answer.ts'
import { answerWrite } from './answer-once.server.ts'
import { allowMethods } from './methods.ts'
import { externalId, requireUuid } from './named-in-url.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'reviews:read')
  refuseQuery(args.request)
  const review = await findActivity(args.context.services, scope, nameOf(args.params))
  return Response.json({ data: describeActivity(review) })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'DELETE'])
  const { bearer, scope } = await requireTokenSite(args, 'reviews:write')
  const name = nameOf(args.params)
  return answerWrite(args, bearer, async (services) => {
    // An order isn't deleted at the address of a review.
    const { uuid } = await findActivity(services, scope, name)
    await deleteActivity(services, scope, uuid)
    return { status: 204 }
  })
}

const nameOf = ({ id, externalId: given }: LoaderFunctionArgs['params']): ActivityName =>
  given === undefined
    ? { uuid: requireUuid(id, 'Review'), kind: 'review' }
    : { externalId: externalId(given, 'Review'), kind: 'review' }
