/** Many activities in one request. An invalid one doesn't affect the others. */
import { activityBatch, activityInput, type BatchOutcome } from '#app/contract/activities.ts'
import { recordActivities, type Recorded } from '#app/domain/activities/record-activities.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { refuseFields, type FieldErrors } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import { describeActivity } from '#app/presenters/activity-answer.ts'
import type { Services } from '#app/services.ts'
import { conflictMessage } from './activity-responses.ts'

/** A body with a list of activities, regardless of other fields. */
export const isBatch = (body: unknown): body is { activities: unknown } =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, 'activities')

/**
 * Outcomes in the order of the request.
 *
 * @throws Refusal `invalid` when it isn't a list of reasonable length
 */
export async function recordBatch(
  services: Services,
  site: SiteScope,
  { body, tokenId }: { body: unknown; tokenId: number },
): Promise<BatchOutcome[]> {
  const batch = validateInput(activityBatch, body)
  if (!batch.ok) {
    throw refuseFields(batch.errors)
  }

  const validated = batch.value.activities.map((given) => ({
    id: idOf(given),
    result: validateInput(activityInput, given),
  }))
  const inputs = validated.flatMap(({ result }) => (result.ok ? [result.value] : []))
  const recorded = (await recordActivities(services, site, { inputs, tokenId })).values()
  return validated.map(({ id, result }) =>
    result.ok ? outcomeOf(result.value.id, recorded.next().value) : rejected(id, result.errors),
  )
}

function outcomeOf(id: string, recorded: Recorded | undefined): BatchOutcome {
  switch (recorded?.outcome) {
    case 'created':
    case 'repeated':
      return { outcome: recorded.outcome, id, activity: describeActivity(recorded.activity) }
    case 'conflict':
      return { outcome: 'conflict', id, message: conflictMessage }
    case 'rejected':
      return rejected(id, { occurred_at: [recorded.occurredAt] })
    case undefined:
      throw new Error('An activity was not judged.')
  }
}

const rejected = (id: string | null, errors: FieldErrors): BatchOutcome => ({
  outcome: 'rejected',
  id,
  message: 'Some fields are invalid.',
  errors: Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [field, [...messages]]),
  ),
})

/** The caller's id if it is valid, to identify a rejected activity. */
function idOf(given: unknown): string | null {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'id')) return null
  const { id } = given as { id: unknown }
  return typeof id === 'string' && id.length <= 200 ? id : null
}
