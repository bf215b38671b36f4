/**
 * The data that nudge types ask of a site. Types receive it, so they need no database themselves, and
 * can ask about areas above theirs (`app/domain/serving/data`).
 */
import type { QuerySource } from '#app/contract/activity-sources.ts'
import type { CountView } from '#app/domain/activities/count-view.ts'
import type { ActivityView, RecentActivity } from '#app/domain/activities/item-details.ts'
import type { PublishedRating } from '#app/domain/connections/reviews/published-rating.server.ts'
import type { Message } from '#app/domain/messages/messages.server.ts'
import type { AverageRating } from '#app/domain/wording/review.ts'

/** Orders by path of the product page. `isFromFile`: some of them were imported. */
export type PathTotals = {
  totals: Record<string, number>
  /** Products' titles by path, as the latest order of each has it. */
  titles: Record<string, string>
  isFromFile: boolean
}

export type ProductsAsked = { view: CountView; siteName: string; minimum: number }

export type CountedRating = AverageRating & { isFromFile: boolean }

export type WindowAsked = { seconds: number; at: Date }

export type WindowCounts = {
  visitors: number
  /** By path: the most visited ones with at least two visitors. */
  pages: Record<string, number>
  /** When the count expires. */
  until: Date
}

export type StockAsked = {
  siteName: string
  at: Date
  /** See `sites.withdrawals`. */
  withdrawals: number
  /** Higher stock isn't shown. Null: no limit. */
  maximum: number | null
  /** Only these pages. Absent: those with the lowest stock. */
  paths?: readonly string[]
}

export type PathStock = {
  totals: Record<string, number>
  /** When the oldest of them was read. Null: there is none. */
  readAt: Date | null
}

export type NudgeData = {
  /** Newest first, up to the query's `listSize`. */
  listRecentActivities: (view: ActivityView) => Promise<RecentActivity[]>
  /** Orders, or people as far as email addresses identify them. */
  countDistinctly: (view: CountView) => Promise<number>
  /** Most ordered first. */
  countByPath: (asked: ProductsAsked) => Promise<PathTotals>
  /** Whether the shop's data covers the whole time frame. */
  isCovered: (view: CountView) => Promise<boolean>
  /** Whether some of the counted activities were imported. */
  restsOnFile: (view: CountView) => Promise<boolean>
  readPublishedRating: (asked: {
    integration: QuerySource | null
    at: Date
  }) => Promise<PublishedRating | null>
  /** All reviews in the time frame, with any rating. Null when there are none. */
  rate: (view: CountView) => Promise<CountedRating | null>
  /** Unique visitors, including the viewer. */
  countWindow: (asked: WindowAsked) => Promise<WindowCounts>
  stockByPath: (asked: StockAsked) => Promise<PathStock>
  /** Titles of products by path, for their identifiers. */
  titlesByPath: (asked: {
    siteName: string
    ids: readonly string[]
  }) => Promise<Record<string, string>>
  /** Newest first. */
  listShownMessages: (most: number) => Promise<Pick<Message, 'text' | 'url' | 'image'>[]>
}
