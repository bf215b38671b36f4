/** Activities that were erased by their id, for one site. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { erasures } from '#app/db/schema/erasures.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { minuteMillis } from '#app/lib/time.ts'

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

/** Facts that a shop's order and its payment have in common. */
export type SoldFacts = {
  emailHash: string | null
  amountCents: number | null
  currency: string | null
  occurredAt: Date
}

/** Their moments are at most ten minutes apart, see match-payments.server.ts. */
const stepMillis = 5 * minuteMillis
const stepsApart = [-2, -1, 0, 1, 2]

function soldHash({ secrets, siteUuid }: Listing, sold: SoldFacts, step: number): string {
  const { emailHash, amountCents, currency } = sold
  const named = [siteUuid, emailHash, amountCents, currency, step].join(' ')
  return secrets.fingerprint(`payment of ${named}`, 'erased activity')
}

const stepOf = ({ occurredAt }: SoldFacts) => Math.floor(occurredAt.getTime() / stepMillis)

const isComparable = ({ emailHash, amountCents, currency }: SoldFacts) =>
  emailHash !== null && amountCents !== null && amountCents > 0 && currency !== null

/** For an order that is deleted before its payment arrives. Null: no payment can be recognized. */
export const paymentHash = (listing: Listing, order: SoldFacts): string | null =>
  isComparable(order) ? soldHash(listing, order, stepOf(order)) : null

/** Returns the payments whose orders were deleted before. */
export const findPaymentsOfErased = <Payment extends SoldFacts>(
  queries: Queries,
  listing: Listing,
  payments: readonly Payment[],
): Promise<ReadonlySet<Payment>> =>
  findListed(
    queries,
    payments.filter(isComparable).map((key) => ({
      key,
      hashes: stepsApart.map((step) => soldHash(listing, key, stepOf(key) + step)),
    })),
  )

/** Returns reports about people who were erased after what is reported. */
export async function findOfErasedPeople<
  Report extends Pick<SoldFacts, 'emailHash' | 'occurredAt'>,
>(queries: Queries, reports: readonly Report[]): Promise<readonly Report[]> {
  const hashes = [...new Set(reports.flatMap(({ emailHash }) => emailHash ?? []))]
  if (hashes.length === 0) return []
  const rows = await queries
    .select({ hash: erasures.subjectHash, at: erasures.erasedAt })
    .from(erasures)
    .where(and(eq(erasures.kind, 'shopper'), hasHash(hashes)))
  const erasedAt = new Map(rows.map(({ hash, at }) => [hash.toString('hex'), at]))
  return reports.filter(({ emailHash, occurredAt }) => {
    const at = emailHash === null ? undefined : erasedAt.get(emailHash)
    return at !== undefined && occurredAt <= at
  })
}

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

/** Returns the given activities that a caller had named, too, by the time they were deleted. */
export const findErasedNames = <Key extends ActivityKey>(
  queries: Queries,
  { secrets, siteUuid }: Listing,
  keys: readonly Key[],
): Promise<ReadonlySet<Key>> =>
  findListed(
    queries,
    keys.map((key) => ({ key, hashes: [namedActivityHash(secrets, siteUuid, key)] })),
  )

/** One parameter for all: a batch of orders has hundreds. */
const hasHash = (hashes: readonly string[]): SQL => {
  const bytes = hashes.map((hash) => Buffer.from(hash, 'hex'))
  return sql`${erasures.subjectHash} = any(${sql.param(bytes)}::bytea[])`
}

async function findListed<Key>(
  queries: Queries,
  hashed: readonly { key: Key; hashes: readonly string[] }[],
): Promise<ReadonlySet<Key>> {
  if (hashed.length === 0) return new Set()
  const rows = await queries
    .select({ hash: erasures.subjectHash })
    .from(erasures)
    .where(and(eq(erasures.kind, 'activity'), hasHash(hashed.flatMap(({ hashes }) => hashes))))
  const listed = new Set(rows.map(({ hash }) => hash.toString('hex')))
  return new Set(
    hashed.flatMap(({ key, hashes }) => (hashes.some((hash) => listed.has(hash)) ? [key] : [])),
  )
}
