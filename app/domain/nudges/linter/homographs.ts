/**
 * Words that are a claim in one language and harmless in another. The text's other words show which
 * one it is written in. When they don't, the word is a claim.
 */
import { plainWords } from './plain-words.ts'

/** The commonest words of each language, and those around the homographs. */
const common = {
  nl: 'de het een en van voor met op zijn wordt dit deze niet ook bij uit naar mensen keer bekeken bekijken besteld verkocht bestellingen uur dagen',
  sv: 'och att det som på för av med är har tittar handlar beställningar just timmar dagar senaste den här inte',
  da: 'og at det som på for af med er har ser kigger bestillinger lige timer dage seneste den her ikke vores design i din',
  ro: 'și în la cu pe este sunt mai ce că sau au are ai e rata ratați pierde pierdeți uita uitați doar din pentru acest această comenzi produse persoane ultimele ore zile vă ne se te îți',
  fr: 'le la les des et est pour avec dans sur ce cette qui en un une du au vous nous ne pas',
  fi: 'ja on ei tämä tätä katsoo katselee ihmistä tilausta viimeisen tunnin aikana päivän sekä myös kun meillä saatavilla',
  en: 'the and of for with our your is are this that in to from by a on you we new candle candles',
  hu: 'a az és egy ezt nézi vásárolta óra nap utolsó most is nem van itt',
  cs: 'a se v na je to za od do roku platí objednávky až zboží náš vaše skladem nové nová nový',
  de: 'der die das und ist für mit von zu den dem ein eine nicht auf im kg tragen',
  nb: 'og på for av med er har det som å du deg kan ikke dette mer nå',
  it: 'il lo gli di che per con una è non sono del della nel acciaio legno',
  es: 'el los las de que y por con para una del en su hoy quedan',
} as const

type Language = keyof typeof common

const languages = Object.entries(common) as [Language, string][]
const wordsOf = new Map(languages.map(([name, list]) => [name, new Set(list.split(' '))]))

type Homograph = { claim: readonly Language[]; harmless: readonly Language[] }

/** By their word: where it is a claim, and where it means something else. */
const homographs: ReadonlyMap<string, Homograph> = new Map<string, Homograph>([
  // "Now"; in Romanian "not", in French "bare".
  ['nu', { claim: ['nl', 'sv', 'da'], harmless: ['ro', 'fr'] }],
  // Finnish "now", Danish "new".
  ['nyt', { claim: ['fi'], harmless: ['da'] }],
  // Hungarian "people".
  ['ember', { claim: ['hu'], harmless: ['en'] }],
  // Dutch "members", Czech "January".
  ['leden', { claim: ['nl'], harmless: ['cs'] }],
  // Also "load".
  ['last', { claim: ['en'], harmless: ['de', 'nl', 'nb', 'da', 'sv'] }],
  // Spanish and Italian "only".
  ['solo', { claim: ['es', 'it'], harmless: ['en', 'de', 'fr'] }],
  // Finnish "only".
  ['vain', { claim: ['fi'], harmless: ['en', 'fr'] }],
  // French "quickly", Norwegian "know", Italian "screw".
  ['vite', { claim: ['fr'], harmless: ['nb', 'it'] }],
])

/** Whether the text's other words say that the word is no claim there. */
export function isHarmlessHere(word: string, text: string): boolean {
  const homograph = homographs.get(word)
  if (homograph === undefined) return false
  const others = plainWords(text).trim().split(' ')
  const most = (languages: readonly Language[]) =>
    Math.max(
      ...languages.map(
        (language) =>
          others.filter((other) => other !== word && wordsOf.get(language)?.has(other)).length,
      ),
    )
  return most(homograph.harmless) > most(homograph.claim)
}
