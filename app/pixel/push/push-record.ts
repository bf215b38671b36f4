/**
 * A subscription as the visitor's browser keeps it. Two scripts of different ages share it:
 * the pixel on the page, which writes it after the visitor's press, and the service worker, which reads it
 * long after. Browsers without a subscription have no record, and no database.
 */

export type PushRecord = {
  /** Where the subscription is changed: an absolute URL of ours. */
  at: string
  /** Proves that a change comes from this browser. */
  token: string
  /** The site's public key that the subscription was made with, base64url. */
  key: string
  /** The push service's URL, as the server has it. */
  endpoint: string
  /** The site's name, for a message that can't be read. */
  name: string
  /** Ids of messages that were shown, the latest ones. */
  shownIds: string[]
}

const database = 'footfall-push'
const store = 'records'
const only = 'subscription'

/**
 * Reads the record; `change` replaces it, or removes it by returning undefined. In one transaction, because
 * two messages may arrive together.
 *
 * @returns the record as it was before
 * @throws any error of the browser, which may deny storage
 */
export const keepPushRecord = (
  change?: (known: PushRecord | undefined) => PushRecord | undefined,
) =>
  new Promise<PushRecord | undefined>((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(store)
    }
    opening.onerror = reject
    opening.onsuccess = () => {
      const { result } = opening
      const transaction = result.transaction(store, 'readwrite')
      const records = transaction.objectStore(store)
      const request = records.get(only)
      request.onsuccess = () => {
        if (!change) return
        const changed = change(request.result as PushRecord | undefined)
        if (changed) records.put(changed, only)
        else records.delete(only)
      }
      transaction.onabort = reject
      transaction.oncomplete = () => {
        // An open connection would keep the browser from clearing it.
        result.close()
        resolve(request.result as PushRecord | undefined)
      }
    }
  })
