import { BadRecord } from '#app/lib/web/provider-errors.ts'

/** Removes each. One that the service no longer knows doesn't keep the others. */
export async function removeAll(
  ids: Iterable<string>,
  remove: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids) {
    try {
      await remove(id)
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error
    }
  }
}

/**
 * Whether what a webhook names is what we ask for, in any order. A service that names nothing is believed.
 *
 * @param wanted for example the events
 */
export const namesExactly = (named: readonly string[], wanted: readonly string[]): boolean =>
  named.length === 0 ||
  (new Set(named).size === wanted.length && wanted.every((one) => named.includes(one)))
