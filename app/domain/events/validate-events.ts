/** Validates events one by one, so that an invalid one doesn't affect the rest of its batch. */
import {
  eventIdPattern,
  maxEventsPerBatch,
  maxPageLength,
  pagePattern,
  payloadIdPattern,
  pixelEvent,
  pixelEventBatch,
  type EventOutcome,
  type PixelEvent,
} from '#app/contract/pixel-events.ts'
import { Refusal } from '#app/lib/errors.ts'
import { validateEnvelope } from '#app/lib/web/forms.ts'
import type { KnownGoal } from '#app/domain/sites/known-site.server.ts'

/** The events of a report. @throws Refusal `invalid` */
export function validateBatch(given: unknown): unknown[] {
  if (isBatch(given)) return given.events
  const batch = validateEnvelope(pixelEventBatch, given)
  if (batch.ok) return batch.value.events
  const expected = `Send {"events": [...]} with 1 to ${String(maxEventsPerBatch)} events.`
  throw new Refusal('invalid', expected, { errors: batch.errors })
}

/** As the schema has it, which is read for its messages when a batch isn't one. */
const isBatch = (given: unknown): given is { events: unknown[] } =>
  typeof given === 'object' &&
  given !== null &&
  'events' in given &&
  Array.isArray(given.events) &&
  given.events.length > 0 &&
  given.events.length <= maxEventsPerBatch

export type EventValidation = { ok: true; event: PixelEvent } | { ok: false; outcome: EventOutcome }

/** @param goals of the site; events about any other goal are refused */
export function validateEvent(given: unknown, goals: readonly KnownGoal[]): EventValidation {
  if (isPlainEvent(given)) return { ok: true, event: given }
  const parsed = pixelEvent.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.')
    return refuse(
      readableId(given),
      `${field ? `${field}: ` : ''}${issue?.message ?? 'not an event'}`,
    )
  }

  const event = parsed.data
  if (event.type === 'goal') {
    const goal = goals.find(({ uuid }) => uuid === event.goal.toLowerCase())
    if (!goal) return refuse(event.id, 'unknown_goal')
    if (goal.kind === 'url') return refuse(event.id, 'goal: is reached by its page')
    if (goal.kind === 'order' && event.order === undefined)
      return refuse(event.id, 'order: is what this goal counts')
  }
  return { ok: true, event }
}

const visitFields = 3
const nudgeTypes: ReadonlySet<unknown> = new Set(['impression', 'hover', 'click', 'close'])
const nudgeFields = 5

type PlainEvent = Extract<
  PixelEvent,
  { type: 'visit' | 'impression' | 'hover' | 'click' | 'close' }
>

/**
 * Recognizes what nearly every event is, in a fraction of the schema's time: one with its required fields
 * and no others. Everything else is left to the schema.
 */
function isPlainEvent(given: unknown): given is PlainEvent {
  if (typeof given !== 'object' || given === null) return false
  const { id, type, page, nudge, claim } = given as Record<string, unknown>
  const isVisit = type === 'visit'
  if (!isVisit && !nudgeTypes.has(type)) return false
  return (
    Object.keys(given).length === (isVisit ? visitFields : nudgeFields) &&
    hasPattern(id, eventIdPattern) &&
    hasPattern(page, pagePattern) &&
    page.length <= maxPageLength &&
    (isVisit || (hasPattern(nudge, payloadIdPattern) && hasPattern(claim, payloadIdPattern)))
  )
}

const hasPattern = (given: unknown, pattern: RegExp): given is string =>
  typeof given === 'string' && pattern.test(given)

const refuse = (id: string | null, reason: string): EventValidation => ({
  ok: false,
  outcome: { id, outcome: 'rejected', reason },
})

const eventId = pixelEvent.options[0].shape.id

/** The event's id, if it has a valid one, so that the sender can match the outcome. */
function readableId(given: unknown): string | null {
  const parsed = eventId.safeParse(
    typeof given === 'object' && given !== null && 'id' in given ? given.id : undefined,
  )
  return parsed.success ? parsed.data : null
}
