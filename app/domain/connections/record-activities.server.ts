/** Stores what a connection reported as activities of its site. */
import { and, asc, eq, inArray, isNull, notInArray, or } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { ReportedFact } from '#app/contract/reviews.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { products } from '#app/db/schema/products.ts'
import { stripEmail, type ReviewsProvenance } from '#app/domain/activities/activity-row.server.ts'
import type { ReviewOrigin } from '#app/integrations/record.ts'
import { recordReports, type Recorded } from '#app/domain/activities/record-activities.server.ts'
import { contradicts } from '#app/domain/activities/same-order.server.ts'
import { isReplaceable, sourcesWhere } from '#app/domain/activities/sources.ts'
import { lockSales } from '#app/domain/activities/sales/match-payments.server.ts'
import { salePartOf } from '#app/domain/activities/sales/sale-part.server.ts'
import {
  findErasedNames,
  findErasedReports,
  type SoldFacts,
} from '#app/domain/erasures/erased-activities.server.ts'
import { erasuresHold } from '#app/domain/erasures/erasure-list.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { toCents } from '#app/lib/money.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/** A connection as its activities name it. */
export type ReportingConnection = {
  connectionId: number
  /** The account of its ids, see `accountOfIds`. */
  account: string
  site: SiteScope
  /** Earlier orders reach no goals: of them no one knows whether nudges were seen before. */
  goalsSince: Date
  /** For services that list their reviews. */
  reviews?: ReviewsProvenance | undefined
}

/**
 * A report, as of when the service last changed it by its clock (null: it doesn't say), the number by which
 * people know an order if that isn't its id, and what its source says about it if it is a review.
 */
export type SourcedFact = {
  fact: ReportedFact
  asOf: Date | null
  orderNumber?: string | null
  origin?: ReviewOrigin
}

/** Each once, however often and in any state it is reported. */
export async function recordFacts(
  services: Services,
  { site, connectionId, account, goalsSince, reviews }: ReportingConnection,
  reported: readonly SourcedFact[],
): Promise<Recorded[]> {
  const facts = reported.map(({ fact }) => fact)
  if (facts.length === 0) return []
  const { secrets } = services.security
  const listing = { secrets, siteUuid: site.siteUuid }
  return services.db.asTeamAfter(site, async (before) => {
    // A row that is deleted or erased in the same moment is either stored by then or listed before this reads.
    await lockSales(before, site, erasuresHold)
    const erased = await findErasedFacts(before, { site, account, secrets }, facts)
    const wanted = reported.filter(({ fact }) => !erased.has(fact))
    const late = reversalsIn(
      reported.filter(({ fact }) => erased.has(fact)),
      account,
    )
    const named = await findErasedNames(before, listing, late)
    return async (tx) => {
      services.siteCache.invalidateOnCommit(tx, site.siteUuid)
      await reverse(tx, site, await findSentAgain(tx, { site, secrets }, { late, named }))
      return recordReports(tx, site, {
        reports: wanted.map(({ fact, asOf, orderNumber = null, origin }) => ({
          ...stripEmail(secrets, fact),
          asOf,
          orderNumber,
          ...(origin ? { origin } : {}),
        })),
        provenance: {
          source: 'integration',
          connectionId,
          account,
          ...(reviews ? { reviews } : {}),
        },
        at: services.now(),
        goalsSince,
      })
    }
  })
}

/**
 * Customers whose data was erased don't come back with a late delivery or another backfill, nor does an
 * order that was deleted come back as its payment. A payment that is stored was kept.
 */
async function findErasedFacts(
  queries: Queries,
  { site, account, secrets }: Pick<ReportingConnection, 'site' | 'account'> & { secrets: Secrets },
  facts: readonly ReportedFact[],
): Promise<ReadonlySet<ReportedFact>> {
  const { siteUuid } = site
  const keys = keysOf(account, facts).map((key) => ({ ...key, ...soldFactsOf(secrets, key.fact) }))
  const hasPayments = salePartOf(account) === 'payment'
  const { erased, unordered } = await findErasedReports(
    queries,
    { secrets, siteUuid },
    keys.map((key) => ({ ...key, isPayment: hasPayments && key.kind === 'purchase' })),
  )
  const kept = await findStoredIds(queries, { site, account }, unordered)
  const dropped = unordered.filter(({ externalId }) => !kept.has(externalId))
  return new Set([...erased, ...dropped].map(({ fact }) => fact))
}

function soldFactsOf(secrets: Secrets, fact: ReportedFact): SoldFacts {
  return {
    emailHash: stripEmail(secrets, fact).emailHash,
    amountCents: toCents(fact.total),
    currency: fact.currency ?? null,
    occurredAt: new Date(fact.occurred_at),
  }
}

/** Those of the orders, or of another kind, that are stored. */
export async function findStoredIds(
  queries: Queries,
  {
    site,
    account,
    kind = 'purchase',
  }: Pick<ReportingConnection, 'site' | 'account'> & { kind?: ActivityKind },
  keys: readonly { externalId: string }[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await queries
    .select({ id: activities.externalId })
    .from(activities)
    .where(
      and(
        inSite(activities, site),
        eq(activities.kind, kind),
        eq(activities.account, account),
        inArray(
          activities.externalId,
          keys.map(({ externalId }) => externalId),
        ),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

const keysOf = (account: string, facts: readonly ReportedFact[]) =>
  facts.map((fact) => ({ kind: fact.kind, externalId: fact.id, account, fact }))

type Reversal = { rowId: number; state: ReportedFact['state'] }

/** As far apart as the two reports of one order can be, see same-order.server.ts. */
const mostApartMillis = 36 * hourMillis

type LateKey = { kind: string; externalId: string; account: string; fact: ReportedFact }

/** Names of refunded and canceled orders: by its number first, which people use. */
const reversalsIn = (reported: readonly SourcedFact[], account: string): LateKey[] =>
  reported.flatMap(({ fact, orderNumber }) => {
    if (fact.state === 'confirmed' || fact.kind === 'review') return []
    const key = { kind: fact.kind, externalId: fact.id, account, fact }
    return [...(orderNumber ? [{ ...key, externalId: orderNumber }] : []), key]
  })

type Late = {
  /** Reports of orders that were deleted. */
  late: readonly LateKey[]
  /** Those by which the caller had called them. */
  named: ReadonlySet<LateKey>
}

/**
 * Refunds and cancellations of orders that were deleted and that their caller sent again since, on purpose.
 * Nothing else of the shop's reports comes back. An id or number that the caller had for the shop's order
 * is enough, otherwise more has to agree.
 */
async function findSentAgain(
  tx: Queries,
  { site, secrets }: { site: SiteScope; secrets: Secrets },
  { late, named }: Late,
): Promise<Reversal[]> {
  if (late.length === 0) return []
  const rows = await tx
    .select()
    .from(activities)
    .where(
      and(
        inSite(activities, site),
        inArray(
          activities.externalId,
          late.map(({ externalId }) => externalId),
        ),
        eq(activities.account, ''),
        notInArray(activities.source, [...sourcesWhere(isReplaceable)]),
      ),
    )
    .orderBy(asc(activities.id))
  const found = late.flatMap((key) => {
    const row = rows.find(
      ({ kind, externalId }) => kind === key.kind && externalId === key.externalId,
    )
    if (!row) return []
    const { fact, emailHash } = stripEmail(secrets, key.fact)
    const report = {
      amountCents: toCents(fact.total),
      currency: fact.currency ?? null,
      emailHash,
      state: fact.state,
      occurredAt: new Date(fact.occurred_at),
    }
    const agrees =
      (row.amountCents !== null && row.amountCents === report.amountCents) ||
      (row.emailHash !== null && row.emailHash === emailHash)
    const apart = Math.abs(row.occurredAt.getTime() - report.occurredAt.getTime())
    const isSame = agrees && apart <= mostApartMillis && !contradicts(row, report)
    return named.has(key) || isSame ? [{ fact: key.fact, rowId: row.id, state: fact.state }] : []
  })
  // The first of each, by its number if both fit.
  return found.filter(({ fact }, place) => found.findIndex((one) => one.fact === fact) === place)
}

async function reverse(tx: Queries, site: SiteScope, reversals: readonly Reversal[]) {
  for (const { rowId, state } of reversals) {
    await tx
      .update(activities)
      .set({ isShowable: false, state })
      .where(and(inSite(activities, site), eq(activities.id, rowId)))
  }
}

/** Page and picture of a product, which orders rarely carry. */
export type ProductLink = { url: string | null; image: string | null }

/**
 * Links of the products that the connection or a feed brought, by the service's ids: another shop of the
 * site has other products with the same numbers. Hidden ones have none.
 */
export async function listProductLinks(
  tx: Queries,
  { site, connectionId }: Pick<ReportingConnection, 'site' | 'connectionId'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductLink>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: products.externalId, url: products.url, image: products.image })
    .from(products)
    .where(
      and(
        inSite(products, site),
        or(eq(products.connectionId, connectionId), isNull(products.connectionId)),
        eq(products.isHidden, false),
        inArray(products.externalId, [...new Set(ids)]),
      ),
    )
  return new Map(rows.map(({ id, ...link }) => [id, link]))
}
