/**
 * Visitors' keys of a day, computed with its salt. Most requests come from visitors who sent one
 * before, so keys are kept in memory: an HMAC takes ten times as long as finding it.
 */
import { createHmac } from 'node:crypto'
import { detachString } from '#app/lib/cache/detach-string.ts'
import { createLru } from '#app/lib/cache/lru.ts'

export const keyBytes = 16

/** Some 50,000 visitors. */
const maxKeptBytes = 16 * 1024 * 1024
/** The key, the headers of both strings and the entry itself. */
const entryBytes = 160

/** @returns the first 16 bytes of the text's HMAC-SHA-256, each time in a new buffer */
export type DayKeys = (text: string) => Buffer

/** The kept texts can be read as long as the returned function exists, and so can the salt. */
export function createDayKeys(salt: Buffer): DayKeys {
  // Keys as latin1 strings: a small buffer takes more than 200 bytes.
  const kept = createLru<string, string>(maxKeptBytes, (_key, text) => text.length + entryBytes)

  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return Buffer.from(known, 'latin1')
    const key = createHmac('sha256', salt).update(text).digest().subarray(0, keyBytes)
    const detached = detachString(text)
    // Headers are latin1. Other characters would be changed, into the text of another visitor.
    if (detached === text) kept.set(detached, key.toString('latin1'))
    return key
  }
}
