/** One activity: read, or delete with its claims. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite, uuidParam } from '#app/auth/guards.server.ts'
import { findActivity } from '#app/domain/activities/list.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { describeActivity } from '#app/presenters/activity-answer.ts'
import { answerWrite } from './answer-once.server.ts'
import { allowMethods } from './methods.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'activities:read')
  refuseQuery(args.request)
  const uuid = uuidParam(args, 'id')
  const activity = await findActivity(args.context.services, scope, { uuid })
  return Response.json({ data: describeActivity(activity) })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'DELETE'])
  const { bearer, scope } = await requireTokenSite(args, 'activities:delete')
  const uuid = uuidParam(args, 'id')
  return answerWrite(args, bearer, async (services) => {
    await deleteActivity(services, scope, uuid)
    return { status: 204 }
  })
}
