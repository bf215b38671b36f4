/** Options of pickers, and how typed text finds them. */
import { countriesByName } from '#app/lib/countries.ts'
import { normalizeText } from '#app/lib/normalize-text.ts'
import { offsetAt } from '#app/lib/zoned-days.ts'
import { minuteMillis } from '#app/lib/time.ts'

/** `destination`: a country, or `*` for all that have no entry. */
export type Pickable = 'country' | 'destination' | 'timeZone' | 'currency'

export type PickerOption = { value: string; label: string }

/**
 * All options in the order of the list.
 *
 * @param language of names, for example `en`
 * @param at when the offsets of time zones count, in milliseconds
 */
export function listOptions(of: Pickable, language: string, at: number): PickerOption[] {
  switch (of) {
    case 'country':
      return countryOptions(language)
    case 'destination':
      return [{ value: '*', label: 'All other countries' }, ...countryOptions(language)]
    case 'timeZone':
      return timeZones().map((zone) => ({ value: zone, label: describeZone(zone, at) }))
    case 'currency':
      return currencyOptions(language)
  }
}

const countryOptions = (language: string): PickerOption[] =>
  countriesByName(language).map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))

function currencyOptions(language: string): PickerOption[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
}

/** UTC first, which some engines leave out. */
const timeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

function describeZone(zone: string, at: number): string {
  const name = zone.replaceAll('_', ' ')
  return zone === 'UTC' ? name : `${name} (${formatOffset(offsetAt(zone, at))})`
}

/** `UTC+05:30`. */
function formatOffset(millis: number): string {
  const minutes = Math.round(Math.abs(millis) / minuteMillis)
  const part = (count: number) => String(Math.floor(count)).padStart(2, '0')
  return `UTC${millis < 0 ? '−' : '+'}${part(minutes / 60)}:${part(minutes % 60)}`
}

/** Options that match the text, best first: by code, start of the label, start of a word, part. */
export function findOptions(options: readonly PickerOption[], text: string): PickerOption[] {
  const wanted = normalizeText(text)
  if (wanted === '') return [...options]
  return options
    .map((option) => ({ option, rank: rankOf(option, text, wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option)
}

/** The option whose code or label was typed in full. */
export const exactOption = (options: readonly PickerOption[], text: string) =>
  options.find(
    (option) => isCode(option, text) || normalizeText(option.label) === normalizeText(text),
  )

const noMatch = 4

function rankOf(option: PickerOption, text: string, wanted: string): number {
  if (isCode(option, text)) return 0
  const label = normalizeText(option.label)
  if (label.startsWith(wanted)) return 1
  if (label.includes(` ${wanted}`)) return 2
  return label.includes(wanted) ? 3 : noMatch
}

const isCode = ({ value }: PickerOption, text: string) =>
  value.toLowerCase() === text.trim().toLowerCase()
