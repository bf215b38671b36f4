/** Sends one batch of claimed sends to their push service. */
import { setImmediate as breathe } from 'node:timers/promises'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import { NotFetched } from '#app/lib/web/guarded-opener.server.ts'
import { readRetryAfter } from '#app/lib/web/retry-after.ts'
import type { Services } from '#app/services.ts'
import type { ClaimedSend } from './claim-sends.server.ts'
import { composeRequest } from './compose-request.server.ts'
import { decideSend, type Decision } from './decide-send.server.ts'
import type { Signatures } from './encrypt.server.ts'
import { isCapped } from '../message-content.ts'
import { readFacts } from './message-facts.server.ts'
import { outcomeOf, restOfService } from './retry-push.ts'
import { settleSends, type ServiceHealth, type Settled } from './settle-sends.server.ts'

/** For the name, the connection and the answer together. */
const attemptMillis = 15 * secondMillis

export type BatchParts = {
  services: Services
  signal: AbortSignal
  signatures: Signatures
  /** For an attempt, in milliseconds. */
  maxMillis?: number | undefined
}

/** @returns whether the service can be sent more now */
export async function sendBatch(
  parts: BatchParts,
  claimed: readonly ClaimedSend[],
  host: string,
): Promise<boolean> {
  const { services } = parts
  const decided = await decideAll(services, claimed)
  const answers = await Promise.all(
    decided.map(async ({ send, decision }): Promise<Answered> => {
      if (decision.do !== 'send') return { send, decision, status: null, retryAfter: null }
      const answer = await sendOne(parts, send, decision)
      return { send, decision, ...answer }
    }),
  )
  // A request that our shutdown cut off is no failure of the service. Its lease ends, and it's sent again.
  const known = answers.filter(({ isCutOff = false }) => !isCutOff)
  const at = services.now()
  const before = claimed[0]?.failures ?? 0
  const health = healthOf(host, { answers: known, before, at })
  await settleSends(
    services,
    known.map((answer) => settledOf(answer, health, at)),
    health,
  )
  return health.restsUntil === null
}

type Decided = { send: ClaimedSend; decision: Decision }
type Answered = Decided & {
  status: number | null
  /** The status line's. Absent: there was none. */
  phrase?: string
  retryAfter: Date | null
  /** The browser's keys can't be used. */
  isUnusable?: boolean
  isCutOff?: boolean
}

async function decideAll(services: Services, claimed: readonly ClaimedSend[]): Promise<Decided[]> {
  const { db, log, now, siteCache } = services
  const factsOf = await readFacts(db.system, claimed)
  const sent = new Map<number, number>()
  const decided: Decided[] = []
  for (const send of claimed) {
    const site = await siteCache.site(send.siteUuid)
    let decision: Decision
    try {
      decision = decideSend(send, {
        at: now(),
        isLimitReached: site?.isLimitReached ?? false,
        facts: factsOf(send),
        sentNow: sent.get(send.subscriptionId) ?? 0,
      })
    } catch (error) {
      // A value of one subscriber or site holds up no other's messages.
      log.error({ err: error, pushSend: send.id }, 'a push message can’t be composed')
      decision = { do: 'fail' }
    }
    if (decision.do === 'send' && isCapped(send.kind)) {
      sent.set(send.subscriptionId, (sent.get(send.subscriptionId) ?? 0) + 1)
    }
    decided.push({ send, decision })
  }
  return decided
}

type SendDecision = Extract<Decision, { do: 'send' }>

async function sendOne(
  { services, signal, signatures, maxMillis = attemptMillis }: BatchParts,
  send: ClaimedSend,
  { shown, image }: SendDecision,
): Promise<Pick<Answered, 'status' | 'phrase' | 'retryAfter' | 'isUnusable' | 'isCutOff'>> {
  const { log, net, now } = services
  // Encryption takes a part of a millisecond. Pages are answered in between.
  await breathe()
  let request: ReturnType<typeof composeRequest>
  try {
    request = composeRequest(services, signatures, { send, shown, image, at: now() })
  } catch (error) {
    // Keys that can't be opened are an error of this server: it's tried again after the lease.
    log.error({ err: error, pushSend: send.id }, 'a push message can’t be encrypted')
    return { status: null, retryAfter: null, isCutOff: true }
  }
  if (!request) return { status: null, retryAfter: null, isUnusable: true }
  const { endpoint, headers, body } = request
  const answer = await net
    .push(endpoint, { headers, body, maxMillis, signal })
    .catch((error: unknown) => {
      if (error instanceof NotFetched) return null
      throw error
    })
  if (!answer) return { status: null, retryAfter: null, isCutOff: signal.aborted }
  const { status, phrase } = answer
  return { status, phrase, retryAfter: readRetryAfter(answer.retryAfter, now()) }
}

function settledOf(answered: Answered, { restsUntil }: ServiceHealth, at: Date): Settled {
  const { send, decision, status, phrase, retryAfter, isUnusable = false } = answered
  const base = { send, status, shown: null, reason: null, dueAt: null, isGone: false }
  if (decision.do === 'fail') return { ...base, state: 'failed', reason: 'refused' }
  if (decision.do === 'skip') return { ...base, state: 'skipped', reason: decision.reason }
  if (decision.do === 'wait') {
    return { ...base, state: 'waiting', dueAt: decision.until, isPostponed: true }
  }
  const { shown } = decision
  if (isUnusable) return { ...base, state: 'failed', reason: 'refused' }
  const outcome = outcomeOf(status, phrase)
  switch (outcome.kind) {
    case 'accepted':
      return { ...base, state: 'accepted', shown }
    case 'gone':
      return { ...base, state: 'failed', reason: 'gone', isGone: true }
    case 'failed':
      return { ...base, state: 'failed', reason: outcome.reason }
    case 'later': {
      const dueAt = retryAfter ?? restsUntil ?? new Date(at.getTime() + minuteMillis)
      return { ...base, state: 'waiting', dueAt }
    }
  }
}

type Health = { answers: readonly Answered[]; before: number; at: Date }

/** One that asks us to wait rests until then; one that fails rests longer each time. */
function healthOf(host: string, { answers, before, at }: Health): ServiceHealth {
  const asked = answers.filter(({ decision, isUnusable }) => decision.do === 'send' && !isUnusable)
  const late = asked.filter(({ status }) => outcomeOf(status).kind === 'later')
  const status = late.at(-1)?.status ?? null
  if (late.length === 0) {
    return { host, failures: asked.length > 0 ? 0 : before, restsUntil: null, status }
  }
  const named = late.flatMap(({ retryAfter }) => retryAfter ?? [])
  const failures = before + 1
  const rest = Math.max(
    at.getTime() + restOfService(failures),
    ...named.map((moment) => moment.getTime()),
  )
  return { host, failures, restsUntil: new Date(rest), status }
}
