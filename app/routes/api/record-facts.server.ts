/**
 * Records one fact or up to a hundred of a list. An invalid one in a list doesn't affect the others.
 */
import type { z } from 'zod'
import type { BatchOutcome } from '#app/contract/activities.ts'
import type { ReportedFact } from '#app/contract/reviews.ts'
import { recordActivities, type Recorded } from '#app/domain/activities/record-activities.server.ts'
import { correctionsOf } from '#app/domain/nudges/shown-activities.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import { describeActivity } from '#app/presenters/activity-answer.ts'
import type { ConflictMessages } from './activity-responses.ts'
import type { WriteAnswer } from './answer-once.server.ts'
import { idOf, isList, readList, rejectedItem } from './batches.ts'

/** The data that a URL accepts, and the data sent to it. */
type SentFacts<Shape extends z.ZodType> = {
  /** The field that makes a body a list. */
  list: string
  batch: z.ZodType<Record<string, readonly unknown[]>>
  shape: Shape
  toFact: (sent: z.output<Shape>) => ReportedFact
  conflicts: ConflictMessages
  body: unknown
  /** Id of the API token that vouches for them. */
  tokenId: number
}

/** @throws Refusal `invalid`; `conflict` when the id of a single one belongs to something else */
export async function recordFacts<Shape extends z.ZodType>(
  services: Services,
  site: SiteScope,
  sent: SentFacts<Shape>,
): Promise<WriteAnswer> {
  const { body, tokenId } = sent
  if (isList(body, sent.list)) {
    return {
      status: 200,
      body: { data: await recordBatch(services, site, sent) },
    }
  }
  const validated = validateInput(sent.shape, body)
  if (!validated.ok) throw refuseFields(validated.errors)
  const inputs = [sent.toFact(validated.value)]
  const corrections = correctionsOf(services)
  const [recorded] = await recordActivities(services, site, { inputs, tokenId, corrections })
  if (!recorded) throw new Error('A report has no outcome.')
  if (recorded.outcome === 'rejected') throw refuseFields({ occurred_at: [recorded.occurredAt] })
  if (recorded.outcome === 'conflict') {
    throw new Refusal('conflict', sent.conflicts[recorded.reason])
  }
  const status = recorded.outcome === 'created' ? 201 : 200
  return { status, body: { data: describeActivity(recorded.activity) } }
}

/** Outcomes in the order of the request. */
async function recordBatch<Shape extends z.ZodType>(
  services: Services,
  site: SiteScope,
  { list, batch, shape, toFact, conflicts, body, tokenId }: SentFacts<Shape>,
): Promise<BatchOutcome[]> {
  const validated = readList(batch, body, list).map((given) => {
    const result = validateInput(shape, given)
    return result.ok
      ? { ok: true as const, fact: toFact(result.value) }
      : { ok: false as const, id: idOf(given), errors: result.errors }
  })
  const inputs = validated.flatMap((one) => (one.ok ? [one.fact] : []))
  const corrections = correctionsOf(services)
  const given = { inputs, tokenId, corrections }
  const recorded = (await recordActivities(services, site, given)).values()
  return validated.map((one) =>
    one.ok
      ? outcomeOf(one.fact.id, recorded.next().value, conflicts)
      : rejectedItem(one.id, one.errors),
  )
}

function outcomeOf(
  id: string,
  recorded: Recorded | undefined,
  conflicts: ConflictMessages,
): BatchOutcome {
  switch (recorded?.outcome) {
    case 'created':
    case 'repeated':
    case 'corrected':
      return { outcome: recorded.outcome, id, activity: describeActivity(recorded.activity) }
    case 'conflict':
      return { outcome: 'conflict', id, message: conflicts[recorded.reason] }
    case 'rejected':
      return rejectedItem(id, { occurred_at: [recorded.occurredAt] })
    case undefined:
      throw new Error('A report has no outcome.')
  }
}
