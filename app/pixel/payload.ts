/**
 * The payload from the server. Its content is trusted, but not that it arrives: a proxy may respond
 * with HTML, and a later server with a later version.
 */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { sendRequest } from './request.ts'

/** The version of the contract that this pixel supports. */
export const understoodVersion: PixelPayload['version'] = 1

export type FetchedPayload = {
  payload: PixelPayload
  /** ISO 3166-1 alpha-2 of the visitor, if the server knows it. */
  country: string | null
  /**
   * How many milliseconds the visitor's clock is behind the server's. Never negative: a clock that
   * is ahead only ends offers early, and the date of a cached response is in the past.
   */
  behind: number
}

/** Null when there is nothing to show, for any reason. */
export const fetchPayload = async (address: string): Promise<FetchedPayload | null> => {
  const answer = await sendRequest(address, {
    // Browsers send the visitor's languages otherwise, also for an empty text. Other characters than
    // letters, digits and hyphens would need a request for permission first: zh_TW has one. An
    // unreadable name becomes no language that the server knows.
    headers: { 'Accept-Language': document.documentElement.lang.replace(/^$|\W|_/g, '-') },
  })
  const payload = readPayload(answer?.body)
  if (!answer || !payload) return null

  const behind = Date.parse(answer.headers.get('date') as string) - Date.now()
  return {
    payload,
    country: answer.headers.get('footfall-country'),
    behind: behind > 0 ? behind : 0,
  }
}

/** Null when it isn't a payload of this version. The server guarantees the rest. */
export const readPayload = (value: unknown): PixelPayload | null =>
  (value as Partial<PixelPayload> | null | undefined)?.version === understoodVersion
    ? (value as PixelPayload)
    : null
