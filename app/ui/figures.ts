/** Numbers as screens write them. */

const countFormat = new Intl.NumberFormat('en')
const percentFormat = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

export const formatCount = (count: number) => countFormat.format(count)

/** @param rate 0 to 1; null reads as a dash, since no rate is not a rate of zero */
export const formatRate = (rate: number | null) =>
  rate === null ? '–' : percentFormat.format(rate)
