/**
 * The given name in what shops call a name. Nudges show given names only, so everything that isn't
 * surely one is left out: "Someone" is better than a family name.
 */
import { eastAsianName, isEastAsian, type Part } from './east-asian-name.ts'
import { hungarianGivenNames, vietnameseFamilyNames } from './family-names.ts'
import { isFamilyLike, isPatronymic, listedFamilies } from './family-likeness.ts'
import { mayBeginWithFamily } from './order-in-doubt.ts'
import { foldName } from './fold-name.ts'
import { isCompany, isFiller, particles, suffixes, titles } from './name-words.ts'
import { titleCase } from './title-case.ts'
import { trimWord } from './trim-word.ts'

export type NameField = {
  /** The field for the first name, whatever it holds. */
  first: string | null | undefined
  /** The field for the last name, if it is known. */
  last?: string | null | undefined
  /** ISO 3166-1 alpha-2, of the person's address. */
  country?: string | null | undefined
}

/** The given name as it is shown, from a field for first names. Null: there is none to show. */
export function givenName(field: NameField): string | null {
  const given = firstNameIn(field)
  return given === null ? null : titleCase(given, { country: codeOf(field.country) })
}

/** The same as it was written, for what is stored: the rest of the field isn't needed. */
export function firstNameIn({ first, last, country }: NameField): string | null {
  const family = tidy(last) || null
  return partOf(first, { family, isGivenField: true, country: codeOf(country) })?.given ?? null
}

/** The given name in a field for whole names, as it was written. Null: none is known surely. */
export const firstNameOf = (
  whole: string | null | undefined,
  country?: string | null,
): string | null => splitName(whole, country)?.given ?? null

const codeOf = (country: string | null | undefined) => country?.toUpperCase() ?? null

/**
 * A whole name in the order of its country, as it was written. Null: it isn't a person's, or its
 * given name isn't known surely.
 *
 * @param country ISO 3166-1 alpha-2, of the person's address
 */
export const splitName = (
  whole: string | null | undefined,
  country: string | null | undefined,
): Part | null => partOf(whole, { family: null, isGivenField: false, country: codeOf(country) })

type Field = { family: string | null; isGivenField: boolean; country: string | null }

/** Longer ones are no names. */
const maxLength = 200

const notInNames = /[@\p{N}#_<>{}[\]\\|=*^~%$€£§]|:\/\/|\bwww\./iu

const pictures =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f|\u20e3/gu

/** Without direction marks and pictures, on one line. */
const tidy = (text: string | null | undefined): string =>
  (text ?? '')
    .slice(0, maxLength + 1)
    .normalize('NFC')
    .replaceAll(pictures, ' ')
    .replaceAll(
      /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\p{Cc}]/gu,
      ' ',
    )
    .replaceAll(/\s+/gu, ' ')
    .trim()

function partOf(written: string | null | undefined, field: Field): Part | null {
  const text = tidy(written)
  if (text.length > maxLength || notInNames.test(text) || !/\p{L}/u.test(text)) return null
  if (isFiller(foldName(text))) return null
  if (isEastAsian(text)) return eastAsianName({ ...field, text })
  const plain = text
    .replaceAll(/\([^()]*\)|[“”„"«»]/gu, ' ')
    .replaceAll(/[&+/]/gu, ' and ')
    .replace(thaiTitle, (title) => `${title} `)
    .split(' ')
    .map(spaced)
    .join(' ')
  if (isCompany(wordsOf(plain).map(foldName))) return null
  const [whole, given] = turnedRound(plain)
  if (given === undefined) return ofWords(wordsOf(whole), field)
  const words = wordsOf(given)
  const first = ofWords(words, { ...field, isGivenField: true, family: whole })
  return first && { given: first.given, family: wordsOf(whole).join(' ') || null }
}

/** "Dr.Ann" are two words, "ann.smith" is no name. */
function spaced(word: string): string {
  const title = word.split('.', 1)[0] ?? ''
  const rest = word.slice(title.length + 1)
  const isTitled = rest !== '' && titles.has(foldName(title)) && !titles.has(foldName(word))
  return isTitled ? `${title}. ${rest}` : word
}

/** Written without a space after it. */
const thaiTitle = /^(?:นางสาว|นาย|นาง|น\.ส\.|คุณ|ด\.ช\.|ด\.ญ\.)(?=\S{2})/u

/** "Smith, John": the family name and the rest. "Smith, Jr." has no second part. */
function turnedRound(text: string): [string, string?] {
  const [start = '', next, ...more] = text.split(/[,،;]/u)
  const words = wordsOf(next ?? '')
  const isSuffix = words.every((word) => suffixes.has(foldName(word)))
  if (next === undefined || (isSuffix && more.length === 0)) return [start]
  return [start, next]
}

const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/u)
    .map((word) => trimWord(word, { begins: /[\p{L}'’]/u, ends: /[\p{L}\p{M}.'’]/u }))
    .filter((word) => /\p{L}/u.test(word))

const connectors = new Set(['and', 'und', 'et', 'och', 'og', 'en', 'plus'])

function ofWords(all: string[], field: Field): Part | null {
  const folded = all.map(foldName)
  const start = folded.findIndex((word) => !titles.has(word) && !connectors.has(word))
  const isTitled = start > 0
  const people = until(all.slice(Math.max(start, 0)), (word) => connectors.has(foldName(word)))
  const words = withoutSuffix(people)
  const [first] = words
  if (start < 0 || first === undefined || isFiller(foldName(first))) return null
  const isPair = people.length === 1 && all.length - start === 3
  // "Mr. Smith", "Harrow & Bell".
  if (words.length === 1 && ((isTitled && field.family === null) || isPair)) return null
  return inOrder(withoutFamily(words, field.family), field)
}

const until = (words: readonly string[], isEnd: (word: string) => boolean): string[] => {
  const end = words.findIndex(isEnd)
  return end < 0 ? [...words] : words.slice(0, end)
}

function withoutSuffix(words: readonly string[]): string[] {
  const last = words.at(-1)
  const hasSuffix = words.length > 1 && last !== undefined && suffixes.has(foldName(last))
  return hasSuffix ? withoutSuffix(words.slice(0, -1)) : [...words]
}

/** The words of a known family name say nothing about the given name. */
function withoutFamily(words: string[], family: string | null): string[] {
  if (family === null) return words
  const known = new Set(wordsOf(family).map(foldName))
  return words.filter((word) => !known.has(foldName(word)))
}

function inOrder(words: readonly string[], field: Field): Part | null {
  const index = placeOfGiven(words, field)
  const given = index === null ? null : givenAt(words, index)
  if (given === null || !isGiven(given, field.country)) return null
  const from = index ?? 0
  const rest = words.toSpliced(from, given.split(' ').length).join(' ')
  return { given, family: rest || null }
}

/** "Abd al-Rahman", عبد الله: the first word is no name without the second. */
function givenAt(words: readonly string[], index: number): string | null {
  const word = words[index]
  const next = words[index + 1]
  if (word === undefined) return null
  const isServant = word === 'عبد' || /^abd$/i.test(word)
  if (isServant) return next === undefined ? null : `${word} ${next}`
  return word
}

/** Where the given name begins. Null: not known. */
function placeOfGiven(words: readonly string[], field: Field): number | null {
  if (words.length <= 1) return words.length - 1
  return byCapitals(words, field.country) ?? byCountry(words, field)
}

/** Countries where forms want family names in capital letters, often first. */
const withCapitals = new Set(
  'FR BE LU CH MC SN CI ML BF NE TG BJ CM GA CG CD MG DZ MA TN HT RE GP MQ GF PF NC'.split(' '),
)

const isCapital = (word: string) =>
  /^[^\p{Ll}]+$/u.test(word) && (word.match(/\p{Lu}/gu)?.length ?? 0) > 1

/** "SMITH John" and "John SMITH". Null: the letters say nothing. */
function byCapitals(words: readonly string[], country: string | null): number | null {
  const small = words.findIndex((word) => /\p{Ll}/u.test(word) && !particles.has(foldName(word)))
  const [first = ''] = words
  if (small < 0 || !words.some(isCapital) || !isCapital(first)) return null
  const isLong = first.length > 2 || particles.has(foldName(first))
  // Where that isn't the custom, the first word may be a given name or initials.
  return country !== null && withCapitals.has(country) && isLong ? small : -1
}

/** Cambodia, Mongolia, Rwanda, Burundi, Uganda: the given name can be either. */
const withoutOrder = new Set(['KH', 'MN', 'RW', 'BI', 'UG'])

/** Whole names with family and given name in another order than "John Smith". */
function byCountry(words: readonly string[], { country, family }: Field): number | null {
  const [first = ''] = words
  const last = words.length - 1
  if (country === 'HU') return family === null ? inHungarian(words) : 0
  if (country !== null && withoutOrder.has(country)) return family === null ? null : 0
  const isVietnamese = country === 'VN' || isClearlyVietnamese(first)
  if (isVietnamese) return family === null ? byFamily(words, vietnameseFamilyNames, last) : last
  const listed = listedFamilies(country)
  if (listed !== null && family === null) {
    const place = byFamily(words, listed, 1)
    const isMixed = country === 'SG' || country === 'MY'
    const isListed = words.some((word) => listed.has(foldName(word)))
    return isMixed && !isListed ? 0 : place
  }
  const patronymic = words.findIndex(isPatronymic)
  if (patronymic > 0) return patronymic - 1
  if (family === null && mayBeginWithFamily(words)) return null
  const isTurned = words.length === 2 && isSlavicOrder(words, country)
  return isTurned ? 1 : 0
}

/** "Nguyễn Văn An", also abroad. */
const isClearlyVietnamese = (word: string) => /^nguy[eễ]n$/i.test(word.normalize('NFC'))

/** @param after where the given name is when the family name comes first */
function byFamily(
  words: readonly string[],
  families: ReadonlySet<string>,
  after: number,
): number | null {
  const isFamily = (word: string | undefined) => word !== undefined && families.has(foldName(word))
  const isFirst = isFamily(words[0])
  const others = words.slice(1)
  if (isFirst) return isFamily(words[after]) || isFamily(words.at(-1)) ? null : after
  return others.some(isFamily) ? 0 : null
}

/** Hungarian first names are a closed list, so the common ones show the order. */
function inHungarian(words: readonly string[]): number | null {
  const isKnown = (word: string | undefined) =>
    word !== undefined &&
    foldName(word)
      .split('-')
      .every((one) => hungarianGivenNames.has(one))
  const known = words.findIndex(isKnown)
  if (known < 0 || words.every(isKnown)) return null
  return known === 0 && !isKnown(words.at(-1))
    ? 0
    : known > 0 && isKnown(words.at(-1))
      ? known
      : null
}

/** Russian, Ukrainian and Bulgarian documents have the family name first. */
function isSlavicOrder([first = '', second = '']: readonly string[], country: string | null) {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(first)
  const isThere = country !== null && ['RU', 'UA', 'BY', 'KZ', 'KG', 'UZ'].includes(country)
  const isTurned = isFamilyLike(first, country) && !isFamilyLike(second, country)
  return (isCyrillic || isThere) && isTurned
}

const initials = /^\p{L}\p{M}*\.?$|^(?:\p{L}\.-?)+\p{L}?\.?$/u

/** Whether the word can be shown as a given name. */
function isGiven(given: string, country: string | null): boolean {
  const word = given.replace(/\.$/, '')
  const folded = foldName(word)
  if (initials.test(word) || initials.test(given) || /\p{L}[./]\p{L}/u.test(word)) return false
  if (isFiller(folded) || titles.has(folded) || particles.has(folded)) return false
  if (/^(\p{L})\1+$/u.test(folded) || /^\p{Lu}{2}$/u.test(word)) return false
  const isLatin = /^[a-z'-]+$/.test(folded)
  if (isLatin && !/[aeiouyrlw]/.test(folded)) return false
  // "AnnSmith" is a user name, "DeShawn" isn't.
  if (/\p{L}{2}\p{Ll}\p{Lu}/u.test(word) && !/^(?:Mac|Fitz|Sha|Mary|Rae|Lee)\p{Lu}/u.test(word))
    return false
  return !given.includes(' ') ? !isFamilyLike(word, country) : true
}
