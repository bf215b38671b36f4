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
