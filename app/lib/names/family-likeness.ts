/** Whether a word is a family name, as far as the word and the country say so. */
import {
  asianFamilyNamesAbroad,
  chineseFamilyNames,
  commonFamilyNames,
  givenNamesOf,
  hungarianFamilyNames,
  hungarianGivenNames,
  japaneseFamilyNames,
  koreanFamilyNames,
  otherScriptFamilyNames,
  vietnameseFamilyNames,
} from './family-names.ts'
import { foldName } from './fold-name.ts'

const countries = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Where Chinese family names are common, and precede the given name. */
export const chineseCountries = countries('CN TW HK MO SG MY')
const koreanCountries = countries('KR KP')

/** Family names that precede the given name, romanized, by country. */
export function listedFamilies(country: string | null): ReadonlySet<string> | null {
  if (country === null) return null
  if (chineseCountries.has(country)) return chineseFamilyNames
  if (koreanCountries.has(country)) return koreanFamilyNames
  if (country === 'JP') return japaneseFamilyNames
  return country === 'VN' ? vietnameseFamilyNames : null
}

const slavic = /(?:[oe]v|[oe]va|in|ina|yn|yna|sky|ski|skyy|skiy|skii|skyi|skaya|ska|enko|chuk|yuk)$/
const southSlavic = /(?:ic|ski|ska)$/
const westSlavic = /(?:ski|cki|ska|cka|sky|cky|ova|wicz|czyk)$/
const spanish = /(?:ndez|nez|rez|guez|quez|lez|mez|pez|chez)$/
const nordic = /(?:sson|sen|dottir|nen)$/

const endings: readonly (readonly [ReadonlySet<string>, RegExp])[] = [
  [countries('RU UA BY BG KZ KG UZ TM TJ AZ MD'), slavic],
  [countries('RS HR BA SI ME MK'), southSlavic],
  [countries('PL CZ SK'), westSlavic],
  [countries('ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY PR'), spanish],
  [countries('SE NO DK FI'), nordic],
  [countries('IS'), /(?:son|dottir)$/],
  [countries('GR CY'), /(?:opoulos|opoulou|idis|iadis|akis)$/],
  [countries('GE'), /(?:shvili|dze)$/],
  [countries('AM'), /(?:yan|ian)$/],
  [countries('RO MD'), /(?:escu|eanu)$/],
  [countries('TR'), /oglu$/],
  [countries('LT'), /(?:aitis|auskas|inskas|evicius|iene|aite|yte)$/],
]

const cyrillicEnding =
  /(?:[оеё]ва?|[иы]на?|ский|ская|цкий|цкая|ський|ська|цький|цька|енко|ук|юк|швили|дзе)$/u

/** First names with such an ending. */
const slavicGivenNames = new Set(
  `marina irina ekaterina yekaterina katerina polina galina karina kristina nina alina angelina valentina
  regina sabina arina darina elina ilina ina dina lina rina zina konstantin valentin martin
  benjamin veniamin robin edwin ermin amin lev eva yakov akim kevin konstantyn
  марина ирина екатерина катерина полина галина карина кристина нина алина ангелина валентина регина
  сабина арина дарина элина лина инна дина зина константин валентин мартин вениамин амин лев ева яков
  валентын костянтин ярина мар'яна христина кевин глев анжелина павлина василина антонина
  agafina antonina pavlina vasilina anzhelina faina фаина filomena iva ива slava zlatina
  златина stanimir kalin калин kamen boyan avgustin августин krastina borislava august irin`
    .trim()
    .split(/\s+/),
)

/** Given names that begin like a family name. */
const givenWithMac = new Set(
  'mckenna mckenzie mckinley mackenzie macy mack maceo macie mckayla'.split(' '),
)

const familyPrefix =
  /^(?:O['’]\p{Lu}|d['’]|Ó |Mc\p{Lu}|Mac\p{Lu}|Fitz\p{L}|(?:[Aa]l|[Ee]l|[Aa]bu|[Bb]en|[Bb]in|[Ii]bn)-)/u

/** @param word one word of a name, as it was written */
export function isFamilyLike(word: string, country: string | null): boolean {
  const folded = foldName(word)
  if (familyPrefix.test(word) && !givenWithMac.has(folded)) return true
  if (/^ال./u.test(word)) return true
  // "Seo-yeon" begins with a Korean family name and isn't one.
  const isDouble = folded.includes('-') && folded.split('-').some((one) => isCommon(one, country))
  return isDouble || isFamilyWord(folded, country)
}

const isCommon = (folded: string, country: string | null): boolean =>
  (commonFamilyNames.has(folded) || asianFamilyNamesAbroad.has(folded)) &&
  !(country !== null && givenNamesOf[country]?.has(folded))

function isFamilyWord(folded: string, country: string | null): boolean {
  if (isCommon(folded, country) || otherScriptFamilyNames.has(folded)) return true
  if (country === 'HU') return hungarianFamilyNames.has(folded) && !hungarianGivenNames.has(folded)
  if (listedFamilies(country)?.has(folded)) return true
  return hasFamilyEnding(folded, country)
}

/** Endings that hardly any first name has, in any country. */
const clearEnding =
  /(?:[^aeiouy]sson|dottir|[oe]vic|escu|opoulos|opoulou|shvili|idze|adze|[oa]syan|enko|[oe]wski|[oe]wska|alski|alska|wicz|czyk|iene|auskas|akis|.{3}[aiu]mov|.{3}[dklmnprst][oe]v|.{3}[dklmnprst]ov[ae])$/

function hasFamilyEnding(folded: string, country: string | null): boolean {
  if (folded.length < 5 || slavicGivenNames.has(folded)) return false
  if (/\p{Script=Cyrillic}/u.test(folded)) return cyrillicEnding.test(folded)
  return (
    clearEnding.test(folded) ||
    endings.some(([where, ending]) => country !== null && where.has(country) && ending.test(folded))
  )
}

/** "Ivanovich", "Ивановна": a father's name, which follows the given name. */
export const isPatronymic = (word: string): boolean =>
  /(?:ович|евич|ьич|ична|овна|евна|йович|івна|ївна|ovich|evich|yevich|ovych|evych|ovna|evna|ivna)$/u.test(
    foldName(word),
  )
