/**
 * The HTTP client for companies that we call: integrations' providers, and those that work for us. It
 * keeps to a budget, reaches public addresses only, and maps every failure to one of the outcomes
 * of provider-errors.ts. It never retries: the queue does, at the moment that TryLater names.
 */
import { validateHeaderValue } from 'node:http'
import { millisForCall } from '../async/deadline.server.ts'
import { isDatabaseAway } from '../database-errors.ts'
import { minuteMillis, secondMillis } from '../time.ts'
import { decodeText } from '../charset/decode-text.ts'
import {
  asNotFetched,
  internetWith,
  NotFetched,
  openOutside,
  readLimited,
  type Internet,
} from './guarded-opener.server.ts'
import {
  BadRecord,
  BudgetSpent,
  ConnectionLost,
  HeldUp,
  Intercepted,
  RefusedAddress,
  TryLater,
  Unreached,
} from './provider-errors.ts'
import { ProviderReply } from './provider-reply.ts'
import { createRequestBudgets, type Budget, type RequestBudgets } from './request-budget.ts'
import { readRetryAfter } from './retry-after.ts'
import { maxOpenedAddress, parseWebAddress } from './web-address.ts'

type Body =
  | { json: unknown; form?: never; jsonText?: never }
  | { form: Readonly<Record<string, string>>; json?: never; jsonText?: never }
  /** JSON that must arrive as it is, because something in it is signed. */
  | { jsonText: string; json?: never; form?: never }
  | { json?: never; form?: never; jsonText?: never }

export type ProviderRequest = Body & {
  /** Default: GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** https; http for doubles only. */
  url: string
  /** Added to the URL's own parameters. */
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
}

export type ProviderClient = {
  /**
   * Sends one request.
   *
   * @returns a response with a status from 200 to 299 that isn't a web page
   * @throws ConnectionLost, TryLater, BadRecord
   */
  request: (request: ProviderRequest) => Promise<ProviderReply>
}

export type ProviderAccount = {
  /**
   * The budget to spend: the provider's name, and the account there when each has its own limit.
   */
  key: string
  budget: Budget
  /** For everything together: name lookup, redirects, body. Default: ten seconds. */
  maxMillis?: number
  /** Limit of the response's body. Default: 5 MB. */
  maxBytes?: number
  /**
   * How long a `Retry-After` may stop all requests of the account. Default: 24 hours, which the header is
   * bounded to. 0 where a person waits for each request.
   */
  maxPauseMillis?: number
}

export type ProviderClients = (account: ProviderAccount) => ProviderClient

type Parts = {
  now: () => Date
  internet?: Partial<Internet>
  /** In memory by default. */
  budgets?: RequestBudgets
  /** Called when a provider's pause could not be noted: requests go on, and are refused until it ends. */
  onPauseLost?: (error: unknown) => void
}

/** Makes clients; those with the same key share a budget. */
export function createProviderClients({
  now,
  internet = {},
  budgets = createRequestBudgets(),
  onPauseLost = () => undefined,
}: Parts): ProviderClients {
  const net = internetWith(internet)

  /** @throws BudgetSpent also while the budget can't be read */
  async function spend(key: string, budget: Budget): Promise<void> {
    try {
      const freeAt = await budgets.spend(key, budget, now())
      if (freeAt) throw new BudgetSpent(freeAt)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      const at = new Date(now().getTime() + unreadBudgetMillis)
      throw new BudgetSpent(at, 'The request budget can’t be read.')
    }
  }

  /** Never fails, because the provider's answer matters more. */
  async function pause(key: string, until: Date): Promise<void> {
    try {
      await budgets.pause(key, until)
    } catch (error) {
      onPauseLost(error)
    }
  }

  return ({
    key,
    budget,
    maxMillis = 10_000,
    maxBytes = 5_000_000,
    maxPauseMillis = Infinity,
  }) => ({
    async request(request) {
      const url = urlOf(request, net)
      await spend(key, budget)
      const millis = millisForCall(maxMillis)
      if (millis === 0) {
        throw new TryLater(
          'No time is left for another call.',
          new Date(now().getTime() + minuteMillis),
        )
      }
      const reply = await exchange(url, request, { net, maxMillis: millis, maxBytes })
      if (reply instanceof NotFetched) throw outcomeOf(reply, now())
      const outcome = refusalOf(reply, now())
      if (outcome instanceof TryLater && reply.header('retry-after') !== null) {
        const millis = Math.min(maxPauseMillis, outcome.at.getTime() - now().getTime())
        await pause(key, new Date(now().getTime() + millis))
      }
      if (outcome) throw outcome
      return reply
    },
  })
}

function urlOf({ url, query = {} }: ProviderRequest, { doubles }: Internet): URL {
  const parsed = parseWebAddress(url, { max: maxOpenedAddress })
  if (!parsed) throw new RefusedAddress(unreadableSentence)
  // Requests carry credentials, which must not cross the internet in the clear.
  if (parsed.protocol !== 'https:' && !doubles.includes(parsed.origin)) {
    throw new RefusedAddress(plainSentence)
  }
  for (const [name, value] of Object.entries(query)) parsed.searchParams.append(name, value)
  return parsed
}

/** Most outages of a database are over by then. */
const unreadBudgetMillis = 5 * secondMillis

type Limits = { net: Internet; maxMillis: number; maxBytes: number }

/** @throws ConnectionLost when a header can't be sent */
async function exchange(
  url: URL,
  request: ProviderRequest,
  { net, maxMillis, maxBytes }: Limits,
): Promise<ProviderReply | NotFetched> {
  const { method = 'GET', headers = {} } = request
  const signal = AbortSignal.timeout(maxMillis)
  const { type, bytes } = bodyOf(request)
  const opening = {
    signal,
    method,
    headers: sendable({ Accept: 'application/json', ...type, ...headers }),
    ...(bytes ? { body: bytes } : {}),
    // Only reads are repeated elsewhere, and no other origin gets to see the credentials.
    canFollow: (from: URL, to: URL) => method === 'GET' && from.origin === to.origin,
  }
  try {
    const opened = await openOutside(url.href, net, opening)
    const { status, headers: received } = opened
    const text = decodeText(await readLimited(opened, maxBytes), received['content-type'] ?? '')
    return new ProviderReply({ status, headers: received, text })
  } catch (error) {
    return asNotFetched(error, signal)
  }
}

/** Credentials may have been pasted with a line break in them, which no retry can fix. */
function sendable(headers: Readonly<Record<string, string>>) {
  try {
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value)
  } catch {
    throw new ConnectionLost('The credentials contain characters that can’t be sent.')
  }
  return headers
}

function bodyOf({ json, form, jsonText }: ProviderRequest): {
  type: Readonly<Record<string, string>>
  bytes: Buffer | null
} {
  const typed = (type: string, text: string) => ({
    type: { 'Content-Type': type },
    bytes: Buffer.from(text),
  })
  if (jsonText !== undefined) return typed('application/json', jsonText)
  if (json !== undefined) return typed('application/json', JSON.stringify(json))
  if (form === undefined) return { type: {}, bytes: null }
  return typed('application/x-www-form-urlencoded', new URLSearchParams(form).toString())
}

/** A provider that gives no moment is asked again after this. */
const pauseMillis = 60_000

const nextTry = (now: Date) => new Date(now.getTime() + pauseMillis)

/** No response, or one that can't be read. */
function outcomeOf({ why }: NotFetched, now: Date): Error {
  switch (why) {
    case 'connection':
      return new Unreached('The provider could not be reached.', nextTry(now))
    case 'time':
      return new Unreached('The provider did not answer in time.', nextTry(now))
    case 'address':
      return new RefusedAddress(insideSentence)
    case 'redirects':
      return new Intercepted({ sentence: movedSentence, by: 'redirect' }, nextTry(now))
    case 'size':
      return new BadRecord('The response is too large.')
    case 'answer':
      return new BadRecord('The response can’t be read.')
  }
}

/**
 * Statuses that pass by themselves: too slow, too early, too many; and every fault of the server. 430 is
 * Shopify's for too many.
 */
const passing = new Set([408, 425, 429, 430])

/** Ends with what its owner can do about it, as all sentences of this kind. */
const movedSentence =
  'The address redirects to another one. If your shop or account has moved, connect it with its new address.'

const unreadableSentence =
  'The address can’t be read, or contains a user name. Footfall needs one like https://shop.com.'

const plainSentence =
  'The address doesn’t start with https://. Footfall only sends credentials over an encrypted connection.'

const insideSentence =
  'The address leads to a private network or an unusual port. Footfall only connects to public addresses, on the standard port.'

const blockedSentence =
  'A web page answers in place of the service, as firewalls and security plugins do. If it’s yours, allow Footfall’s requests there.'

/** With a status of success it can also be the home page of a site that isn't the shop. */
const pageSentence =
  'A web page answers in place of the service. Check that the address is right, and if a firewall or a security plugin shows the page, allow Footfall’s requests there.'

/**
 * How a page for people begins. Interfaces answer in JSON, XML or plain text; pages are those of servers,
 * firewalls and plugins before them, which know nothing of credentials. Warnings of PHP, which begin with `<br`,
 * are the shop's.
 */
const pageBeginning =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|link|style|script|noscript|center|div|h[1-6])\b/i

const isWebPage = ({ text }: ProviderReply): boolean => pageBeginning.test(text.slice(0, 2_000))

/**
 * Firewalls that say that they ask for a browser. Sources: Cloudflare, "Detect a Challenge Page response";
 * woocommerce/woocommerce, issue 52896, for SiteGround.
 */
const isChallenge = (reply: ProviderReply): boolean =>
  ['cf-mitigated', 'sg-captcha'].some((name) => reply.header(name) === 'challenge')

const tryAt = (reply: ProviderReply, now: Date): Date =>
  readRetryAfter(reply.header('retry-after'), now) ?? nextTry(now)

/** Something that isn't the provider answered. */
function interceptionOf(reply: ProviderReply, now: Date): Intercepted | null {
  const { status } = reply
  const byPage = (sentence: string) =>
    new Intercepted({ sentence, by: 'page' }, tryAt(reply, now), reply)
  if (isChallenge(reply)) return byPage(blockedSentence)
  // Servers answer with pages for addresses that aren't there, and while they are down.
  const isNamed = status === 404 || status >= 500 || passing.has(status) || closed.has(status)
  if (isNamed || !isWebPage(reply)) return null
  return byPage(status < 300 ? pageSentence : blockedSentence)
}

/** Refused access. Only its owner can help. */
const lost = new Set([401, 403])

/** Accounts that aren't paid for (402) or are locked (423): they work again once their owner solves that. */
const closed = new Set([402, 423])

const closedSentence =
  'The service says that the account is closed, locked or not paid for. Solve that there.'

function refusalOf(reply: ProviderReply, now: Date): Error | null {
  const { status } = reply
  const interception = interceptionOf(reply, now)
  if (interception) return interception
  if (status >= 200 && status < 300) return null
  const message = `The provider answered ${String(status)}.`
  if (lost.has(status)) return new ConnectionLost(message, reply)
  const at = tryAt(reply, now)
  if (closed.has(status)) return new HeldUp(closedSentence, at, reply)
  if (!passing.has(status) && status < 500) return new BadRecord(message, reply)
  return new TryLater(message, at, reply)
}
