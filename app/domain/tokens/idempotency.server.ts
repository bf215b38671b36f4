/**
 * Writes with an idempotency key, each of which has its effect once.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 *
 * The answer is stored in the transaction of its effect, so either both exist or neither does, even
 * if the process dies. While a request runs, its key is held in this process and by a lock of its
 * transaction. Both end with the process, so a key that was running when it died is free
 * immediately.
 */
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '#app/db/db.ts'
import { joinTransaction } from '#app/db/joined-database.ts'
import { idempotencyKeys } from '#app/db/schema/tokens.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { SealedBytes } from '#app/lib/security/secrets.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { TokenBearer } from './tokens.server.ts'

const lifetimeMillis = dayMillis

export type KeyedRequest = {
  /** As the caller sent it. Keys of different tokens never meet. */
  key: string
  /** Method, path and body. */
  content: readonly (string | Uint8Array)[]
  /** Uses only the services that it is passed. */
  work: (services: Services) => Promise<StoredAnswer>
}

export type StoredAnswer = {
  status: number
  /** Null: no body. */
  body: string | null
}

export type KeyedAnswer = StoredAnswer & {
  /** Stored by an earlier request with this key. */
  isReplayed: boolean
}

/**
 * Runs `work` unless the key has an answer already. A refusal stores nothing, so its key can be used
 * again.
 *
 * @throws Refusal `invalid` when the key was used for another request; `conflict` while the first one
 * runs; `too_many` when the organization has stored too much
 */
export async function answerOnce(
  services: Services,
  { scope, tokenId }: TokenBearer,
  { key, content, work }: KeyedRequest,
): Promise<KeyedAnswer> {
  const keyHash = hashOf([key])
  const requestHash = hashOf(content)
  const row = `idempotency_keys:${String(tokenId)}:${keyHash.toString('hex')}`
  const release = hold(services.db, row)
  try {
    const answer = await services.db.transaction(async (tx): Promise<KeyedAnswer> => {
      const { rows } = await tx.execute<{ isFree: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${row}, 0)) as "isFree"`,
      )
      if (!rows[0]?.isFree) throw stillRunning()

      const [known] = await tx
        .select()
        .from(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.tokenId, tokenId),
            eq(idempotencyKeys.keyHash, keyHash),
            gt(idempotencyKeys.createdAt, new Date(services.now().getTime() - lifetimeMillis)),
          ),
        )
      if (known) {
        if (!known.requestHash.equals(requestHash)) throw usedBefore()
        const body = known.body && unpack(services.security.secrets.open(known.body, row))
        return { status: known.status, body, isReplayed: true }
      }

      const { status, body } = await work({ ...services, db: joinTransaction(tx) })
      const packed: SealedBytes | null =
        body === null ? null : services.security.secrets.seal(pack(body), row)
      const kept = { requestHash, status, body: packed, createdAt: services.now() }
      await tx
        .insert(idempotencyKeys)
        .values({ tokenId, keyHash, teamId: scope.teamId, ...kept })
        .onConflictDoUpdate({
          target: [idempotencyKeys.tokenId, idempotencyKeys.keyHash],
          set: kept,
        })
      return { status, body, isReplayed: false }
    })
    return answer
  } finally {
    release()
  }
}

/** Removes answers that are too old to be sent again. Called by a job. */
export async function sweepIdempotencyKeys({ db, now }: Services): Promise<void> {
  const limit = new Date(now().getTime() - lifetimeMillis)
  await db.system.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, limit))
}

/** Keys that this process is working on. Each database has its own. */
const running = new WeakMap<Database, Set<string>>()

/** @throws Refusal `conflict` when another request holds it */
function hold(db: Database, row: string): () => void {
  const held = running.get(db) ?? new Set<string>()
  running.set(db, held)
  if (held.has(row)) throw stillRunning()
  held.add(row)
  return () => held.delete(row)
}

const stillRunning = () =>
  new Refusal(
    'conflict',
    'A request with this Idempotency-Key is still running. Send it again in a moment.',
    { retryAfterSeconds: 1 },
  )

const usedBefore = () =>
  new Refusal(
    'invalid',
    'This Idempotency-Key was used for a different request in the last 24 hours. Use a new key.',
  )

/** Lengths keep two lists of parts with the same characters apart. */
function hashOf(parts: KeyedRequest['content']): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${String(Buffer.byteLength(part))}:`).update(part)
  return hash.digest()
}

const pack = (body: string) => gzipSync(body).toString('base64')
const unpack = (packed: string) => gunzipSync(Buffer.from(packed, 'base64')).toString()
