/**
 * The town in what shops call a city. Fields for cities also hold postal codes, streets, states and
 * fillers. Text that isn't surely a town is left out, and the country is shown instead.
 */
import { foldName } from './fold-name.ts'
import { isCompany, isFiller } from './name-words.ts'
import { titleCase } from './title-case.ts'
import { trimWord } from './trim-word.ts'

const listOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Not "city", which example nudges show. */
const fillers = listOf(`
  ort stadt wohnort ville commune ciudad localidad cidade citta comune plaats woonplaats
  miasto mesto by stad kaupunki varos sehir same here home internet online world earth everywhere
  none nowhere address adresse street strasse
`)

const postalCode = [
  // 1012 AB Amsterdam
  /^\d{4}\s?\p{Lu}{2}(?=\s)/u,
  // D-53111 Bonn, 00-950 Warszawa, 110 00 Praha, 100-0001 東京
  /^(?:\p{Lu}{1,3}[-\s]?)?(?:\d{2,5}[-\s]\d{2,4}|\d{3,7})(?=\s)/u,
  // London SW1A 1AA
  /\s\p{Lu}{1,2}\d[\p{Lu}\d]?\s?\d\p{Lu}{2}$/u,
  // Toronto M5V 2T6
  /\s\p{Lu}\d\p{Lu}\s?\d\p{Lu}\d$/u,
  // PARIS CEDEX 08, Lyon 3ème, Praha 5, Wien 1010
  /\scedex(?:\s\d{1,2})?$/iu,
  /\s\d{1,7}(?:[-\s]\d{2,4})?(?:er|e|è|ème|eme|th|st|nd|rd|\.)?$/iu,
]

/** Words that a street begins or ends with, and endings of one-word streets. */
const streetStart =
  /^(?:rue|chemin|impasse|allée|calle|carrer|avenida|rua|travessa|via|viale|piazza|corso|ul|ulica|aleja|jl|jalan|улица|ул|проспект)[\s.]+\p{L}/iu
const streetEnd =
  /\s(?:street|road|avenue|lane|drive|blvd|boulevard|highway|parkway|utca|sokak|sokağı|caddesi|mahallesi|улица|проспект)\.?$|str\.$/iu
/** Only next to a number. "St" is a saint as well. */
const numberedStreet =
  /\s(?:st|rd|ave|ln|dr|ct|sq|hwy|way|square|court|út)\.?$|(?:straße|strasse|str|weg|gasse|platz|allee|damm|ufer|straat|laan|plein|gracht|gata|gatan|vägen|vej|gade|veien|katu|tie)\.?$/iu
const unit =
  /(?:^|\s)(?:suite|unit|apt|apartment|floor|flat|box|building|block|packstation|postfach|postbus|apartado)\b/iu

/** Last in a town's field: "Austin TX". By country, ISO 3166-2. */
const regions: Readonly<Record<string, ReadonlySet<string>>> = {
  US: listOf(
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR',
  ),
  CA: listOf('AB BC MB NB NL NS NT NU ON PE QC SK YT'),
  AU: listOf('NSW QLD VIC TAS ACT SA WA NT'),
  BR: listOf('AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'),
}
const allRegions = new Set(Object.values(regions).flatMap((codes) => [...codes]))
const otherCodes = listOf('NYC USA UAE GBR DEU FRA UK EU LAX SFO DC')

/** Stay small inside a town's name. */
const small = listOf(`
  de do da dos das del della delle dei di du des la le les sur sous en et aux lès lez à am an der im in
  bei ob und vor of upon the on by next under le with cum van den aan op bij ter und y e i na nad pod
  am i d' l' all' dall' dell' nell' sull'
`)

/** No town's name is longer. */
const maxLength = 200

const notInPlaces = /[@#_<>{}[\]\\|=*^~%$€£]|:\/\/|\bwww\.|\bc\/o\b/iu

/**
 * @param country ISO 3166-1 alpha-2
 * @returns the town as it is shown. Null: there is none to show
 */
export function placeName(
  written: string | null | undefined,
  country: string | null | undefined,
): string | null {
  const text = (written ?? '').slice(0, maxLength).normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  if (notInPlaces.test(text) || /[\p{Extended_Pictographic}]/u.test(text.replaceAll(/\d/g, '')))
    return null
  const town = townOf(text, country?.toUpperCase() ?? '')
  if (town === null) return null
  return titleCase(town, { country: country?.toUpperCase() ?? null, small })
}

/** "Hauptstr. 5, Bonn" and "Bonn, Germany": the town is the first part that isn't a street. */
function townOf(text: string, country: string): string | null {
  const parts = text
    .split(/[,،;]/u)
    .map((part) => part.trim())
    .filter(Boolean)
  const [only] = parts
  if (only === undefined) return null
  if (parts.length === 1) return townIn(only, country)
  const [first, ...others] = parts.filter((part) => !isStreet(part))
  if (first === undefined || /\s\d{1,4}\p{L}?$/u.test(first)) return null
  const hasStreet = parts.some(isStreet)
  // Between a street and a region there is one part at most.
  const isClear = !hasStreet || others.every((part) => isRegion(part) || /\d/.test(part))
  return isClear ? townIn(first, country) : null
}

function isStreet(part: string): boolean {
  const rest = withoutCode(part)
  const isNumbered = /\d/.test(part) && !/^(?:\p{Lu}{1,3}-)?\d{4}/u.test(part)
  if (/\d/.test(rest) || (unit.test(part) && part.includes(' '))) return true
  return streetStart.test(rest) || streetEnd.test(rest) || (isNumbered && numberedStreet.test(rest))
}

const isRegion = (part: string) => /^\p{Lu}{2,3}$/u.test(part)

/** Without a postal code before and a number after it: "110 00 Praha 1". */
const withoutCode = (part: string): string =>
  postalCode.reduce((rest, code) => rest.replace(code, '').trim() || rest, part)

const edges = { begins: /[\p{L}'’]/u, ends: /[\p{L}\p{M}.)'’]/u }

function townIn(part: string, country: string): string | null {
  if (isStreet(part)) return null
  const town = trimWord(withoutRegion(withoutCode(part), country), edges)
  const letters = town.match(/\p{L}/gu)?.length ?? 0
  const isShort = letters < 2 && !/[\p{Script=Han}\p{Script=Hangul}]/u.test(town)
  if (/\p{N}/u.test(town) || letters === 0 || isShort) return null
  if (/^\p{Lu}{2}$/u.test(town) || allRegions.has(town) || otherCodes.has(town)) return null
  const folded = foldName(town)
  const isNothing = isFiller(folded) || fillers.has(folded) || /^(\p{L})\1+$/u.test(folded)
  return isNothing || isCompany(folded.split(' ')) ? null : town
}

function withoutRegion(town: string, country: string): string {
  const at = town.lastIndexOf(' ')
  return at > 0 && regions[country]?.has(town.slice(at + 1).toUpperCase())
    ? town.slice(0, at)
    : town
}
