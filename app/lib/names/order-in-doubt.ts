/** Whole names in Latin letters whose words say that the family's may come first. */
import {
  chineseFamilyNames,
  commonFamilyNames,
  hungarianGivenNames,
  japaneseFamilyNames,
  koreanFamilyNames,
  vietnameseFamilyNames,
} from './family-names.ts'
import { foldName } from './fold-name.ts'

const asianFamilies = [
  chineseFamilyNames,
  koreanFamilyNames,
  japaneseFamilyNames,
  vietnameseFamilyNames,
]

/** One or two syllables of Chinese in pinyin (ISO 7098): "wei", "xiaoming". */
const pinyin =
  /^(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:i?ang?|i?ao|ai|ei|e(?:ng?|r)?|i(?:ng?|e|u|a|ong)?|o(?:ng|u)?|u(?:ang?|ai|an|a|o|i|e|n)?)){1,2}$/

/** One or two syllables of Korean, as passports write them: "minjun", "seo-yeon". */
const korean =
  /^(?:(?:kk|tt|pp|ss|jj|ch|sh|[bcdghjkmnprstwy])?(?:yeo|ye|yu|yo|ya|wa|we|wi|wo+|eo|eu|ae|oe|ui|ee|oo|ou|[aeiou])(?:ng|[kmnptlbcg])?-?){1,2}$/

/** Two to four syllables of Japanese (Hepburn): "makoto". */
const japanese = /^(?:(?:ky|gy|sh|ch|j|ny|hy|by|py|my|ry|ts|[kgsztdnhfbpmyrw])?[aiueo]n?){2,4}$/

/** One or two syllables of Chinese in Wade–Giles, as names from Taiwan have them: "chih-ling". */
const wadeGiles =
  /^(?:(?:hs|ts|tz|ch|sh|[bpmfdtnlgkhjrswy])?'?(?:iung|ieh|ien|ueh|uei|ung|ang|eng|ing|erh|uan|iao|ih|eh|uh|ai|ao|ei|en|an|in|un|iu|ia|ua|uo|ou|[aeiou])-?){1,2}$/

/** One syllable of Vietnamese without its marks: "trang", "thuy". */
const vietnamese =
  /^(?:ngh|ng|nh|tr|th|ch|ph|kh|gh|gi|qu|[bcdghklmnpqrstvx])?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/

const isSyllabic = (folded: string): boolean =>
  [pinyin, wadeGiles, korean, japanese].some((syllables) => syllables.test(folded))

/** Written only so in Hungarian, of these names. */
export const hungarianLetter = /[áéíóöőúüű]/iu

/**
 * Whether the first word can be the family's: an East Asian one before words of the same languages,
 * or a Hungarian one that is a given name as well ("László Péter"). Their country would say it;
 * without it, and abroad, either order is usual.
 */
export function mayBeginWithFamily(words: readonly string[]): boolean {
  const folded = words.map(foldName)
  const [first = '', ...others] = folded
  const isVietnamese = (word: string) => vietnameseFamilyNames.has(first) && vietnamese.test(word)
  const isAsian =
    asianFamilies.some((families) => families.has(first)) &&
    others.every((word) => (isSyllabic(word) || isVietnamese(word)) && !commonFamilyNames.has(word))
  const isHungarian =
    folded.every((word) => hungarianGivenNames.has(word)) &&
    words.some((word) => hungarianLetter.test(word))
  return isAsian || isHungarian
}
