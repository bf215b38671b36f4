/** Activities in: each fact is stored once, whoever repeats it and how often. */
import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ActivityInput } from '../../contract/activities.ts'
import type { Queries } from '../../db/db.ts'
import { activities } from '../../db/schema/index.ts'
import type { Services } from '../../services.ts'
import type { SiteScope } from '../teams/scope.ts'
import { countOrders } from '../goals/hits.server.ts'
import { toCents } from '../goals/goal.ts'
import { isShowable, momentProblem, sameFactText } from './activity.ts'
import { activityColumns, type Activity } from './columns.ts'
import { fingerprintOfEmail } from './email-fingerprint.server.ts'
import { domainOf, isExcluded } from './exclusion.ts'
import { listRules, type StoredRule } from './exclusions.server.ts'

/**
 * What became of one report.
 * - `created`: stored now, or a page's word that the shop vouches for now. - `repeated`: stored before; at most taken back now.
 * - `conflict`: the id belongs to another fact; nothing changed. - `rejected`: its moment can't be.
 */
export type Recorded =
  | { outcome: 'created' | 'repeated'; activity: Activity }
  | { outcome: 'conflict' }
  | { outcome: 'rejected'; occurredAt: string }

/** A report without the address: what is known of that one. */
type Report = { fact: ActivityInput; emailHash: string | null; emailDomain: string | null }

/** What is kept of a report's address is its fingerprint; its domain is known while it arrives. */
function withoutAddress({ secrets }: Services, fact: ActivityInput): Report {
  const email = fact.person?.email
  return {
    fact,
    emailHash: email ? fingerprintOfEmail(secrets, email) : null,
    emailDomain: email ? domainOf(email) : null,
  }
}

/**
 * Stores reports of one site in one transaction and says what became of each, in their order.
 *
 * @param tokenId of the API token that vouches for them
 */
export async function recordActivities(
  services: Services,
  site: SiteScope,
  { inputs, tokenId }: { inputs: readonly ActivityInput[]; tokenId: number },
): Promise<Recorded[]> {
  const reports = inputs.map((input) => withoutAddress(services, input))
  const { db, directory, now } = services
  const at = now()
  const problems = reports.map(({ fact }) => momentProblem(new Date(fact.occurred_at), at))
  const possible = reports.filter((_report, index) => problems[index] === null)

  const { rows, created, stored } = await db.asTeam(site, async (tx) => {
    const rules = possible.length === 0 ? [] : await listRules(tx, site)
    const wanted = possible.map((report) => rowOf(site, report, { tokenId, rules, at }))
    const made = wanted.length === 0 ? [] : await insertNew(tx, wanted)
    await countOrders(tx, site, createdBy(possible, made))
    const known = made.length === wanted.length ? [] : await findStored(tx, site, wanted)
    const gone = new Set(possible.filter(isTakenBack).map(keyOfReport))
    return { rows: wanted, created: made, stored: await takeBack(tx, site, { known, gone }) }
  })
  if (rows.length > 0) directory.forget(site.siteUuid)

  // A batch may hold the same id twice: the first one is the one that was stored.
  const unseen = new Map(created.map((row) => [keyOf(row), row]))
  const byKey = new Map([...created, ...stored].map((row) => [keyOf(row), row]))
  const waiting = rows.values()
  return problems.map((problem, index) => {
    if (problem !== null) return { outcome: 'rejected', occurredAt: problem }
    const row = waiting.next().value
    const found = row && byKey.get(keyOf(row))
    if (!row || !found) throw new Error('An activity was neither stored nor found.')
    const { bodyHash, id: _id, ...activity } = found
    if (unseen.delete(keyOf(row))) return { outcome: 'created', activity }
    const report = reports[index]
    const isRepeat = bodyHash === row.bodyHash || (report !== undefined && isTakenBack(report))
    return isRepeat ? { outcome: 'repeated', activity } : { outcome: 'conflict' }
  })
}

type NewRow = typeof activities.$inferInsert & { bodyHash: string }
type StoredRow = Activity & { id: number; bodyHash: string }

const storedColumns = { ...activityColumns, id: activities.id, bodyHash: activities.bodyHash }

function rowOf(
  site: SiteScope,
  { fact, emailHash, emailDomain }: Report,
  { tokenId, rules, at }: { tokenId: number; rules: readonly StoredRule[]; at: Date },
): NewRow {
  const { person, items } = fact
  const product = items?.[0]
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
    source: 'rest_api',
    tokenId,
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
    amountCents,
    currency: fact.currency ?? null,
    isShowable: isShowable(fact),
    bodyHash: createHash('sha256').update(sameFactText(fact)).digest('hex'),
    occurredAt: new Date(fact.occurred_at),
    receivedAt: at,
  }
}

const keyOf = ({ kind, externalId }: Pick<NewRow, 'kind' | 'externalId'>) => `${kind} ${externalId}`

const byKeyOrder = (one: NewRow, other: NewRow) =>
  Number(keyOf(one) > keyOf(other)) - Number(keyOf(one) < keyOf(other))

/**
 * In one order for all: two batches with the same ids wait for each other instead of deadlocking. What
 * the shop itself says takes the place of what a page said under the same id; else a page could keep
 * an order out.
 */
const insertNew = (tx: Queries, rows: readonly NewRow[]): Promise<StoredRow[]> =>
  tx
    .insert(activities)
    .values(firstOfEach(rows).toSorted(byKeyOrder))
    .onConflictDoUpdate({
      target: [activities.siteId, activities.kind, activities.externalId],
      set: takenOver,
      setWhere: eq(activities.source, 'pixel'),
    })
    .returning(storedColumns)

/** A statement may not touch a row twice. */
const firstOfEach = (rows: readonly NewRow[]): NewRow[] => [
  ...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values(),
]

const said = (column: AnyPgColumn) => sql.raw(`excluded.${column.name}`)

const takenOver = {
  source: said(activities.source),
  tokenId: said(activities.tokenId),
  trust: said(activities.trust),
  // What the owner hid by hand stays hidden, whoever vouches for it now.
  approval: sql`case when ${activities.approval} = 'hidden' and ${activities.exclusionId} is null
    then 'hidden' else excluded.approval end`,
  exclusionId: sql`case when ${activities.approval} = 'hidden' and ${activities.exclusionId} is null
    then null else excluded.exclusion_id end`,
  firstName: said(activities.firstName),
  lastName: said(activities.lastName),
  emailHash: said(activities.emailHash),
  city: said(activities.city),
  country: said(activities.country),
  productTitle: said(activities.productTitle),
  productUrl: said(activities.productUrl),
  productImage: said(activities.productImage),
  stars: said(activities.stars),
  body: said(activities.body),
  amountCents: said(activities.amountCents),
  currency: said(activities.currency),
  isShowable: said(activities.isShowable),
  bodyHash: said(activities.bodyHash),
  occurredAt: said(activities.occurredAt),
  receivedAt: said(activities.receivedAt),
}

/** What made each row: the first report with its id. */
function createdBy(reports: readonly Report[], made: readonly StoredRow[]): ActivityInput[] {
  const keys = new Set(made.map(keyOf))
  return reports.map(({ fact }) => fact).filter((fact) => keys.delete(keyOfFact(fact)))
}

const findStored = (tx: Queries, site: SiteScope, rows: readonly NewRow[]): Promise<StoredRow[]> =>
  tx
    .select(storedColumns)
    .from(activities)
    .where(
      and(
        eq(activities.teamId, site.teamId),
        eq(activities.siteId, site.siteId),
        inArray(activities.externalId, [...new Set(rows.map(({ externalId }) => externalId))]),
      ),
    )
    .orderBy(asc(activities.id))
    .for('update')

/** A refund's report often says less or other things of the order than the order's own did. */
const isTakenBack = ({ fact }: Report) => fact.state !== 'confirmed'

const keyOfFact = ({ kind, id }: ActivityInput) => keyOf({ kind, externalId: id })
const keyOfReport = ({ fact }: Report) => keyOfFact(fact)

/** What was taken back stays so: a late retry of the first report doesn't bring it to light again. */
async function takeBack(
  tx: Queries,
  site: SiteScope,
  { known, gone }: { known: StoredRow[]; gone: ReadonlySet<string> },
): Promise<StoredRow[]> {
  const ids = known
    .filter((stored) => stored.isShowable && gone.has(keyOf(stored)))
    .map(({ id }) => id)
  if (ids.length === 0) return known

  await tx
    .update(activities)
    .set({ isShowable: false })
    .where(
      and(
        eq(activities.teamId, site.teamId),
        eq(activities.siteId, site.siteId),
        inArray(activities.id, ids),
      ),
    )
  return known.map((stored) =>
    ids.includes(stored.id) ? { ...stored, isShowable: false } : stored,
  )
}
