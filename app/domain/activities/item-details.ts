/** One activity that a nudge can show, and the parts of its card that are not words. */
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
  occurredAt: Date
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
  { occurredAt, productImage, productUrl, ...person }: RecentActivity,
  { query, options }: Pick<ActivityView, 'query' | 'options'>,
): Pick<PixelItem, 'at' | 'until' | 'image' | 'initial' | 'url'> {
  const image = webAddress(productImage)
  const initial = initialOf(person, options.conversion)
  const url = webAddress(productUrl)
  const at = Math.floor(occurredAt.getTime() / 1000)
  return {
    at,
    until: at + query.ago,
    ...(image === undefined ? {} : { image }),
    ...(image !== undefined || initial === undefined ? {} : { initial }),
    ...(url === undefined ? {} : { url }),
  }
}
