/** English names of countries as they stand after "in". */

const names = new Intl.DisplayNames('en', { type: 'region', style: 'short', fallback: 'none' })

/** ISO 3166-1 codes whose English name takes an article. */
const withArticle = new Set(
  'AE BS CD CF CG CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH SB SC TC TF UM US VA VG VI'.split(
    ' ',
  ),
)

/** Null for anything that is no country. */
export function countryName(code: string | null): string | null {
  // ZZ is the code of the unknown region, EU and UN are no countries.
  if (code === null || !/^[A-Z]{2}$/.test(code) || /^(ZZ|EU|EZ|UN|X[AB])$/.test(code)) return null
  const name = names.of(code)
  if (!name) return null
  return withArticle.has(code) ? `the ${name}` : name
}
