/** Converts a report into a database row. */
import { createHash } from 'node:crypto'
import type { ReportedFact } from '#app/contract/reviews.ts'
import type { activities } from '#app/db/schema/activities.ts'
import type { ReviewOrigin } from '#app/integrations/record.ts'
import { soldProducts } from '#app/integrations/kit/sold-products.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { toCents } from '#app/lib/money.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { emailIn, fingerprintOfEmail } from './email-fingerprint.server.ts'
import { domainOf, isExcluded } from './exclusion.ts'
import type { StoredRule } from './exclusions.server.ts'
import { plainFact } from './plain-fact.ts'

/** A report with its email address replaced by what can be stored or matched. */
export type ActivityReport = {
  fact: ReportedFact
  emailHash: string | null
  emailDomain: string | null
  /** As of when its state is, by the service's clock. Absent or null: unknown. */
  asOf?: Date | null
  /** The number by which people know an order. Absent or null: its id. */
  orderNumber?: string | null
  /** The source's facts about a review. Absent: the shop itself reports it. */
  origin?: ReviewOrigin
}

/** The source that vouches for it, and by what: an API token, the owner's import, a connection. */
export type Provenance =
  | { source: 'rest_api'; tokenId: number }
  | { source: 'import' }
  | {
      source: 'integration'
      connectionId: number
      /** See the column of that name. */
      account: string
      reviews?: ReviewsProvenance
    }

/** About all reviews that a connection lists. */
export type ReviewsProvenance = {
  /** Until when those that are listed now can be shown. */
  keptUntil: Date
  /** Their page isn't proven to be the site's. */
  isUnproved: boolean
}

export type NewActivityRow = typeof activities.$inferInsert & { bodyHash: string }

/**
 * Replaces the email address by its fingerprint, also as the report's id. The domain is only used
 * while the report arrives.
 */
export function stripEmail(secrets: Secrets, fact: ReportedFact): ActivityReport {
  const idEmail = emailIn(fact.id)
  const email = fact.person?.email ?? idEmail
  return {
    fact: idEmail === null ? fact : { ...fact, id: fingerprintOfEmail(secrets, idEmail) },
    emailHash: email ? fingerprintOfEmail(secrets, email) : null,
    emailDomain: email ? domainOf(email) : null,
  }
}

type Arriving = { provenance: Provenance; rules: readonly StoredRule[]; at: Date }

export function rowOf(
  site: SiteScope,
  {
    fact: reported,
    emailHash,
    emailDomain,
    asOf = null,
    orderNumber = null,
    origin,
  }: ActivityReport,
  { provenance, rules, at }: Arriving,
): NewActivityRow {
  const fact = plainFact(reported)
  const { person } = fact
  const product = namedItem(fact)
  const country = person?.country ?? null
  const productTitle = product?.title ?? null
  const amountCents = toCents(fact.total)
  const facts = { emailDomain, amountCents, productTitle, country }
  const rule = rules.find((one) => isExcluded(one, facts))
  return {
    teamId: site.teamId,
    siteId: site.siteId,
    kind: fact.kind,
    externalId: fact.id,
    tokenId: null,
    connectionId: null,
    account: '',
    orderNumber,
    isNamedByCaller: false,
    isNumberedByCaller: false,
    isKeptApart: false,
    ...(provenance.source === 'integration'
      ? {
          source: provenance.source,
          connectionId: provenance.connectionId,
          account: provenance.account,
        }
      : provenance),
    trust: 'signed',
    approval: rule ? 'hidden' : 'approved',
    exclusionId: rule?.id ?? null,
    firstName: person?.first_name || null,
    lastName: person?.last_name || null,
    emailHash,
    city: person?.city || null,
    country,
    productTitle,
    productUrl: product?.url ?? null,
    productImage: product?.image ?? null,
    ...(fact.kind === 'review' ? { stars: fact.stars, body: fact.body || null } : {}),
    ...(fact.kind === 'review' ? origin : {}),
    ...listedColumns(fact, provenance, at),
    amountCents,
    currency: fact.currency ?? null,
    state: fact.state,
    stateAt: asOf,
    isConfirmed: fact.state === 'confirmed',
    isTest: fact.test,
    isShowable: isShowable(fact),
    bodyHash: hashOf(fact),
    occurredAt: new Date(fact.occurred_at),
    receivedAt: at,
  }
}

/** Only reviews of a list can be missing from it later. */
function listedColumns({ kind }: ReportedFact, provenance: Provenance, at: Date) {
  const listed = provenance.source === 'integration' && kind === 'review' && provenance.reviews
  return listed ? { ...listed, confirmedAt: at } : { isUnproved: false }
}

/** The product that nudges name. An order's is the dearest that was sold, whatever door it came through. */
const namedItem = ({ kind, items }: ReportedFact) =>
  kind === 'purchase' ? soldProducts(items ?? [])[0] : items?.[0]

/** Tests, orders worth nothing, and canceled or refunded orders are never shown. */
function isShowable({ kind, test, state, total }: ReportedFact): boolean {
  if (test || state !== 'confirmed') return false
  return kind !== 'purchase' || total !== 0
}

/** Reports with equal hashes are about the same fact. */
export const hashOf = (fact: ReportedFact): string =>
  createHash('sha256')
    .update(sameFactText(plainFact(fact)))
    .digest('hex')

/**
 * Identifies the fact of a report, as text. Omits the state, because a refund is still about the
 * same order, and the email address, so that nothing derived from it is stored without a key.
 */
function sameFactText({ state: _state, ...fact }: ReportedFact): string {
  const { email: _email, ...person } = fact.person ?? {}
  return JSON.stringify({
    ...fact,
    occurred_at: new Date(fact.occurred_at).toISOString(),
    person: withoutEmpty(person),
    items: (fact.items ?? []).map(withoutEmpty),
    total: fact.total ?? undefined,
    currency: fact.currency ?? undefined,
  })
}

/** Null, blank and absent fields are equivalent. */
const withoutEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  )

type ActivityKey = Pick<NewActivityRow, 'kind' | 'externalId' | 'account'>

/** Within a site. */
export const keyOf = ({ kind, externalId, account = '' }: ActivityKey) =>
  `${kind} ${externalId} ${account}`

/** One statement can't change a row twice. */
export const firstOfEach = (rows: readonly NewActivityRow[]): NewActivityRow[] => [
  ...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values(),
]

/** @param account of the ids; absent: they are the caller's */
export const keyOfReport = ({ fact }: ActivityReport, account = '') =>
  keyOf({ kind: fact.kind, externalId: fact.id, account })

/** Refund reports often contain less than the order, or other details, so their hashes differ. */
export const isReversal = ({ fact }: ActivityReport) => fact.state !== 'confirmed'
