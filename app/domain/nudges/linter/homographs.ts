/**
 * Words that are a claim in one language and harmless in another. The text's other words show which
 * one it is written in. When they don't, the word is a claim.
 */
import { plainWords } from './plain-words.ts'

/**
 * Words that show a language. None is a word of a language in which the homographs of that language
 * are a claim: "un", "en", "din", "van" or "design" show nothing.
 */
const exclusive = {
  ro: 'și în că sau pentru acest această comenzi produse produsele persoane ultimele rata ratați pierde pierdeți uita uitați zile îți vă retrimit',
  fr: 'avec dans cette et est pour sur vous nous les des',
  cs: 'roku objednávky zboží náš vaše skladem nové nová nový února března platí',
  de: 'der und ist für von nicht auf dem tragen eine',
  nl: 'geen het deze voor niet zijn mijn koude voeten bestel mensen',
  nb: 'jeg ikke deg hva å',
  da: 'vores bestillinger af',
  sv: 'och inte är för att beställningar',
  it: 'acciaio legno viti ferro oggi giorno pezzi ordini gli per',
  es: 'hoy día días para los las quedan pedidos',
  en: 'the of your with and new candle candles friends',
} as const

type Language = keyof typeof exclusive

const languages = Object.entries(exclusive) as [Language, string][]
const wordsOf = new Map(languages.map(([name, list]) => [name, new Set(list.split(' '))]))

type Homograph = { harmless: readonly Language[] }

/** By their word: the languages in which it means something else. */
const homographs: ReadonlyMap<string, Homograph> = new Map<string, Homograph>([
  // "Now" in Dutch, Swedish and Danish; in Romanian "not".
  ['nu', { harmless: ['ro'] }],
  // Finnish "now", Danish "new".
  ['nyt', { harmless: ['da'] }],
  // Hungarian "people".
  ['ember', { harmless: ['en'] }],
  // Dutch "members", Czech "January".
  ['leden', { harmless: ['cs'] }],
  // Also "load", and Dutch "trouble".
  ['last', { harmless: ['de', 'nl'] }],
  // Spanish and Italian "only".
  ['solo', { harmless: ['en'] }],
  // Finnish "only".
  ['vain', { harmless: ['en', 'fr'] }],
  // French "quickly", Norwegian "know", Italian "screw".
  ['vite', { harmless: ['nb', 'it'] }],
])

/** Whether the text's other words surely show a language in which the word is no claim. */
export function isHarmlessHere(word: string, text: string): boolean {
  const harmless = homographs.get(word)?.harmless ?? []
  const others = plainWords(text).trim().split(' ')
  const shows = (language: Language) => others.some((other) => wordsOf.get(language)?.has(other))
  // Owners mix languages: where others show as well, the claim counts.
  const shown = languages.map(([language]) => language).filter(shows)
  return shown.length > 0 && shown.every((language) => harmless.includes(language))
}
