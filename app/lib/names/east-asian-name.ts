/** Given names in Chinese, Japanese and Korean script, where the family name comes first. */
import {
  chineseCompoundFamilies,
  chineseFamilyCharacters,
  japaneseFamilyScript,
  koreanCompoundFamilies,
  koreanFamilyOnly,
  koreanFamilySyllables,
} from './family-names.ts'
import { chineseCountries } from './family-likeness.ts'

export type Part = { given: string; family: string | null }

type Written = {
  text: string
  /** From a field of its own. Null: unknown. */
  family: string | null
  /** The field is for the given name alone, although it may hold more. */
  isGivenField: boolean
  /** ISO 3166-1 alpha-2. */
  country: string | null
}

export const isEastAsian = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)

const onlyHan = /^[\p{Script=Han}々]+$/u
const onlyKana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u
const onlyHangul = /^\p{Script=Hangul}+$/u
const onlyScript =
  /^[\p{Script=Han}々\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\s,，、・·]+$/u
const honorific = /(?:様|さま|さん|氏|殿|先生|女士|小姐|太太|님|씨)$/u

/** Null: nothing is surely the given name. */
export function eastAsianName(written: Written): Part | null {
  const text = written.text.replaceAll(/[()（）「」"]/gu, ' ').trim()
  if (!onlyScript.test(text) || honorific.test(text)) return null
  // Names from other languages are written given name first.
  if (/[・·]/u.test(text)) return firstOf(text.split(/[・·]/u))
  const [one = '', other, ...more] = text.split(/[\s,，、]+/u)
  if (more.length > 0) return null
  if (other !== undefined) return ofTwo(one, other, written)
  if (written.family !== null) return besideFamily(one, written.family)
  if (onlyHangul.test(one)) return ofHangul(one, written)
  if (onlyKana.test(one)) return ofKana(one, written)
  return onlyHan.test(one) ? ofHan(one, written) : null
}

const firstOf = ([given = '', ...family]: string[]): Part | null =>
  given.length < 2 ? null : { given, family: family.join('・') || null }

function isFamily(word: string, country: string | null): boolean {
  if (onlyHangul.test(word))
    return koreanFamilySyllables.has(word) || koreanCompoundFamilies.has(word)
  if (japaneseFamilyScript.has(word)) return country === null || !chineseCountries.has(country)
  return (
    country !== 'JP' && (chineseFamilyCharacters.has(word) || chineseCompoundFamilies.has(word))
  )
}

function ofTwo(one: string, other: string, { country }: Written): Part | null {
  const inOrder = { given: other, family: one }
  const turned = { given: one, family: other }
  const isOne = isFamily(one, country)
  const isOther = isFamily(other, country)
  if (isOne && !isOther) return inOrder
  if (isOther && !isOne) return one.length > 1 ? turned : null
  if (isOne || isOther) return null
  const isJapanese = country === 'JP' || onlyKana.test(one) || onlyKana.test(other)
  return isJapanese ? inOrder : null
}

/** The family name is known, and may be part of the other field. */
function besideFamily(given: string, family: string): Part | null {
  const rest = given.startsWith(family) ? given.slice(family.length) : given
  const isTurned = isFamily(rest, null) && !isFamily(family, null)
  return rest === '' || isTurned ? null : { given: rest, family }
}

function ofHangul(word: string, { isGivenField }: Written): Part | null {
  const [start = ''] = word
  const isCompound = koreanCompoundFamilies.has(word.slice(0, 2))
  if (word.length === 2 && isGivenField)
    return koreanFamilyOnly.has(start) ? null : { given: word, family: null }
  if (word.length === 3 && !isCompound && koreanFamilySyllables.has(start))
    return { given: word.slice(1), family: start }
  if (word.length === 4 && isCompound) return { given: word.slice(2), family: word.slice(0, 2) }
  return null
}

function ofKana(word: string, { isGivenField }: Written): Part | null {
  const isGiven = isGivenField && word.length >= 2 && word.length <= 5
  return isGiven && !japaneseFamilyScript.has(word) ? { given: word, family: null } : null
}

function ofHan(word: string, { isGivenField, country }: Written): Part | null {
  const letters = Array.from(word)
  const [start = ''] = letters
  const isChinese = country !== null && chineseCountries.has(country)
  if (letters.length === 2 && isGivenField) {
    const isWhole =
      japaneseFamilyScript.has(word) ||
      (country === 'JP' ? japaneseFamilyScript.has(start) : chineseFamilyCharacters.has(start))
    return isWhole || country === 'KR' ? null : { given: word, family: null }
  }
  if (!isChinese) return null
  const compound = letters.slice(0, 2).join('')
  const isCompound = chineseCompoundFamilies.has(compound)
  if (letters.length === 3 && !isCompound && chineseFamilyCharacters.has(start))
    return { given: letters.slice(1).join(''), family: start }
  return letters.length === 4 && isCompound
    ? { given: letters.slice(2).join(''), family: compound }
    : null
}
