/** Orders and sign-ups of a site: in, one or many at once, and listed. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { activityInput, listQuery, type ActivityInput } from '#app/contract/activities.ts'
import { listActivities } from '#app/domain/activities/list.server.ts'
import { recordActivities } from '#app/domain/activities/record-activities.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { judge } from '#app/lib/web/forms.ts'
import { answerActivity, conflictMessage } from './activity-answers.ts'
import { isBatch, recordBatch } from './activity-batch.server.ts'
import { readJson } from './json-body.ts'
import { allowMethods } from './methods.ts'
import { requireTokenSite } from './token-site.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'activities:read')
  const query = Object.fromEntries(new URL(args.request.url).searchParams)
  const wanted = valueOf(judge(listQuery, query))

  const { activities, nextCursor } = await listActivities(args.context.services, scope, wanted)
  return Response.json({ data: activities.map(answerActivity), next_cursor: nextCursor })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'POST'])
  const { bearer, scope } = await requireTokenSite(args, 'activities:write')
  const { services } = args.context
  const body = await readJson(args.request)
  if (isBatch(body)) {
    const data = await recordBatch(services, scope, { body, tokenId: bearer.tokenId })
    return Response.json({ data })
  }

  const input: ActivityInput = valueOf(judge(activityInput, body))
  const [recorded] = await recordActivities(services, scope, {
    inputs: [input],
    tokenId: bearer.tokenId,
  })
  if (recorded?.outcome === 'created' || recorded?.outcome === 'repeated') {
    const status = recorded.outcome === 'created' ? 201 : 200
    return Response.json({ data: answerActivity(recorded.activity) }, { status })
  }
  if (recorded?.outcome === 'rejected') throw invalid({ occurred_at: [recorded.occurredAt] })
  throw new Refusal('conflict', conflictMessage)
}

const invalid = (errors: Record<string, readonly string[]>) =>
  new Refusal('invalid', 'Some fields are not right.', { errors })

function valueOf<T>(
  judged: { ok: true; value: T } | { ok: false; errors: Record<string, readonly string[]> },
): T {
  if (judged.ok) return judged.value
  throw invalid(judged.errors)
}
