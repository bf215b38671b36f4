/** One activity by our id, or by the caller's: read, or delete with its claims. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { activityKinds } from '#app/contract/activities.ts'
import { findActivity, type ActivityName } from '#app/domain/activities/list.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { describeActivity } from '#app/presenters/activity-answer.ts'
import { answerWrite } from './answer-once.server.ts'
import { allowMethods } from './methods.ts'
import { externalId, requireUuid } from './named-in-url.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'activities:read')
  refuseQuery(args.request)
  const activity = await findActivity(args.context.services, scope, nameOf(args.params))
  return Response.json({ data: describeActivity(activity) })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'DELETE'])
  const { bearer, scope } = await requireTokenSite(args, 'activities:delete')
  const name = nameOf(args.params)
  return answerWrite(args, bearer, async (services) => {
    const { uuid } = await findActivity(services, scope, name)
    await deleteActivity(services, scope, uuid)
    return { status: 204 }
  })
}

/** Ids of different kinds can be the same, so the caller's comes with its kind. */
function nameOf({
  id,
  kind: named,
  externalId: given,
}: LoaderFunctionArgs['params']): ActivityName {
  if (given === undefined) return { uuid: requireUuid(id, 'Activity') }
  const kind = activityKinds.find((one) => one === named)
  if (!kind) throw new Refusal('not_found', `Use ${activityKinds.join(', ')} as the kind.`)
  return { externalId: externalId(given, 'Activity'), kind }
}
