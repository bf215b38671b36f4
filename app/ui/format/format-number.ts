/** Number formats of the screens. */

const countFormat = new Intl.NumberFormat('en')
const percentFormat = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

export const formatCount = (count: number) => countFormat.format(count)

/** @param rate 0 to 1; null becomes a dash, since no rate isn't a rate of zero */
export const formatRate = (rate: number | null) =>
  rate === null ? '–' : percentFormat.format(rate)

/** In whole cents, as stored. Unknown currency codes are shown as they are. */
export function formatMoney(cents: number, currency: string): string {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)
  } catch {
    return `${(cents / 100).toFixed(2)} ${currency}`
  }
}
