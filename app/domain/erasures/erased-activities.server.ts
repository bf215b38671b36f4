/** Activities that were erased by their id, for one site. */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
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

type Report = ActivityKey & SoldFacts & { isPayment: boolean }

/**
 * Finds reports of activities that were erased, and of people who were erased after what is reported, in one
 * statement: deliveries wait for it.
 *
 * @returns those reports; and other payments whose orders were deleted before (`unordered`)
 */
export async function findErasedReports<One extends Report>(
  queries: Queries,
  listing: Listing,
  reports: readonly One[],
): Promise<{ erased: readonly One[]; unordered: readonly One[] }> {
  const { secrets, siteUuid } = listing
  const hashed = reports.map((report) => {
    const { emailHash, isPayment } = report
    return {
      report,
      hashes: activityHashes(secrets, siteUuid, report),
      person: emailHash,
      orders: isPayment && isComparable(report) ? orderHashes(listing, report) : [],
    }
  })
  const people = new Set(hashed.flatMap(({ person }) => person ?? []))
  const activities = new Set(hashed.flatMap(({ hashes, orders }) => [...hashes, ...orders]))
  const erasedAt = await findErasures(queries, { activity: activities, shopper: people })
  const isOfErased = ({ person, report }: (typeof hashed)[number]) => {
    const at = person === null ? undefined : erasedAt.get(`shopper ${person}`)
    return at !== undefined && report.occurredAt <= at
  }
  const isListed = (hash: string) => erasedAt.has(`activity ${hash}`)
  const erased = hashed.filter((one) => one.hashes.some(isListed) || isOfErased(one))
  const unordered = hashed.filter((one) => !erased.includes(one) && one.orders.some(isListed))
  return {
    erased: erased.map(({ report }) => report),
    unordered: unordered.map(({ report }) => report),
  }
}

/** The order of a payment can have another moment. */
const orderHashes = (listing: Listing, payment: SoldFacts): readonly string[] =>
  stepsApart.map((step) => soldHash(listing, payment, stepOf(payment) + step))

type Hashes = { activity: ReadonlySet<string>; shopper: ReadonlySet<string> }

/** The moments of those that are listed, by `<kind> <hash>`. */
async function findErasures(
  queries: Queries,
  { activity, shopper }: Hashes,
): Promise<ReadonlyMap<string, Date>> {
  if (activity.size + shopper.size === 0) return new Map()
  const rows = await queries
    .select({ kind: erasures.kind, hash: erasures.subjectHash, at: erasures.erasedAt })
    .from(erasures)
    .where(and(inArray(erasures.kind, ['activity', 'shopper']), hasHash([...activity, ...shopper])))
  return new Map(rows.map(({ kind, hash, at }) => [`${kind} ${hash.toString('hex')}`, at]))
}

type Listing = { secrets: Secrets; siteUuid: string }

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
