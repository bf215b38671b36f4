/** What differs by the visitor's country, as items that the pixel chooses from. */
import type { SiteOptions } from '#app/contract/site-options.ts'

/** Stands for every country that is not named. */
export const everyOther = '*'

export type ByCountry<Terms> = {
  /** Absent when the same holds for everybody, wherever they are. */
  country?: string
  terms: Terms
}

/**
 * One entry for everybody when no country is named: then nobody's country has to be known. Else one for
 * each that differs, and none at all where the site does not ask for countries.
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
