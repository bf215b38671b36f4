/** Calls to a BigCommerce store, and the channels that its orders come from. */
import { secondMillis } from '#app/lib/time.ts'
import { HeldUp, TryLater } from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import type { Caller } from '../integration.ts'

type Access = { storeHash: string; accessToken: string; channelId?: string | undefined }

export type BigCommerce = Pick<Caller<Access>, 'settings' | 'http' | 'now' | 'origin'>

/** The default storefront of every store. Source: docs.alokai.com/bigcommerce/advanced/multi-storefront.html (2026). */
export const defaultChannel = '1'

/** Records that name no channel are the default storefront’s. */
export const isOfChannel = (
  { settings: { channelId } }: BigCommerce,
  channel: string | null | undefined,
) => !channelId || channelId === (channel ?? defaultChannel)

const allChannels =
  'Orders of all your BigCommerce channels arrive, including marketplaces and other storefronts. To show only this site’s, enter its channel ID in the settings of this connection.'

/**
 * A sentence for the owner of a store all of whose channels are read. One channel on a page doesn’t show that
 * there are no others.
 *
 * @param named the channel of each order
 */
export function channelLack(
  { settings: { channelId } }: BigCommerce,
  named: readonly (string | null | undefined)[],
): { lacks?: string | null } {
  if (channelId) return { lacks: null }
  const channels = new Set(named.map((channel) => channel ?? defaultChannel))
  return channels.size > 1 ? { lacks: allChannels } : {}
}

const addressOf = (caller: BigCommerce, path: string) =>
  `${caller.origin('https://api.bigcommerce.com')}/stores/${caller.settings.storeHash}/${path}`

const authorization = ({ settings: { accessToken } }: BigCommerce) => ({
  'X-Auth-Token': accessToken,
})

export const get = (caller: BigCommerce, path: string, query: Record<string, string> = {}) =>
  patiently(
    caller,
    caller.http.request({ url: addressOf(caller, path), query, headers: authorization(caller) }),
  )

type Sent = { method: 'POST' | 'PUT' | 'DELETE'; json?: unknown }

export const send = (caller: BigCommerce, path: string, { method, json }: Sent) =>
  patiently(
    caller,
    caller.http.request({
      method,
      url: addressOf(caller, path),
      headers: authorization(caller),
      ...(json === undefined ? {} : { json }),
    }),
  )

/** Only the owner can end these. Source: developer.bigcommerce.com, status codes (2026). */
const heldSentences: Readonly<Record<number, string>> = {
  503: 'BigCommerce says that your store is in maintenance, suspended or not paid for. Check its status in BigCommerce.',
  507: 'Your store has reached a limit of its BigCommerce plan. Check your plan there.',
}

/**
 * BigCommerce names the moment in headers of its own, the rest of the window and, to some, how long to
 * stay away. The later one counts.
 */
async function patiently(
  caller: BigCommerce,
  call: Promise<ProviderReply>,
): Promise<ProviderReply> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof TryLater) || !error.reply) throw error
    const { reply } = error
    const named = (name: string) => {
      const value = reply.header(name) ?? ''
      return /^\d{1,8}$/.test(value) ? Number(value) : 0
    }
    const millis = Math.max(
      named('x-rate-limit-time-reset-ms'),
      named('x-retry-after') * secondMillis,
    )
    const held = heldSentences[reply.status]
    if (millis === 0 && held !== undefined) throw new HeldUp(held, error.at, reply)
    if (millis === 0) throw error
    throw new TryLater(error.message, new Date(caller.now.getTime() + millis), reply)
  }
}
