/** `POST /api/pixel/{uuid}/events`. */
import type { IncomingMessage } from 'node:http'
import {
  maxBatchBytes,
  maxEventsPerBatch,
  pixelEventBatch,
  type EventAnswer,
} from '#app/contract/pixel.ts'
import { overloaded, type Collector } from '#app/domain/events/collect.server.ts'
import type { SiteDirectory } from '#app/domain/sites/directory.server.ts'
import { isPageOfSite } from '#app/domain/sites/site-url.ts'
import { Refusal } from '#app/lib/errors.ts'
import { judge } from '#app/lib/forms.ts'
import { inTime } from '#app/lib/in-time.ts'
import { readBody } from './body.server.ts'
import type { FairRoom } from './fair-room.ts'
import type { Sender } from './sender.server.ts'

type Parts = {
  directory: SiteDirectory
  collector: Collector
  /** The queue's, in events. */
  room: FairRoom
  isBot: (userAgent: string | undefined) => boolean
  /** R08 (security.md): how long a sender waits for the commit. */
  answerMillis: number
}

/**
 * Resolves after the commit. What the body is, it says itself: a page sends text/plain to spare the
 * browser's preflight, other senders application/json.
 *
 * @throws Refusal for everything that is no list of events of a known site
 */
export async function takeEvents(
  request: IncomingMessage,
  { uuid, sender }: { uuid: string; sender: Sender },
  { directory, collector, room, isBot, answerMillis }: Parts,
): Promise<EventAnswer> {
  if (collector.isFull() || !room.hasRoom(uuid)) throw overloaded()

  const { text, bytes } = await readBody(request, maxBatchBytes)
  const deadline = performance.now() + answerMillis
  const site = await directory.find(uuid)
  if (!site) throw unknownSite()

  const batch = judge(pixelEventBatch, parse(text))
  if (!batch.ok) {
    const expected = `Send {"events": [...]} with 1 to ${String(maxEventsPerBatch)} events.`
    throw new Refusal('invalid', expected, { errors: batch.errors })
  }
  const { events } = batch.value
  // Others' reports may have come in while this one's body did, and a hung database takes its time.
  const left = deadline - performance.now()
  if (left <= 0 || !room.hasRoom(uuid)) throw overloaded()
  const collecting = collector
    .collect({
      site,
      events,
      bytes,
      isBot: isBot(sender.userAgent),
      isOwnPage: isPageOfSite(site.url, request.headers.origin),
      ...sender,
    })
    .finally(room.hold(uuid, events.length))
  // What hangs may still be stored: who was not answered sends again, and a repeat changes nothing.
  return { outcomes: await inTime(collecting, left) }
}

/** T22 (security.md): the same words for every uuid, whatever the reason. */
export const unknownSite = () => new Refusal('not_found', 'There is no such site.')

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refusal('malformed', 'The body is not JSON.')
  }
}
