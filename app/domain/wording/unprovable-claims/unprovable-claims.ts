/**
 * Finds claims in an owner's message that no one can check: numbers of people, sales and stock,
 * people who bought something, and timers without an end.
 */
import * as lexicon from './lexicon.ts'
import { normalizeText, readableText, tokensOf, type Token } from './tokens.ts'
import * as unspaced from './unspaced-lexicon.ts'

export type UnprovableClaim = {
  field: 'title' | 'text'
  about: 'people' | 'sales' | 'stock' | 'person' | 'timer'
  /** For the owner: what's wrong and how to fix it. */
  sentence: string
  /** The offending words as they were typed, for a mark in the field. */
  words: string
}

type Content = { title?: string | null | undefined; text: string }

/**
 * Empty when the text makes no claim. `hasEnd`: the nudge has a deadline, the same for all
 * visitors.
 */
export function findUnprovableClaims(content: Content, { hasEnd = false } = {}): UnprovableClaim[] {
  const claims = (['title', 'text'] as const).flatMap((field) =>
    findInText(content[field] ?? '', hasEnd).map((claim) => ({ field, ...claim })),
  )
  if (!content.title) return claims

  // The ending of title and text was checked above. Joined, "fresh today" before "only the best"
  // would look like a timer.
  const across = findInText(joined(content.title, content.text), true)
  const known = new Set(claims.map(({ about }) => about))
  return [
    ...claims,
    ...across
      .filter(({ about }) => !known.has(about))
      .map((claim) => ({ field: 'text' as const, ...claim })),
  ]
}

/**
 * Visitors read the text right after the title, but "our customers" at its start begins something
 * new.
 */
function joined(title: string, text: string): string {
  const [first] = tokensOf(text)
  return `${title}${isWord(first, lexicon.determiners) ? '.' : ''} ${text}`
}

/** Each type of claim once. */
function findInText(text: string, hasEnd: boolean): Omit<UnprovableClaim, 'field'>[] {
  // Checks fallbacks as well, because the owner writes them.
  const readings = new Set([text, text.replace(/\{[^{}|]*\|([^{}]*)\}/g, '$1')])
  const cut = [...readings].map((reading) => ({ reading, tokens: tokensOf(reading) }))
  return rules.flatMap(({ about, sentence, finds, unspacedPatterns }) => {
    for (const { reading, tokens } of cut) {
      const words = findUnspaced(reading, unspacedPatterns(hasEnd))
      if (words !== null) return [{ about, sentence, words }]
      const at = tokens.findIndex((_token, place) => finds(tokens, place, hasEnd))
      if (at === -1) continue
      const found = shortestFinding(tokens, at, (part, place) => finds(part, place, hasEnd))
      return [{ about, sentence, words: textOf(reading, found) }]
    }
    return []
  })
}

const hasUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** The claim in a language whose words aren't parted by spaces; null when there is none. */
function findUnspaced(text: string, patterns: readonly RegExp[]): string | null {
  if (!hasUnspaced.test(text)) return null
  const readable = readableText(text)
  for (const pattern of patterns) {
    const found = pattern.exec(readable)
    if (found) return normalizeText(text).slice(found.index, found.index + found[0].length)
  }
  return null
}

/** No rule looks further than this from where it finds something. */
const mostTokens = 12

/**
 * The fewest tokens around the position in which the claim is still found: rules know where a claim
 * is, not where it begins and ends.
 */
function shortestFinding(
  tokens: readonly Token[],
  at: number,
  finds: (tokens: readonly Token[], at: number) => boolean,
): readonly Token[] {
  let end = at + 1
  while (end < tokens.length && end < at + mostTokens && !finds(tokens.slice(0, end), at)) end += 1
  let start = at
  while (start > 0 && start > at - mostTokens && !finds(tokens.slice(start, end), at - start)) {
    start -= 1
  }
  return tokens.slice(start, end)
}

function textOf(text: string, tokens: readonly Token[]): string {
  const [first] = tokens
  const last = tokens.at(-1)
  return first && last ? normalizeText(text).slice(first.at, last.at + last.raw.length) : ''
}

type Rule = Pick<UnprovableClaim, 'about' | 'sentence'> & {
  /** Whether a claim of this type is at this position. */
  finds: (tokens: readonly Token[], at: number, hasEnd: boolean) => boolean
  /** The same in languages that don't part words by spaces. */
  unspacedPatterns: (hasEnd: boolean) => readonly RegExp[]
}

const rules: Rule[] = [
  {
    about: 'people',
    unspacedPatterns: () => unspaced.unspacedPeople,
    sentence:
      'You can’t type a number of people. Use a nudge that counts visitors, orders, sign-ups or reviews, so the number is real.',
    finds: (tokens, at) =>
      (isCount(tokens, at) && isFollowed(tokens, at, lexicon.people) && !isCapacity(tokens, at)) ||
      isShareOfPeople(tokens, at),
  },
  {
    about: 'sales',
    unspacedPatterns: () => unspaced.unspacedSales,
    sentence: 'You can’t type sales numbers. Use the Order count nudge, so the number is real.',
    finds: (tokens, at) =>
      isCount(tokens, at) &&
      (isFollowed(tokens, at, lexicon.soldParticiples) ||
        isFollowed(tokens, at, lexicon.saleNouns) ||
        isLed(tokens, at, lexicon.soldParticiples)),
  },
  {
    about: 'stock',
    unspacedPatterns: () => unspaced.unspacedStock,
    sentence:
      'You can’t type how many are left. Use the Stock level nudge, which shows the stock your page reports.',
    finds: (tokens, at) =>
      isCount(tokens, at) &&
      (lexicon.stockAfter.some((phrase) => isPhraseWithin(tokens, at, phrase)) ||
        (!isWrittenOut(tokens[at]) &&
          lexicon.stockBefore.some((phrase) => endsWithPhrase(tokens, at, phrase))) ||
        (isWord(tokens[at - 1], lexicon.only) && isFollowed(tokens, at, lexicon.pieces))),
  },
  {
    about: 'person',
    unspacedPatterns: () => unspaced.unspacedBuyers,
    sentence:
      'You can’t type that someone bought something. Use the Recent purchase nudge, which shows real orders.',
    finds: (tokens, at) =>
      lexicon.boughtByOne.some(
        (phrase) =>
          startsWithPhrase(tokens, at, phrase) && !isWord(tokens[at - 1], lexicon.readers),
      ) ||
      isHelped(tokens, at) ||
      (isPerson(tokens, at) && isBoughtAfter(tokens, at)),
  },
  {
    about: 'timer',
    unspacedPatterns: (hasEnd) => [
      ...unspaced.unspacedTimers,
      ...(hasEnd ? [] : unspaced.unspacedEndOfDay),
    ],
    sentence:
      'A countdown needs a real end. Set an end date and use {left} for the remaining time.',
    finds: (tokens, at, hasEnd) =>
      isTypedTimer(tokens, at) ||
      (!hasEnd &&
        (isLeftValue(tokens[at]) ||
          lexicon.endOfDay.some((phrase) => startsWithPhrase(tokens, at, phrase)))),
  },
]

const isWord = (token: Token | undefined, set: ReadonlySet<string>) =>
  token !== undefined && set.has(token.text)

/** "Sold in five colors", "our last ten designs": only the next words make it a claim. */
const isWrittenOut = (token: Token | undefined) =>
  token !== undefined && lexicon.numberWords.has(token.raw.toLowerCase())

/** A number of people or items, or a placeholder for one. */
function isCount(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token?.kind === 'value') return !isLeftValue(token)
  if (token?.kind !== 'number') return false
  const next = tokens[at + 1]
  if (next?.kind === 'percent' || next?.kind === 'currency') return false
  if (isWord(next, lexicon.timeUnits) || isWord(next, lexicon.otherUnits)) return false
  const before = tokens[at - 1]
  return before?.kind !== 'currency' && !isWord(before, lexicon.noCount)
}

/** Within three words; after a placeholder, which may be a name, within two. */
function isFollowed(tokens: readonly Token[], at: number, set: ReadonlySet<string>): boolean {
  const isValue = tokens[at]?.kind === 'value'
  for (const token of tokens.slice(at + 1, at + (isValue ? 3 : 4))) {
    if (token.kind === 'break' || isWord(token, lexicon.breakers)) return false
    if (isWord(token, set)) return true
    if (isValue && isWord(token, lexicon.determiners)) return false
  }
  return false
}

/** "Sold more than 500": within the three words before. */
function isLed(tokens: readonly Token[], at: number, set: ReadonlySet<string>): boolean {
  if (tokens[at]?.kind !== 'number' || isWrittenOut(tokens[at])) return false
  for (const token of tokens.slice(Math.max(0, at - 3), at).reverse()) {
    if (token.kind === 'break' || isWord(token, lexicon.breakers)) return false
    if (isWord(token, set)) return true
  }
  return false
}

const largestParty = 20

const isCapacity = (tokens: readonly Token[], at: number) =>
  isWord(tokens[at - 1], lexicon.forWords) && Number(tokens[at]?.text) <= largestParty

/** "98 % of our customers". */
function isShareOfPeople(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.kind !== 'percent' || !isWord(tokens[at + 1], lexicon.shares)) return false
  return tokens.slice(at + 2, at + 5).some((token) => isWord(token, lexicon.people))
}

const startsWithPhrase = (tokens: readonly Token[], at: number, phrase: string) =>
  phrase.split(' ').every((word, place) => tokens[at + place]?.text === word)

const endsWithPhrase = (tokens: readonly Token[], at: number, phrase: string) =>
  startsWithPhrase(tokens, at - phrase.split(' ').length, phrase)

/**
 * Within two words of the sentence; after a placeholder only right after "pieces": "{points} points
 * left".
 */
function isPhraseWithin(tokens: readonly Token[], at: number, phrase: string): boolean {
  const isValue = tokens[at]?.kind === 'value'
  for (let place = at + 1; place <= at + 3; place += 1) {
    if (startsWithPhrase(tokens, place, phrase)) return true
    if (tokens[place]?.kind === 'break') return false
    if (isValue && !isWord(tokens[place], lexicon.pieces)) return false
  }
  return false
}

/** "Anna hat gerade eine Tasse gekauft." */
function isHelped(tokens: readonly Token[], at: number): boolean {
  if (!isWord(tokens[at], lexicon.helpers)) return false
  const end = tokens.findIndex(({ kind }, place) => place > at && kind === 'break')
  const rest = tokens.slice(at, end === -1 ? tokens.length : end)
  return rest.some((token) => isWord(token, lexicon.boughtParticiples))
}

function isPerson(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (!token) return false
  if (token.kind === 'value' || isWord(token, lexicon.unnamedPeople)) return true
  return token.kind === 'word' && /^\p{Lu}/u.test(token.raw) && !isWord(token, lexicon.noNames)
}

/** "Anna bought", "Anna from New York bought": within four words, and not "bought together". */
function isBoughtAfter(tokens: readonly Token[], at: number): boolean {
  for (let place = at + 1; place <= at + 4; place += 1) {
    const token = tokens[place]
    if (!token || token.kind === 'break' || isWord(token, lexicon.readers)) return false
    if (isWord(token, lexicon.boughtVerbs)) return tokens[place + 1]?.text !== 'together'
    // A name can be followed by its origin; another first word by anything.
    if (place === at + 1 && isNameLike(tokens[at]) && !isWord(token, lexicon.origins)) return false
  }
  return false
}

const isNameLike = (token: Token | undefined) =>
  token?.kind === 'word' && !isWord(token, lexicon.unnamedPeople)

const isLeftValue = (token: Token | undefined) =>
  token?.kind === 'value' && /^\{left\s*[|}]/.test(token.text)

/** "2 hours left", "ends in 10 minutes": tomorrow it would say the same. */
function isTypedTimer(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.kind !== 'number' || !isWord(tokens[at + 1], lexicon.timeUnits)) return false
  if (isWord(tokens[at + 2], lexicon.timeLeft)) return true
  if (lexicon.timeBefore.some((phrase) => endsWithPhrase(tokens, at, phrase))) return true
  return tokens.slice(Math.max(0, at - 4), at).some((token) => isWord(token, lexicon.ending))
}
