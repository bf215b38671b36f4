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
import { readBody } from './body.server.ts'

type Parts = {
  directory: SiteDirectory
  collector: Collector
  isBot: (userAgent: string | undefined) => boolean
}

/**
 * Resolves after the commit. What the body is, it says itself: a page sends text/plain to spare the
 * browser's preflight, other senders application/json.
 *
 * @throws Refusal for everything that is no list of events of a known site
 */
export async function takeEvents(
  request: IncomingMessage,
  uuid: string,
  { directory, collector, isBot }: Parts,
): Promise<EventAnswer> {
  if (collector.isFull()) throw overloaded()

  const { text, bytes } = await readBody(request, maxBatchBytes)
  const site = await directory.find(uuid)
  if (!site) throw unknownSite()

  const batch = judge(pixelEventBatch, parse(text))
  if (!batch.ok) {
    const expected = `Send {"events": [...]} with 1 to ${String(maxEventsPerBatch)} events.`
    throw new Refusal('invalid', expected, { errors: batch.errors })
  }
  const outcomes = await collector.collect({
    site,
    events: batch.value.events,
    bytes,
    isBot: isBot(request.headers['user-agent']),
    isOwnPage: isPageOfSite(site.url, request.headers.origin),
  })
  return { outcomes }
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
