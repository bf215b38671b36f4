/** Rules about nudges that need no database. Safe in the browser. */
import { defaultPurchaseQuery, type NudgeQuery } from '../../contract/nudges.ts'
import type { AgoPhrase, PixelOptions, PixelPayload } from '../../contract/pixel.ts'
import { defaultSiteOptions, type SiteOptions } from '../../contract/site-options.ts'

const hour = 3_600
const day = 24 * hour

/** Ages are true and coarse: never finer than the hour. */
const agoPhrases: AgoPhrase[] = [
  { below: hour, unit: hour, one: 'within the last hour', other: 'within the last hour' },
  { below: day, unit: hour, one: '# hour ago', other: '# hours ago' },
  // JSON has no infinity.
  { below: Number.MAX_SAFE_INTEGER, unit: day, one: '# day ago', other: '# days ago' },
]

export const englishPhrases: PixelPayload['phrases'] = {
  close: 'Close',
  region: 'Recent activity',
  ago: agoPhrases,
}

/** A site stores what differs from the defaults. */
export const fullOptions = (stored: Partial<SiteOptions>): SiteOptions => ({
  ...defaultSiteOptions,
  ...stored,
})

/** What the pixel needs to know: which facts may be shown is decided before it is asked. */
export function pixelOptions({
  conversion: _conversion,
  holdout: _holdout,
  preApproveReviews: _reviews,
  preApproveSignups: _signups,
  preApprovePurchases: _purchases,
  ...options
}: SiteOptions): PixelOptions {
  return options
}

export const fullPurchaseQuery = (stored: Partial<NudgeQuery>): NudgeQuery => ({
  ...defaultPurchaseQuery,
  ...stored,
})

/** The address as a browser may follow or load it, or nothing. */
export function webAddress(given: string | null): string | undefined {
  if (given === null || !URL.canParse(given)) return undefined
  const { protocol, username, password, href } = new URL(given)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return username || password ? undefined : href
}
