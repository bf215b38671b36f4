/** `POST /api/pixel/{uuid}/events`. */
import type { EventAnswer } from '#app/contract/pixel-events.ts'
import { overloaded, type Collector } from '#app/domain/events/collect.server.ts'
import { validateBatch } from '#app/domain/events/validate-events.ts'
import { isSandboxKey } from '#app/domain/sites/sandbox-key.server.ts'
import type { SiteCache } from '#app/domain/serving/site-cache.server.ts'
import { isPageOfSite } from '#app/domain/sites/site-url.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { secondMillis } from '#app/lib/time.ts'
import { isPromise, type MaybePromise } from '#app/lib/async/maybe-promise.ts'
import type { Admission } from './admission.server.ts'
import type { Body } from './body.server.ts'
import type { FairShare } from './fair-share.ts'
import { headerOf, type RequestHead } from './request-head.ts'
import type { ClientInfo } from './client-info.server.ts'

type Parts = {
  secrets: Secrets
  siteCache: SiteCache
  collector: Collector
  /** Shares of the queue, in events. */
  room: FairShare
  isBot: (userAgent: string | undefined) => boolean
  admitEvents: Admission['admitEvents']
}

type Received = {
  answer: EventAnswer
  /** Name, value. */
  headers: readonly string[]
}

type Report = {
  uuid: string
  sender: ClientInfo
  /** Key of a sandboxed script, as sent; null for pages. */
  sandboxKey: string | null
  body: () => MaybePromise<Body>
}

/**
 * Resolves when the events are kept. Ignores the content type: pages send text/plain, which needs no
 * preflight, and other senders send application/json.
 *
 * @throws Refusal for anything that isn't a list of events of a known site
 */
export async function receiveEvents(
  request: RequestHead,
  { uuid, sender, sandboxKey, body }: Report,
  { secrets, siteCache, collector, room, isBot, admitEvents }: Parts,
): Promise<Received> {
  if (collector.isFull() || !room.hasCapacity(uuid)) throw overloaded()

  const { text, bytes } = await body()
  const since = performance.now()
  const found = siteCache.site(uuid)
  const site = isPromise(found) ? await found : found
  if (!site) throw unknownSite()

  const events = validateBatch(parseJson(text))
  admitEvents(sender.address, events)
  // Other reports may have been accepted while this body arrived.
  if (collector.isFull() || !room.hasCapacity(uuid)) throw overloaded()
  const release = room.hold(uuid, events.length)
  const origin = headerOf(request, 'origin')
  const waitSeconds = readWait(headerOf(request, 'prefer'))
  const isSandbox = sandboxKey !== null && isSandboxKey(secrets, site.uuid, sandboxKey)
  try {
    const outcomes = await collector.collect({
      site,
      events,
      bytes,
      since,
      waitMillis: waitSeconds * secondMillis,
      isBot: isBot(sender.userAgent),
      // A page elsewhere has an origin, which says so in spite of any key.
      isSiteHost: isPageOfSite(site.url, origin) || (isSandbox && isOpaque(origin)),
      isSandbox,
      origin,
      address: sender.address,
      userAgent: sender.userAgent,
      country: sender.country,
    })
    const hasWaited = waitSeconds > 0 && !outcomes.some(({ outcome }) => outcome === 'taken')
    return {
      answer: { outcomes },
      headers: hasWaited ? ['Preference-Applied', `wait=${String(waitSeconds)}`] : [],
    }
  } finally {
    release()
  }
}

/**
 * Seconds that the sender waits for its events' outcomes, at most (RFC 7240, section 4.3,
 * https://www.rfc-editor.org/rfc/rfc7240#section-4.3). 0: it doesn't.
 */
function readWait(prefer: string | undefined): number {
  if (prefer === undefined) return 0
  const [, seconds = '0'] = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:[,;]|$)/i.exec(prefer) ?? []
  return Number(seconds)
}

/** Browsers send "null" for a sandbox. Some sandboxes send nothing. */
const isOpaque = (origin: string | undefined) => origin === undefined || origin === 'null'

/** The same message for every uuid and reason, so that guessing reveals nothing. */
export const unknownSite = () => new Refusal('not_found', 'Site not found.')

/** @throws Refusal `malformed` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refusal('malformed', 'The body isn’t JSON.')
  }
}
