/** Codes of countries from the ways that services and shops write countries. */
import { countryCodes } from './countries.ts'
import { normalizeText } from './normalize-text.ts'

/** Languages of shops. A name that two of them use for two countries means the earlier one's. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'tr',
]

/** Common names in place of the official one, and three-letter codes (ISO 3166-1 alpha-3). */
const others: Readonly<Record<string, string>> = {
  US: 'usa,united states of america,the united states,america,u s,u s a,vereinigte staaten von amerika',
  GB: 'uk,gbr,great britain,britain,england,scotland,wales,northern ireland,u k,großbritannien,grande bretagne,gran bretaña,gran bretagna,groot brittannië',
  NL: 'nld,holland,the netherlands',
  CZ: 'cze,czech republic,tschechische republik,république tchèque,república checa,repubblica ceca',
  KR: 'kor,korea,republic of korea',
  RU: 'rus,russian federation',
  TR: 'tur,turkey',
  VN: 'vnm,viet nam',
  IE: 'irl,republic of ireland',
  TW: 'twn,taiwan province of china',
  HK: 'hkg,hong kong',
  MO: 'mac,macau,macao',
  CI: 'civ,ivory coast',
  MK: 'mkd,macedonia',
  CN: 'chn,prc',
  DE: 'deu,ger',
  ...Object.fromEntries(
    'AE=are AR=arg AT=aut AU=aus BE=bel BG=bgr BR=bra CA=can CH=che CL=chl CO=col CY=cyp DK=dnk EE=est EG=egy ES=esp FI=fin FR=fra GR=grc HR=hrv HU=hun ID=idn IL=isr IN=ind IS=isl IT=ita JP=jpn KE=ken LT=ltu LU=lux LV=lva MA=mar MT=mlt MX=mex MY=mys NG=nga NO=nor NZ=nzl PE=per PH=phl PK=pak PL=pol PT=prt RO=rou RS=srb SA=sau SE=swe SG=sgp SI=svn SK=svk TH=tha UA=ukr ZA=zaf'
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  ),
}

let known: ReadonlyMap<string, string> | undefined

function codesByName(): ReadonlyMap<string, string> {
  if (known) return known
  const codes = new Map<string, string>()
  const add = (name: string, code: string) => {
    const key = normalizeText(name)
    if (key !== '' && !codes.has(key)) codes.set(key, code)
  }
  for (const code of countryCodes) add(code, code)
  for (const [code, names] of Object.entries(others)) {
    for (const name of names.split(',')) add(name, code)
  }
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    for (const code of countryCodes) add(names.of(code) ?? code, code)
  }
  known = codes
  return codes
}

/** ISO 3166-1 alpha-2 code of a country, given its code or name. Undefined for unknown countries. */
export const countryCodeOf = (text: string): string | undefined =>
  text.length > 80 ? undefined : codesByName().get(normalizeText(text))
