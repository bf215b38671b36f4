/** A given and a family name, in the order in which they are said. */
import { isEastAsian } from './east-asian-name.ts'
import { hungarianFamilyNames } from './family-names.ts'
import { listedFamilies } from './family-likeness.ts'
import { foldName } from './fold-name.ts'
import { hungarianLetter } from './order-in-doubt.ts'

type Names = {
  given: string
  family: string
  /** ISO 3166-1 alpha-2, of the person's address. */
  country: string | null
}

/**
 * Whether names in Latin letters begin with the family's where the person lives: in Hungary, Japan,
 * Korea, China, Taiwan and Vietnam, if the family name is a common one there. "John Smith" in Japan stays as
 * it is. In Hong Kong, Macao, Singapore and Malaysia it depends on the name. CLDR's order of names
 * (`nameOrderLocales` of its person names) is by language; these are the countries of those with the
 * family name first that lists of family names exist for.
 */
function isLocal({ family, country }: Names): boolean {
  if (country === 'HU')
    return hungarianFamilyNames.has(foldName(family)) || hungarianLetter.test(family)
  if (country === null || !familyFirst.has(country)) return false
  return listedFamilies(country)?.has(foldName(family)) ?? false
}

const familyFirst = new Set(['JP', 'KR', 'KP', 'CN', 'TW', 'VN'])

const onlyKatakana = /^[\p{Script=Katakana}ー・]+$/u

const areEastAsian = ({ given, family }: Names) => isEastAsian(given) && isEastAsian(family)

/** Whether the family name is said first: by the script, otherwise by the country. */
function putsFamilyFirst(names: Names): boolean {
  const { given, family, country } = names
  if (areEastAsian(names))
    return country === 'JP' || !(onlyKatakana.test(given) && onlyKatakana.test(family))
  return isLocal(names)
}

/** Names in Chinese, Japanese and Korean script have no space in between. */
export function fullName(names: Names, isFamilyFirst = putsFamilyFirst(names)): string {
  const { given, family } = names
  const between = !areEastAsian(names) ? ' ' : isFamilyFirst ? '' : '・'
  return isFamilyFirst ? `${family}${between}${given}` : `${given}${between}${family}`
}

/**
 * Whether the family name is first in a field for whole names that both are from. Undefined: the
 * field doesn't say how they are said. Null: other words are in between, so it isn't known which of
 * them belong to the family name.
 *
 * @param whole as it was written; a comma turns it round
 */
export function isFamilyFirstIn(
  whole: string,
  { given, family }: Pick<Names, 'given' | 'family'>,
): boolean | null | undefined {
  const [givenAt, familyAt] = [whole.indexOf(given), whole.indexOf(family)]
  if (givenAt < 0 || familyAt < 0) return null
  return /[,،;，、·・]/u.test(whole) || isEastAsian(whole) ? undefined : familyAt < givenAt
}
