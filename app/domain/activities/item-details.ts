/** One activity that a nudge can show, and the parts of its card that are not words. */
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { ActivitySource } from '#app/contract/activity-sources.ts'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { PixelItem } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { initialOf, type PersonFacts } from '#app/domain/wording/person.ts'
import { webAddress } from '#app/lib/web/web-address.ts'

export type RecentActivity = PersonFacts & {
  id: number
  source: ActivitySource
  productTitle: string | null
  productUrl: string | null
  productImage: string | null
  /** For a review. */
  stars: number | null
  body: string | null
  /** BCP 47, of the body, as its source names it. Null: it doesn't. */
  language?: string | null
  occurredAt: Date
  /** For a review of a service: where it is published there. */
  sourceUrl?: string | null
  isVerified?: boolean | null
  /** Its source may no longer be shown then, unless it is read again. Null: it stays. */
  keptUntil?: Date | null
  /** The service that delivered it, and the account or page there. Null: none did, or it has no name. */
  service?: ConnectableName | null
  page?: string | null
}

/** Inputs of the list: the nudge's query, the site's options, and the time. */
export type ActivityView = {
  kind: ActivityKind
  query: Pick<NudgeQuery, 'ago' | 'listSize' | 'integration'>
  options: Pick<SiteOptions, 'conversion' | 'showVisitorsWithLocationOnly'>
  at: Date
  /** Skips reviews with fewer stars. */
  minStars?: number
  /** Skips reviews without text. */
  requiresText?: boolean
}

/** Everything that the pixel shows except the text, and when the activity expires. */
export function itemDetails(
  { occurredAt, productImage, productUrl, sourceUrl, keptUntil, ...person }: RecentActivity,
  { query, options }: Pick<ActivityView, 'query' | 'options'>,
): Pick<PixelItem, 'at' | 'until' | 'image' | 'initial' | 'url'> {
  const image = webAddress(productImage)
  const initial = initialOf(person, options.conversion)
  // Services demand a link to what they published.
  const url = webAddress(sourceUrl) ?? webAddress(productUrl)
  const at = Math.floor(occurredAt.getTime() / 1000)
  const kept = keptUntil ? Math.floor(keptUntil.getTime() / 1000) : Infinity
  return {
    at,
    until: Math.min(at + query.ago, kept),
    ...(image === undefined ? {} : { image }),
    ...(initial === undefined ? {} : { initial }),
    ...(url === undefined ? {} : { url }),
  }
}
