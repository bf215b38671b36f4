/** Requests without a response, and who shows them to the person. */
import { errorCatalog } from '#app/lib/errors.ts'

/** fetch rejects with a TypeError when there is no response. */
export const isNetworkFault = (error: unknown): error is TypeError => error instanceof TypeError

/** Advice in place of a browser's own words. A request whose answer was lost may have changed something. */
export const noConnection = 'No connection. Check your network, then try again.'

/**
 * How Chromium, Firefox and Safari word a request or a module that got no response. Other messages have something
 * to say, and are kept.
 */
const unreached =
  /^(?:Failed to fetch|NetworkError when attempting to fetch resource|Load failed|The network connection was lost|The Internet connection appears to be offline|Importing a module script failed|error loading dynamically imported module)/i

export function messageOfFault(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  if (isNetworkFault(error) && unreached.test(message)) return noConnection
  return message || errorCatalog.somethingWrong
}

type Listener = (message: string) => void

const listeners = new Set<Listener>()

/** @returns stops listening */
export function onNetworkFault(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function reportNetworkFault(fault: unknown): void {
  for (const listener of listeners) listener(messageOfFault(fault))
}
