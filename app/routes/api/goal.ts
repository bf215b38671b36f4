/** One goal: read, change, or delete with its conversions. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { goalChange } from '#app/contract/goals.ts'
import { readGoal, removeGoal, updateGoal } from '#app/domain/goals/goals.server.ts'
import { answerWrite } from './answer-once.server.ts'
import { describeGoal } from './goal-responses.ts'
import { readJsonInput } from './json-body.ts'
import { allowMethods } from './methods.ts'
import { requireUuid } from './named-in-url.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'goals:read')
  refuseQuery(args.request)
  const goal = await readGoal(args.context.services, scope, requireUuid(args.params.id, 'Goal'))
  return Response.json({ data: describeGoal(goal) })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'PATCH', 'DELETE'])
  const { bearer, scope } = await requireTokenSite(args, 'goals:write')
  const uuid = requireUuid(args.params.id, 'Goal')
  return answerWrite(args, bearer, async (services, request) => {
    if (request.method === 'DELETE') {
      await removeGoal(services, scope, uuid)
      return { status: 204 }
    }
    const change = await readJsonInput(request, goalChange)
    const goal = await updateGoal(services, scope, { uuid, change })
    return { status: 200, body: { data: describeGoal(goal) } }
  })
}
