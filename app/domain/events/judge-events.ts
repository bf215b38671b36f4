/** Judges each event of a batch by itself: a wrong one never spoils the others. T24 (security.md). */
import { pixelEvent, type EventOutcome, type PixelEvent } from '../../contract/pixel.ts'

export type Judged = { ok: true; event: PixelEvent } | { ok: false; outcome: EventOutcome }

export function judgeEvent(given: unknown): Judged {
  const parsed = pixelEvent.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.')
    const reason = `${field ? `${field}: ` : ''}${issue?.message ?? 'not an event'}`
    return { ok: false, outcome: { id: readableId(given), outcome: 'rejected', reason } }
  }

  const { id, type, page } = parsed.data
  // A visit belongs to the site: what else it names would count for a nudge that nobody saw.
  return { ok: true, event: type === 'visit' ? { id, type, page } : parsed.data }
}

/** The id that the sender can recognise its event by, when there is one at all. */
function readableId(given: unknown): string | null {
  const parsed = pixelEvent.shape.id.safeParse(
    typeof given === 'object' && given !== null && 'id' in given ? given.id : undefined,
  )
  return parsed.success ? parsed.data : null
}
