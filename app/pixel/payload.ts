/**
 * What the server says a page may show. The server is trusted with the words, not with arriving
 * whole: a proxy may answer HTML, and a later server may speak a later version.
 */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { sendRequest } from './request.ts'

/** The part of the contract that this pixel understands. */
export const understoodVersion: PixelPayload['version'] = 1

export type FetchedPayload = {
  payload: PixelPayload
  /** ISO 3166-1 alpha-2 of the visitor, as far as the server knows. */
  country: string | null
  /**
   * How many milliseconds the visitor's clock is behind the server's. One that is ahead is let be: it
   * ends offers early, and an answer from a cache names an earlier moment than this one.
   */
  behind: number
}

/** Null whenever there is nothing to show, for whatever reason. */
export const fetchPayload = async (address: string): Promise<FetchedPayload | null> => {
  const answer = await sendRequest(address, {})
  const payload = readPayload(answer?.body)
  if (!answer || !payload) return null

  const behind = Date.parse(answer.headers.get('date') ?? '') - Date.now()
  return {
    payload,
    country: answer.headers.get('footfall-country'),
    behind: behind > 0 ? behind : 0,
  }
}

/** Null when it is none, or one of another version. What is in it is the server's care. */
export const readPayload = (value: unknown): PixelPayload | null => {
  const payload = value as Partial<PixelPayload> | null | undefined
  return payload?.version === understoodVersion ? (payload as PixelPayload) : null
}
