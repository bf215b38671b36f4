/** Calls of WooCommerce's REST API. */
import { z } from 'zod'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { ProviderRequest } from '#app/lib/web/provider-client.server.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import type { Caller } from '../integration.ts'
import type { IntegrationRecord } from '../record.ts'
import { withKeys } from './stripped-header.ts'

export type Woo = Caller<{ store: string; consumerKey: string; consumerSecret: string }>

/**
 * Whether a webhook leads to the connection. IDs are small numbers: in a shop that was set up again, or in another
 * one, the same ID is another plugin's webhook. The path alone counts, because Footfall may have moved.
 */
export async function isOurs(caller: Woo, id: string): Promise<boolean> {
  const reply = await readWoo(caller, `webhooks/${id}`, {}).catch(absentIfDeleted)
  if (!reply) return false
  const { delivery_url: url } = reply.read(z.object({ delivery_url: z.string() }))
  return parseWebAddress(url)?.pathname === new URL(caller.hookUrl).pathname
}

/** By the plugin's controller it is 400 with this code, not 404, for a webhook that was deleted. */
export const absentIfDeleted = (error: unknown): null =>
  absentIf(error, 'woocommerce_rest_shop_webhook_invalid_id')

/** Null for a refusal with this code. @throws every other error */
export function absentIf(error: unknown, wanted: string): null {
  const code =
    error instanceof BadRecord ? error.reply?.find(z.object({ code: z.string() }))?.code : undefined
  if (code === wanted) return null
  throw error
}

const pageSize = 100

type List = { path: string; query: Record<string, string>; position: unknown }

/** Reads a page of a list by its number, oldest first unless the query says else. */
export async function readList(
  caller: Woo,
  { path, query, position }: List,
  translate: (rows: readonly unknown[]) => Promise<readonly IntegrationRecord[]>,
) {
  const page = typeof position === 'number' ? position : 1
  const reply = await readWoo(caller, path, {
    per_page: String(pageSize),
    page: String(page),
    order: 'asc',
    // An order that changes meanwhile keeps its place, so that none is missed between two pages.
    orderby: 'id',
    ...query,
  })
  const rows = reply.read(z.array(z.unknown()))
  const total = Number(reply.header('x-wp-totalpages') ?? NaN)
  const isLast = Number.isFinite(total) ? page >= total : rows.length < pageSize
  return { records: await translate(rows), next: isLast ? null : page + 1 }
}

/** One row, or a page of them. */
export const readWoo = (
  caller: Woo,
  path: string,
  query: Record<string, string>,
): Promise<ProviderReply> => request(caller, { url: addressOf(caller, path), query })

type Change = { method: 'POST' | 'PUT' | 'DELETE'; path: string; json?: unknown }

export const sendWoo = (caller: Woo, { method, path, json }: Change): Promise<ProviderReply> =>
  request(caller, {
    method,
    url: addressOf(caller, path),
    ...(json === undefined ? {} : { json }),
  })

const addressOf = ({ settings: { store } }: Woo, path: string) => `${store}/wp-json/wc/v3/${path}`

const request = (
  { http, settings: { store, consumerKey, consumerSecret } }: Woo,
  wanted: ProviderRequest,
) =>
  withKeys(http, wanted, {
    place: store,
    basic: `${consumerKey}:${consumerSecret}`,
    query: { consumer_key: consumerKey, consumer_secret: consumerSecret },
  })
