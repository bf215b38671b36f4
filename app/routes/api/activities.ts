/** Orders and sign-ups of a site: report one or many, list them. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { activityInput, listQuery, type ActivityInput } from '#app/contract/activities.ts'
import { listActivities } from '#app/domain/activities/list.server.ts'
import { recordActivities } from '#app/domain/activities/record-activities.server.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import { describeActivity } from '#app/presenters/activity-answer.ts'
import { conflictMessage } from './activity-responses.ts'
import { isBatch, recordBatch } from './activity-batch.server.ts'
import { readJsonBody } from './json-body.ts'
import { allowMethods } from './methods.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'activities:read')
  const query = Object.fromEntries(new URL(args.request.url).searchParams)
  const wanted = valueOf(validateInput(listQuery, query))

  const { activities, nextCursor } = await listActivities(args.context.services, scope, wanted)
  return Response.json({ data: activities.map(describeActivity), next_cursor: nextCursor })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'POST'])
  const { bearer, scope } = await requireTokenSite(args, 'activities:write')
  const { services } = args.context
  const body = await readJsonBody(args.request)
  if (isBatch(body)) {
    const data = await recordBatch(services, scope, { body, tokenId: bearer.tokenId })
    return Response.json({ data })
  }

  const input: ActivityInput = valueOf(validateInput(activityInput, body))
  const [recorded] = await recordActivities(services, scope, {
    inputs: [input],
    tokenId: bearer.tokenId,
  })
  if (recorded?.outcome === 'created' || recorded?.outcome === 'repeated') {
    const status = recorded.outcome === 'created' ? 201 : 200
    return Response.json({ data: describeActivity(recorded.activity) }, { status })
  }
  if (recorded?.outcome === 'rejected') throw refuseFields({ occurred_at: [recorded.occurredAt] })
  throw new Refusal('conflict', conflictMessage)
}

function valueOf<T>(
  parsed: { ok: true; value: T } | { ok: false; errors: Record<string, readonly string[]> },
): T {
  if (parsed.ok) return parsed.value
  throw refuseFields(parsed.errors)
}
