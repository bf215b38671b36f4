/** The Admin API: GraphQL operations of one shop, and what becomes of each. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import {
  AccessEnded,
  ChangeRefused,
  ShopClosed,
  ShortWait,
  type Shopify,
  type ShopifyCall,
} from '#app/domain/shops/shopify.ts'
import { apiError, readRefusals, type Refusals } from '#app/lib/shopify/refusals.ts'
import { queryCost, throttledMillis } from '#app/lib/shopify/throttle.ts'
import type { ProviderClients } from '#app/lib/web/provider-client.server.ts'
import { BadRecord, BudgetSpent, isFailedCall, TryLater } from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { refusedBy } from './closed-shop.ts'
import { jsonOf, passMillis } from './json-of.ts'
import type { ShopifyOrigins } from './shopify-origins.ts'

/** Shopify counts the cost of queries, not requests; this stops a loop that went wrong. */
const budget = { requests: 600, seconds: 60 }

/** A wait that is short enough to sit out; a longer one is for the queue. */
const longestWaitMillis = 2_000

const maxAttempts = 3

const answer = z.object({
  data: z.unknown().optional(),
  errors: z.array(apiError).or(z.string()).optional(),
  extensions: z
    .object({
      cost: queryCost.optional(),
    })
    .optional(),
})
type Answer = z.output<typeof answer>

/** The errors that each mutation returns next to its changes. */
const mutationAnswer = z.object({
  userErrors: z.array(z.object({ field: z.array(z.string()).nullish(), message: z.string() })),
})

/** Errors of all mutations of an operation. Queries have none. */
const userErrorsOf = (data: unknown) =>
  Object.values(typeof data === 'object' && data !== null ? data : {}).flatMap((part: unknown) => {
    const read = mutationAnswer.safeParse(part)
    return read.success ? read.data.userErrors : []
  })

type Parts = {
  origins: ShopifyOrigins
  providers: ProviderClients
  now: () => Date
  /** Waits between attempts; tests don't. */
  wait?: (millis: number) => Promise<unknown>
}

/** Shopify's answer, as it came. */
type AdminAnswer = {
  data: unknown
  /** Null: it answered all that was asked. */
  refusals: Refusals | null
  reply: ProviderReply
}

export type AdminApi = {
  /** A refusal of any part is one of the whole. */
  call: Shopify['call']
  /** Also takes what came beside refusals, for operations that can do without. @throws as `call` does */
  ask: (call: ShopifyCall<unknown>) => Promise<AdminAnswer>
}

export function createAdminApi(parts: Parts): AdminApi {
  const { origins, providers, now, wait = pause } = parts

  const askOnce: AdminApi['ask'] = async ({ shop, accessToken, operation, variables = {} }) => {
    const client = providers({
      key: `shopify ${shop}`,
      budget,
      maxPauseMillis: longestWaitMillis,
    })
    const reply = await client
      .request({
        method: 'POST',
        url: origins.graphql(shop),
        headers: { 'X-Shopify-Access-Token': accessToken },
        json: { query: operation.document, variables },
      })
      .catch((error: unknown) => {
        throw outcomeOf(error, now())
      })
    return { ...dataOf(readAnswer(reply, now()), now()), reply }
  }

  const ask: AdminApi['ask'] = async (call) => {
    let before: unknown = null
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await askOnce(call)
      } catch (error) {
        // The pause that an outage asked for isn't the reason why the call failed.
        if (before instanceof Error && error instanceof BudgetSpent) throw before
        before = error
        const millis = error instanceof TryLater ? error.at.getTime() - now().getTime() : Infinity
        if (attempt === maxAttempts || millis > longestWaitMillis) throw error
        await wait(Math.max(0, millis))
      }
    }
  }

  return {
    ask,
    async call(call) {
      const { data, refusals, reply } = await ask(call)
      if (refusals) throw new ShopClosed(refusals.rest === 'scope' ? 'permission' : 'forbidden')
      const errors = userErrorsOf(data)
      if (errors.length > 0) {
        throw new ChangeRefused(
          errors.map(({ field, message }) => ({
            field: field?.join('.') ?? '',
            message,
          })),
        )
      }
      const read = call.operation.shape.safeParse(data)
      if (read.success) return read.data
      throw new BadRecord(`The answer to ${call.operation.name} has another shape.`, reply)
    },
  }
}

function readAnswer(reply: ProviderReply, at: Date): Answer {
  const read = answer.safeParse(jsonOf(reply, at))
  if (read.success) return read.data
  throw new BadRecord('Shopify’s answer can’t be read.', reply)
}

/** Codes of errors that pass: https://shopify.dev/docs/api/admin-graphql#status_and_error_codes */
const passing = new Set(['INTERNAL_SERVER_ERROR', 'TIMEOUT'])

function dataOf({ data, errors, extensions }: Answer, at: Date): Omit<AdminAnswer, 'reply'> {
  if (errors === undefined || errors.length === 0) return { data, refusals: null }
  const listed = typeof errors === 'string' ? [] : errors
  const codes = listed.map((one) => one.extensions?.code ?? '')
  if (codes.includes('THROTTLED')) {
    throw new ShortWait(
      'Shopify throttles the shop’s calls.',
      new Date(at.getTime() + throttledMillis(extensions?.cost)),
    )
  }
  if (codes.includes('SHOP_INACTIVE')) throw new ShopClosed('frozen')
  const refusals = readRefusals(listed)
  if (refusals) return { data, refusals }
  if (codes.some((code) => passing.has(code))) {
    throw new TryLater('Shopify failed to answer.', new Date(at.getTime() + passMillis))
  }
  throw new BadRecord('Shopify refused the query.')
}

function outcomeOf(error: unknown, at: Date): unknown {
  if (!isFailedCall(error) || !error.reply) return error
  return error.reply.status === 401 ? new AccessEnded() : (refusedBy(error, at) ?? error)
}
