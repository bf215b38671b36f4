/** Goals of a site: list and create. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { goalInput } from '#app/contract/goals.ts'
import { createGoal, listGoals } from '#app/domain/goals/goals.server.ts'
import { answerWrite } from './answer-once.server.ts'
import { describeGoal } from './goal-responses.ts'
import { readJsonInput } from './json-body.ts'
import { allowMethods } from './methods.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'goals:read')
  refuseQuery(args.request)
  const goals = await listGoals(args.context.services, scope)
  return Response.json({ data: goals.map(describeGoal), next_cursor: null })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'POST'])
  const { bearer, scope } = await requireTokenSite(args, 'goals:write')
  return answerWrite(args, bearer, async (services, request) => {
    const input = await readJsonInput(request, goalInput)
    const goal = await createGoal(services, scope, input)
    return { status: 201, body: { data: describeGoal(goal) } }
  })
}
