/** One question to the server of the pixel. Whatever goes wrong is a plain answer, never an error. */
import { later } from './guard.ts'

const timeoutMillis = 10_000

export type PixelResponse = {
  status: number
  /** The parsed body, or null when it is no JSON or was cut off. */
  body: unknown
  headers: Headers
}

/** Null when the server could not be reached or stayed silent for ten seconds. */
export const sendRequest = async (
  address: string,
  init: RequestInit,
): Promise<PixelResponse | null> => {
  const stop = new AbortController()
  const timer = later(timeoutMillis, () => stop.abort())
  try {
    const response = await fetch(address, { ...init, credentials: 'omit', signal: stop.signal })
    const body: unknown = await response.json().catch(() => null)
    return { status: response.status, body, headers: response.headers }
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
