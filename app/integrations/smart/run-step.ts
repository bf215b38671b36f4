/** Runs each step on a value. Pure, and in time that grows only with the value's length. */
import { parseWebAddress, webAddress } from '#app/lib/web/web-address.ts'
import { plainText } from '#app/lib/markup/plain-text.ts'
import { countryCodeOf } from '#app/lib/country-code.ts'
import { shorten } from '#app/lib/storable-text.ts'
import { fromMinorUnits } from '../kit/values.ts'
import { readDate } from './dates.ts'
import { readAmount } from './amounts.ts'
import { readRating } from './ratings.ts'
import type { Step } from './steps.ts'

export type Scalar = string | number | boolean

/** Undefined: nothing is left. `unreadable` is a sentence for the owner. */
export type StepResult = Scalar | undefined | { unreadable: string }

export type StepContext = {
  /** The record's currency, for amounts in its smallest unit. */
  currency: string | undefined
  /** Texts at these paths, without those that have none. */
  textsAt: (paths: readonly string[]) => readonly string[]
}

/** Longer texts are cut: no field of ours needs more. */
export const maxTextLength = 2048

/** Cut between two characters. */
export function boundText(text: string): string {
  if (text.length <= maxTextLength) return text
  return shorten(text, maxTextLength)
}

type NamedStep = Extract<Step, string>

const textSteps: Record<
  Exclude<NamedStep, 'decimal' | 'minor_units' | 'integer'>,
  (text: string) => StepResult
> = {
  trim: (text) => text.trim(),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  title_case: titleCase,
  first_word: (text) => wordsOf(text)[0],
  last_word: (text) => wordsOf(text).at(-1),
  initial: (text) => {
    const [letter] = text.trim()
    return letter === undefined ? undefined : `${letter.toUpperCase()}.`
  },
  strip_html: (text) => plainText(text) || undefined,
  country_iso2: (text) =>
    countryCodeOf(text) ?? {
      unreadable: 'This isn’t a country that we know. Use its name or its code.',
    },
  https_url: (text) => {
    const address = webAddress(text.trim().replace(/^\/\//, 'https://'))
    if (address?.startsWith('https:')) return address
    return { unreadable: 'This isn’t a URL that starts with https://.' }
  },
}

/** Changes a value. A value of another type is left to the field that gets it. */
export function runStep(one: Step, value: Scalar | undefined, context: StepContext): StepResult {
  const result = changed(one, value, context)
  return typeof result === 'string' ? boundText(result) || undefined : result
}

function changed(one: Step, value: Scalar | undefined, context: StepContext): StepResult {
  if (typeof one === 'object' && 'default' in one) return value ?? one.default
  if (typeof one === 'object' && 'join' in one) {
    const before = value === undefined ? [] : [String(value)]
    return [...before, ...context.textsAt(one.join.at)].join(one.join.sep)
  }
  if (value === undefined) return undefined
  return typeof one === 'string' ? runNamed(one, value, context) : runWithOptions(one, value)
}

function runNamed(name: NamedStep, value: Scalar, { currency }: StepContext): StepResult {
  if (name === 'decimal' || name === 'integer' || name === 'minor_units') {
    const amount = readAmount(value)
    if (amount === undefined) return { unreadable: 'This isn’t a number of 0 or more.' }
    if (name === 'decimal') return amount
    if (!Number.isInteger(amount)) return { unreadable: 'This isn’t a whole number.' }
    if (name === 'integer') return amount
    return (
      fromMinorUnits(amount, currency) ?? {
        unreadable: 'This amount is in cents, which needs a currency. Map the currency as well.',
      }
    )
  }
  return textSteps[name](String(value))
}

type StepWithOptions = Exclude<Step, NamedStep | { default: unknown } | { join: unknown }>

function runWithOptions(one: StepWithOptions, value: Scalar): StepResult {
  if ('rating' in one) return readRating(value, one.rating.max)
  if ('truncate' in one) return truncated(String(value), one.truncate)
  if ('replace' in one) return replaced(String(value), one.replace)
  if ('absolute_url' in one) return absoluteUrl(String(value), one.absolute_url.base)
  const read =
    typeof value === 'boolean'
      ? { unreadable: 'This isn’t a date.' }
      : readDate(value, { format: one.date, zone: one.zone })
  return 'moment' in read ? read.moment : read
}

/** Bounded while it is built, so that many steps can't multiply a text. */
function replaced(text: string, { from, to }: { from: string; to: string }): string {
  let result = ''
  let start = 0
  while (result.length <= maxTextLength) {
    const found = text.indexOf(from, start)
    if (found === -1) return result + text.slice(start)
    result += text.slice(start, found) + to
    start = found + from.length
  }
  return result
}

function truncated(text: string, most: number): string {
  const letters = Array.from(text)
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text
}

function absoluteUrl(text: string, base: string): StepResult {
  return parseWebAddress(text.trim(), { base })?.href ?? { unreadable: 'This isn’t a web address.' }
}

const wordsOf = (text: string) => text.split(/\s/u).filter((word) => word !== '')

/** Words in capitals or without any. "McDonald" stays as it is. */
function titleCase(text: string): string {
  return text.replaceAll(/[^\s-]+/gu, (word) => {
    const isEven = word === word.toLowerCase() || word === word.toUpperCase()
    if (!isEven) return word
    const [first = '', ...rest] = word
    const [second = '', third = '', ...others] = rest
    const isSplit = second === '’' || second === "'"
    return isSplit
      ? `${first.toUpperCase()}${second}${third.toUpperCase()}${others.join('').toLowerCase()}`
      : `${first.toUpperCase()}${rest.join('').toLowerCase()}`
  })
}
