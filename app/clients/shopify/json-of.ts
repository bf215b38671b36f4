import { parseExactJson } from '#app/lib/exact-json.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'

/** A failure of Shopify’s that names no time is looked at again after this. */
export const passMillis = 60_000

/**
 * The JSON of an answer. Anything else is a page of maintenance or half an answer, which pass.
 *
 * @param at when it answered
 * @throws TryLater
 */
export function jsonOf(reply: ProviderReply, at: Date): unknown {
  try {
    return parseExactJson(reply.text)
  } catch {
    throw new TryLater('Shopify’s answer isn’t JSON.', new Date(at.getTime() + passMillis), reply)
  }
}
