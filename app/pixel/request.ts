/** A request to the pixel's server. Errors are returned, never thrown. */
import { later } from './guard.ts'

const timeoutMillis = 10_000

export type PixelResponse = {
  status: number
  /** The parsed body; null when it isn't JSON or was truncated. */
  body: unknown
  headers: Headers
}

/** Null when the server can't be reached, or doesn't respond within ten seconds. */
export const sendRequest = async (
  address: string,
  init: RequestInit,
): Promise<PixelResponse | null> => {
  const stop = new AbortController()
  // Too late for a response that has arrived, so it can stay.
  later(timeoutMillis, () => stop.abort())
  try {
    const response = await fetch(address, { ...init, credentials: 'omit', signal: stop.signal })
    const body: unknown = await response.json().catch(() => null)
    return { status: response.status, body, headers: response.headers }
  } catch {
    return null
  }
}
