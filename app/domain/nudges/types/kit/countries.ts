/** Items by the visitor's country. The pixel chooses among them. */
import type { SiteOptions } from '#app/contract/site-options.ts'

/** All countries that aren't listed. */
export const everyOther = '*'

export type ByCountry<Terms> = {
  /** Absent: the same for all countries. */
  country?: string
  terms: Terms
}

/**
 * A single entry when no country is listed, so that no visitor's country is needed. Otherwise one
 * per different value, or none when the site doesn't use countries.
 */
export function byCountry<Terms>(
  named: Record<string, Terms>,
  { useGeoLocation }: Pick<SiteOptions, 'useGeoLocation'>,
): ByCountry<Terms>[] {
  const rest = named[everyOther]
  const restKey = JSON.stringify(rest)
  const differing = Object.entries(named).filter(
    ([country, terms]) => country !== everyOther && JSON.stringify(terms) !== restKey,
  )
  if (differing.length === 0) return rest === undefined ? [] : [{ terms: rest }]
  if (!useGeoLocation) return []
  return [
    ...differing.map(([country, terms]) => ({ country, terms })),
    ...(rest === undefined ? [] : [{ country: everyOther, terms: rest }]),
  ]
}
