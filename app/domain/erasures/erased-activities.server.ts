/** Activities that were erased by their id, for one site. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { erasures } from '#app/db/schema/erasures.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'

export type ActivityKey = { kind: string; externalId: string }

export const activityHash = (
  secrets: Secrets,
  siteUuid: string,
  { kind, externalId }: ActivityKey,
): string => secrets.fingerprint(`${siteUuid} ${kind} ${externalId}`, 'erased activity')

/** Returns those of the given activities that must not be stored again. */
export async function findErased<Key extends ActivityKey>(
  queries: Queries,
  { secrets, siteUuid }: { secrets: Secrets; siteUuid: string },
  keys: readonly Key[],
): Promise<ReadonlySet<Key>> {
  if (keys.length === 0) return new Set()
  const byHash = new Map(keys.map((key) => [activityHash(secrets, siteUuid, key), key]))
  const rows = await queries
    .select({ hash: erasures.subjectHash })
    .from(erasures)
    .where(
      and(
        eq(erasures.kind, 'activity'),
        inArray(
          erasures.subjectHash,
          [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex')),
        ),
      ),
    )
  const listed = new Set(rows.map(({ hash }) => hash.toString('hex')))
  return new Set(keys.filter((key) => listed.has(activityHash(secrets, siteUuid, key))))
}
