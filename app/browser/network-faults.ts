/** Requests without a response, and who shows them to the person. */
import { errorCatalog } from '#app/lib/errors.ts'

/** fetch rejects with a TypeError when there is no response. */
export const isNetworkFault = (error: unknown): error is TypeError => error instanceof TypeError

export const messageOfFault = (error: unknown): string =>
  (error instanceof Error && error.message) || errorCatalog.somethingWrong

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
