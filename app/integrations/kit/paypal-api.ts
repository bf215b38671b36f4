/** Requests to PayPal's REST API. */
import { z } from 'zod'
import { BadRecord, ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import type { Caller } from '../integration.ts'
import { order, type Capture, type Order } from '../records/paypal.ts'
import { madeTokenOf } from './oauth.ts'

export type PayPal = Caller<{ clientId: string; clientSecret: string; isSandbox: boolean }>

type Extra = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  version?: 'v1' | 'v2'
  query?: Record<string, string>
  json?: unknown
  jsonText?: string
}

export async function send(
  caller: PayPal,
  path: string,
  { method = 'GET', version = 'v1', query, json, jsonText }: Extra = {},
) {
  return caller.http.request({
    method,
    url: `${baseOf(caller)}/${version}/${path}`,
    headers: { Authorization: `Bearer ${await caller.token(() => makeToken(caller))}` },
    ...(query ? { query } : {}),
    ...(jsonText === undefined ? { json } : { jsonText }),
  })
}

const baseOf = (caller: PayPal) =>
  caller.origin(
    caller.settings.isSandbox ? 'https://api-m.sandbox.paypal.com' : 'https://api-m.paypal.com',
  )

async function makeToken(caller: PayPal) {
  const { clientId, clientSecret } = caller.settings
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const reply = await caller.http.request({
    method: 'POST',
    url: `${baseOf(caller)}/v1/oauth2/token`,
    headers: { Authorization: `Basic ${basic}` },
    form: { grant_type: 'client_credentials' },
  })
  return madeTokenOf(reply, caller.now)
}

const nameIn = (reply: ProviderReply | null) => reply?.find(z.object({ name: z.string() }))?.name

/** @param name of one of PayPal's errors */
export const isNamed = (error: unknown, name: string): error is BadRecord =>
  error instanceof BadRecord && nameIn(error.reply) === name

/**
 * One payment or order. Those of other apps of the account are refused one by one (403 NOT_AUTHORIZED),
 * which says nothing about the access itself.
 */
export async function detail(caller: PayPal, path: string, version: 'v1' | 'v2') {
  try {
    return await send(caller, path, { version })
  } catch (error) {
    if (!(error instanceof ConnectionLost) || nameIn(error.reply) !== 'NOT_AUTHORIZED') throw error
    throw new BadRecord('The payment is of another app.', error.reply)
  }
}

/**
 * The same of a payment that a list named, which shows that the access works. Null: this app doesn't know
 * it, or may not read it, for whatever reason.
 */
export async function knownDetail(caller: PayPal, path: string, version: 'v1' | 'v2') {
  try {
    return await send(caller, path, { version })
  } catch (error) {
    const isRefusal = error instanceof BadRecord || error instanceof ConnectionLost
    const status = isRefusal ? error.reply?.status : undefined
    if (status === 403 || status === 404) return null
    throw error
  }
}

/**
 * The capture names its order, which names the buyer. It is a purchase without them, too.
 *
 * @param read `knownDetail` for a payment that a list named
 */
export async function orderOf(
  caller: PayPal,
  one: Capture,
  read: typeof knownDetail = detail,
): Promise<Order | null> {
  const id = one.supplementary_data?.related_ids?.order_id
  if (!id) return null
  try {
    return (await read(caller, `checkout/orders/${id}`, 'v2'))?.find(order) ?? null
  } catch (error) {
    if (error instanceof BadRecord) return null
    throw error
  }
}
