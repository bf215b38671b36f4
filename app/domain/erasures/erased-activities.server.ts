/** Activities that were erased by their id, for one site. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { erasures } from '#app/db/schema/erasures.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'

/** As its columns name it. */
export type ActivityKey = { kind: string; externalId: string; account: string }

export const activityHash = (
  secrets: Secrets,
  siteUuid: string,
  { kind, externalId, account }: ActivityKey,
): string =>
  secrets.fingerprint(`${siteUuid} ${kind} ${externalId} of ${account}`, 'erased activity')

/** An entry from before there were accounts is of any account. */
export const activityHashes = (
  secrets: Secrets,
  siteUuid: string,
  key: ActivityKey,
): readonly string[] => [
  activityHash(secrets, siteUuid, key),
  secrets.fingerprint(`${siteUuid} ${key.kind} ${key.externalId}`, 'erased activity'),
]

/**
 * For an order that a shop reported and a caller named as well. It can be sent again after it was deleted,
 * and the shop's later reports of it are then known to be about that one.
 */
export const namedActivityHash = (
  secrets: Secrets,
  siteUuid: string,
  { kind, externalId, account }: ActivityKey,
): string =>
  secrets.fingerprint(
    `${siteUuid} ${kind} ${externalId} of ${account}, named by its caller`,
    'erased activity',
  )

type Listing = { secrets: Secrets; siteUuid: string }

/** Returns those of the given activities that must not be stored again. */
export const findErased = <Key extends ActivityKey>(
  queries: Queries,
  { secrets, siteUuid }: Listing,
  keys: readonly Key[],
): Promise<ReadonlySet<Key>> =>
  findListed(
    queries,
    keys.map((key) => ({ key, hashes: activityHashes(secrets, siteUuid, key) })),
  )

/** Returns those of the given activities that their caller had named as well when they were deleted. */
export const findErasedNames = <Key extends ActivityKey>(
  queries: Queries,
  { secrets, siteUuid }: Listing,
  keys: readonly Key[],
): Promise<ReadonlySet<Key>> =>
  findListed(
    queries,
    keys.map((key) => ({ key, hashes: [namedActivityHash(secrets, siteUuid, key)] })),
  )

async function findListed<Key>(
  queries: Queries,
  hashed: readonly { key: Key; hashes: readonly string[] }[],
): Promise<ReadonlySet<Key>> {
  if (hashed.length === 0) return new Set()
  const rows = await queries
    .select({ hash: erasures.subjectHash })
    .from(erasures)
    .where(
      and(
        eq(erasures.kind, 'activity'),
        inArray(
          erasures.subjectHash,
          hashed.flatMap(({ hashes }) => hashes.map((hash) => Buffer.from(hash, 'hex'))),
        ),
      ),
    )
  const listed = new Set(rows.map(({ hash }) => hash.toString('hex')))
  return new Set(
    hashed.flatMap(({ key, hashes }) => (hashes.some((hash) => listed.has(hash)) ? [key] : [])),
  )
}
