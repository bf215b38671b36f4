/** Reviews that a connection lists again: confirmed as they are, or edited by their source. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { fullOptions } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { sites } from '#app/db/schema/ground.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { keyOf, type NewActivityRow, type Provenance } from './activity-row.server.ts'
import { storedColumns, type StoredRow } from './correct-activities.server.ts'

type Listed = {
  /** At most one of each key. */
  rows: readonly NewActivityRow[]
  /** Stored before this report, and locked. */
  known: readonly StoredRow[]
  provenance: Provenance
  at: Date
}

/** Versions that are kept of a review. */
const mostVersions = 20

/**
 * The source is the author, so its edit replaces words and stars, whether or not a nudge showed the
 * earlier ones. Reviews that other sources or connections reported stay as they are.
 *
 * @returns the edited ones by key
 */
export async function editReviews(
  tx: Queries,
  site: SiteScope,
  { rows, known, provenance, at }: Listed,
): Promise<ReadonlyMap<string, StoredRow>> {
  if (provenance.source !== 'integration') return new Map()
  const { connectionId, reviews } = provenance
  const storedByKey = new Map(known.map((stored) => [keyOf(stored), stored]))
  const pairs = rows.flatMap((row) => {
    const stored = storedByKey.get(keyOf(row))
    const isSame = stored?.kind === 'review' && stored.connectionId === connectionId
    return isSame && row.state === 'confirmed' ? [{ row, stored }] : []
  })
  if (pairs.length === 0) return new Map()
  const ids = pairs.map(({ stored }) => stored.id)
  if (reviews) {
    await tx
      .update(activities)
      .set({ ...reviews, confirmedAt: at, missedAt: null, unlistedAt: null })
      .where(and(inSite(activities, site), inArray(activities.id, ids)))
  }
  const different = pairs.filter(({ row, stored }) => row.bodyHash !== stored.bodyHash)
  if (different.length === 0) return new Map()
  const asksAgain = !(await approvesAll(tx, site))
  const edited = await Promise.all(
    different.map((pair) => replace(tx, site, { ...pair, asksAgain, at })),
  )
  return new Map(edited.map((row) => [keyOf(row), row]))
}

async function approvesAll(tx: Queries, site: SiteScope): Promise<boolean> {
  const [row] = await tx.select({ options: sites.options }).from(sites).where(inSite(sites, site))
  return fullOptions(row?.options ?? {}).preApproveReviews
}

type Edit = { row: NewActivityRow; stored: StoredRow; asksAgain: boolean; at: Date }

/** A review that was hidden stays so. New words may need another approval, other stars don't. */
async function replace(
  tx: Queries,
  site: SiteScope,
  { row, stored, asksAgain, at }: Edit,
): Promise<StoredRow> {
  const hasNewWords = (row.body ?? null) !== stored.body
  const isEdited = hasNewWords || row.stars !== stored.stars
  const before = { stars: stored.stars, body: stored.body, until: at.toISOString() }
  const waits = hasNewWords && asksAgain
  const [changed] = await tx
    .update(activities)
    .set({
      firstName: row.firstName,
      productTitle: row.productTitle,
      productUrl: row.productUrl,
      productImage: row.productImage,
      stars: row.stars,
      body: row.body ?? null,
      sourceUrl: row.sourceUrl,
      isVerified: row.isVerified,
      language: row.language,
      occurredAt: row.occurredAt,
      bodyHash: row.bodyHash,
      ...(isEdited ? { earlier: [...(stored.earlier ?? []), before].slice(-mostVersions) } : {}),
      ...(waits
        ? {
            approval: sql`case when ${activities.approval} = 'approved' then 'quarantined' else ${activities.approval} end`,
          }
        : {}),
    })
    .where(and(inSite(activities, site), eq(activities.id, stored.id)))
    .returning(storedColumns)
  if (!changed) throw new Error('A review was not replaced.')
  return changed
}
