/** Requests to Stripe's API, with the key of the connection or the token of its approval. */
import { z } from 'zod'
import type { Caller } from '../integration.ts'
import type { IntegrationRecord } from '../record.ts'
import { onlyByApproval } from './oauth.ts'
import { identifier } from './shapes.ts'

export type Stripe = Caller<{
  key: string
  account?: string | undefined
  isLiveMode?: boolean | undefined
}>

/** In later versions a charge no longer names its invoice, which renewals are recognized by. */
export const apiVersion = '2025-02-24.acacia'

const addressOf = (caller: Stripe, path: string) =>
  `${caller.origin('https://api.stripe.com')}/v1/${path}`

type Sending = {
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Record<string, string>
  form?: Record<string, string>
}

/**
 * With the key, or with the token of the approval, which Stripe takes like a key of the account. Footfall's
 * own key with the account's name would open every account that approved, so it isn't used.
 */
async function send(caller: Stripe, path: string, { method = 'GET', query, form }: Sending) {
  const key = caller.settings.key || (await caller.token(onlyByApproval))
  return caller.http.request({
    method,
    url: addressOf(caller, path),
    ...(query ? { query } : {}),
    ...(form ? { form } : {}),
    headers: { Authorization: `Bearer ${key}`, 'Stripe-Version': apiVersion },
  })
}

export const get = (caller: Stripe, path: string, query: Record<string, string>) =>
  send(caller, path, { query })

export const post = (caller: Stripe, path: string, form: Record<string, string>) =>
  send(caller, path, { method: 'POST', form })

export const remove = (caller: Stripe, path: string) => send(caller, path, { method: 'DELETE' })

export const list = z.object({ data: z.array(z.unknown()), has_more: z.boolean() })

type PageQuery = {
  path: string
  limit?: number
  since: Date | null
  position: unknown
  /** A member of each row that is listed whole, and not by its ID. */
  expand?: string
  /** Only events of these types. */
  types?: readonly string[]
}

/** Stripe lists what is new first; what comes meanwhile is read by the next reading. */
export async function readPage(
  caller: Stripe,
  { path, limit = 50, since, position, expand, types = [] }: PageQuery,
  translate: (rows: readonly unknown[]) => Promise<IntegrationRecord[]>,
) {
  const reply = await get(caller, path, {
    limit: String(limit),
    ...(since ? { 'created[gte]': String(Math.floor(since.getTime() / 1000)) } : {}),
    ...(typeof position === 'string' ? { starting_after: position } : {}),
    ...(expand === undefined ? {} : { 'expand[]': `data.${expand}` }),
    ...Object.fromEntries(types.map((type, place) => [`types[${String(place)}]`, type])),
  })
  const { data, has_more: hasMore } = reply.read(list)
  const last = z.object({ id: identifier }).safeParse(data.at(-1))
  const next = hasMore && last.success ? last.data.id : null
  return { records: await translate(data), next }
}
