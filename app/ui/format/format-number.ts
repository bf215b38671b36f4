/** Number formats of the screens. */
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'

const countFormat = new Intl.NumberFormat('en')
const percentFormat = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

export const formatCount = (count: number) => countFormat.format(count)

/** "1 site", "3 sites". */
export const countWithNoun = (count: number, word: string) =>
  `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`

const unitNouns = { visitors: 'visitor', impressions: 'impression' } as const satisfies Record<
  MeteredUnit,
  string
>

/** Units that plans are metered by: "1 visitor", "2,000 impressions". */
export const formatUnits = (count: number, meteredBy: MeteredUnit) =>
  countWithNoun(count, unitNouns[meteredBy])

/** @param rate 0 to 1; null becomes a dash, since no rate isn't a rate of zero */
export const formatRate = (rate: number | null) =>
  rate === null ? '–' : percentFormat.format(rate)

const kilobyteFormat = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** "3.2 KB", of 1,000 bytes each. */
export const formatKilobytes = (bytes: number) => `${kilobyteFormat.format(bytes / 1000)} KB`

/** In whole cents, as stored. Unknown currency codes are shown as they are. */
export function formatMoney(cents: number, currency: string): string {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)
  } catch {
    return `${(cents / 100).toFixed(2)} ${currency}`
  }
}
