/** A site's push campaigns with their counts, as screens show them. */
import { and, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { pushCounts, pushMessages } from '#app/db/schema/push.ts'
import type { Transaction } from '#app/db/db.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import type { CampaignState } from './words.ts'

/** Messages by what became of them. */
export type PushTotals = {
  sends: number
  accepted: number
  shown: number
  clicked: number
  closed: number
  stopped: number
  failed: number
  skipped: number
  converted: number
}

export type ListedCampaign = {
  uuid: string
  name: string
  title: string
  state: CampaignState
  /** In each subscriber's time zone: `2026-12-01T09:00`. */
  sendAt: string | null
  startedAt: Date | null
  updatedAt: Date
  hasVariant: boolean
  /** Without the holdout group. */
  totals: PushTotals
}

const campaignPageSize = 25

/** Newest first. @param before id of the last one on the page before; null: the first page */
export async function listCampaigns(
  { db }: Services,
  site: SiteScope,
  before: number | null,
): Promise<{ campaigns: ListedCampaign[]; next: number | null }> {
  return db.asTeam(site, async (tx) => {
    const rows = await tx
      .select()
      .from(pushMessages)
      .where(
        and(
          inSite(pushMessages, site),
          eq(pushMessages.kind, 'news'),
          before === null ? undefined : lt(pushMessages.id, before),
        ),
      )
      .orderBy(desc(pushMessages.id))
      .limit(campaignPageSize + 1)
    const page = rows.slice(0, campaignPageSize)
    const ids = page.map(({ id }) => id)
    const totals = await sumByMessage(tx, site, ids)
    return {
      campaigns: page.map((row) => ({
        uuid: row.uuid,
        name: row.name,
        title: row.content.title,
        state: campaignState(row.state),
        sendAt: row.sendAt,
        startedAt: row.startedAt,
        updatedAt: row.updatedAt,
        hasVariant: row.contentB !== null,
        totals: totals.get(row.id) ?? noTotals,
      })),
      next: rows.length > campaignPageSize ? (ids.at(-1) ?? null) : null,
    }
  })
}

const noTotals: PushTotals = {
  sends: 0,
  accepted: 0,
  shown: 0,
  clicked: 0,
  closed: 0,
  stopped: 0,
  failed: 0,
  skipped: 0,
  converted: 0,
}

/** `on` and `off` are states of automations. */
export const campaignState = (state: (typeof pushMessages.$inferSelect)['state']): CampaignState =>
  state === 'on' || state === 'off' ? 'draft' : state

const sumOf = (column: PgColumn): SQL<number> =>
  sql`coalesce(sum(${column}), 0)::int`.mapWith(Number)

const sums = {
  sends: sumOf(pushCounts.sends),
  accepted: sumOf(pushCounts.accepted),
  shown: sumOf(pushCounts.shown),
  clicked: sumOf(pushCounts.clicked),
  closed: sumOf(pushCounts.closed),
  stopped: sumOf(pushCounts.stopped),
  failed: sumOf(pushCounts.failed),
  skipped: sumOf(pushCounts.skipped),
  converted: sumOf(pushCounts.converted),
}

async function sumByMessage(tx: Transaction, site: SiteScope, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, PushTotals>()
  const rows = await tx
    .select({ messageId: pushCounts.messageId, ...sums })
    .from(pushCounts)
    .where(
      and(
        inSite(pushCounts, site),
        inArray(pushCounts.messageId, [...ids]),
        inArray(pushCounts.variant, ['a', 'b']),
      ),
    )
    .groupBy(pushCounts.messageId)
  return new Map(rows.map(({ messageId, ...totals }) => [messageId, totals]))
}

export type PushVariant = 'a' | 'b' | 'holdout'

/** The counts of one message by variant. Those without sends are missing. */
export async function sumByVariant(
  tx: Transaction,
  site: SiteScope,
  messageId: number,
): Promise<Map<PushVariant, PushTotals>> {
  const rows = await tx
    .select({ variant: pushCounts.variant, ...sums })
    .from(pushCounts)
    .where(and(inSite(pushCounts, site), eq(pushCounts.messageId, messageId)))
    .groupBy(pushCounts.variant)
  return new Map(rows.map(({ variant, ...totals }) => [variant, totals]))
}

/** Sums of the site's messages on these days (UTC), without the holdout group. */
export async function sumByDays(
  { db }: Services,
  site: SiteScope,
  { from, to }: { from: string; to: string },
): Promise<PushTotals> {
  const [row] = await db.asTeam(site, (tx) =>
    tx
      .select(sums)
      .from(pushCounts)
      .where(
        and(
          inSite(pushCounts, site),
          inArray(pushCounts.variant, ['a', 'b']),
          sql`${pushCounts.day} between ${from} and ${to}`,
        ),
      ),
  )
  return row ?? noTotals
}
