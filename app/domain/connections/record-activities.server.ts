/** Stores what a connection reported as activities of its site. */
import { and, eq, inArray } from 'drizzle-orm'
import type { ReportedFact } from '#app/contract/reviews.ts'
import type { Queries } from '#app/db/db.ts'
import { products } from '#app/db/schema/products.ts'
import { stripEmail } from '#app/domain/activities/activity-row.server.ts'
import { recordReports, type Recorded } from '#app/domain/activities/record-activities.server.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { findErased } from '#app/domain/erasures/erased-activities.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'

/** A connection as its activities name it. */
export type ReportingConnection = {
  connectionId: number
  site: SiteScope
  /** Earlier orders reach no goals: of them no one knows whether nudges were seen before. */
  goalsSince: Date
}

/** Each once, however often and in any state it is reported. */
export async function recordFacts(
  services: Services,
  { site, connectionId, goalsSince }: ReportingConnection,
  facts: readonly ReportedFact[],
): Promise<Recorded[]> {
  if (facts.length === 0) return []
  const { secrets } = services.security
  const erased = await findErasedFacts(services, site, facts)
  const wanted = facts.filter((fact) => !erased.has(fact))
  return changeSite(services, site, (tx) =>
    recordReports(tx, site, {
      reports: wanted.map((fact) => stripEmail(secrets, fact)),
      provenance: { source: 'integration', connectionId },
      at: services.now(),
      goalsSince,
    }),
  )
}

/** Customers whose data was erased don't come back with a late delivery or another backfill. */
async function findErasedFacts(
  { db, security: { secrets } }: Services,
  { siteUuid }: SiteScope,
  facts: readonly ReportedFact[],
): Promise<ReadonlySet<ReportedFact>> {
  const keys = facts.map((fact) => ({ kind: fact.kind, externalId: fact.id, fact }))
  const erased = await findErased(db.system, { secrets, siteUuid }, keys)
  return new Set([...erased].map(({ fact }) => fact))
}

/** Page and picture of a product, which orders rarely carry. */
export type ProductLink = { url: string | null; image: string | null }

/** Links of the site's products by the service's ids. Hidden ones have none. */
export async function listProductLinks(
  tx: Queries,
  site: SiteScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductLink>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: products.externalId, url: products.url, image: products.image })
    .from(products)
    .where(
      and(
        inSite(products, site),
        eq(products.isHidden, false),
        inArray(products.externalId, [...new Set(ids)]),
      ),
    )
  return new Map(rows.map(({ id, ...link }) => [id, link]))
}
