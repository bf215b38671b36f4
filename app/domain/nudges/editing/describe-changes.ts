/** Describes the differences between two versions of a nudge's settings. */
import type { PathRule } from '#app/contract/nudge-rules.ts'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { clockAt } from '#app/lib/zoned-days.ts'
import { formatHours } from '../schedule/schedule-text.ts'
import { queryLabel } from './setting-labels.ts'
import { fullQuery } from '../types/registry.ts'

export type Change = { what: string; from: string; to: string }

/** In the editor's order; empty without differences. */
export function describeChanges(
  type: NudgeType,
  { before, after, timeZone }: { before: NudgeSettings; after: NudgeSettings; timeZone: string },
): Change[] {
  const momentOf = createMoments(timeZone)
  const [old, now] = [describe(type, before, momentOf), describe(type, after, momentOf)]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  return names.flatMap((what) => {
    const from = old.get(what) ?? nothing
    const to = now.get(what) ?? nothing
    return from === to ? [] : [{ what, from, to }]
  })
}

const nothing = 'nothing'

function describe(
  type: NudgeType,
  settings: NudgeSettings,
  momentOf: FormatMoment,
): Map<string, string> {
  const { name, query, content, rules, placement, message, look } = settings
  const full = fullQuery(type, query)
  const lines = new Map<string, string>([['Name', name]])
  for (const option of Object.keys(full) as (keyof NudgeQuery)[]) {
    lines.set(queryLabel(type, option), describeOption(option, full[option], momentOf))
  }
  for (const [field, value] of Object.entries(isRecord(content) ? content : {})) {
    lines.set(contentLabels[field] ?? field, describeContent(field, value, momentOf))
  }
  lines.set('Message title', message?.title || nothing)
  lines.set('Message text', message?.text || nothing)
  lines.set('Text when the number is 1', message?.one || nothing)
  lines.set('Included pages', describePaths(rules.pages))
  lines.set('Excluded pages', describePaths(rules.notPages))
  lines.set('Page types', listed(rules.kinds))
  lines.set('Devices', listed(rules.devices))
  lines.set('Visitors', rules.audience ?? 'all')
  lines.set('Start', momentOf(rules.from))
  lines.set('End', momentOf(rules.until))
  lines.set('Hours', rules.hours ? formatHours(rules.hours) : 'at any time')
  lines.set('Placement', placement ? `${placement.where} ${placement.selector}` : nothing)
  lines.set('Card', look.theme ?? asSite)
  lines.set('Color', look.color ?? asSite)
  lines.set('Image', look.imagePosition ?? asSite)
  lines.set('Title above the text', switched(look.showNudgeTitle))
  lines.set('Border', switched(look.inlineBorder))
  lines.set('Position', placeWords(look.position))
  lines.set('Position on phones', placeWords(look.mobilePosition))
  lines.set('Layout', look.layout ? 'compact line' : 'card')
  return lines
}

const asSite = 'same as site'

const placeWords = (position: string | undefined) => position?.replace('-', ' ') ?? asSite

const switched = (value: boolean | undefined) =>
  value === undefined ? asSite : value ? 'on' : 'off'

function describeOption(
  option: keyof NudgeQuery,
  value: NudgeQuery[keyof NudgeQuery],
  momentOf: FormatMoment,
): string {
  if (option === 'deadline') return momentOf(typeof value === 'number' ? value : null)
  if ((option === 'ago' || option === 'duration') && typeof value === 'number')
    return lengthOf(value)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return listed(value)
  return value === null ? nothing : String(value)
}

const contentLabels: Record<string, string> = {
  title: 'Title',
  text: 'Text',
  image: 'Image URL',
  url: 'Link URL',
  amount: 'Discount',
  scope: 'Applies to',
  code: 'Code',
  conditions: 'Terms',
  startsAt: 'Offer starts',
  goal: 'Sign-up',
  source: 'Review source',
  noRestockBefore: 'No restock before',
  timeZone: 'Time zone',
  cutOffs: 'Same-day cutoff',
  deliversOn: 'Delivery days',
  transit: 'Transit time',
  holidays: 'Holidays',
  holidaysUntil: 'Holidays entered through',
  currency: 'Currency',
  thresholds: 'Free delivery threshold',
  restrictions: 'Restrictions',
  tellsMessages: 'Rotate messages from Data',
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function describeContent(field: string, value: unknown, momentOf: FormatMoment): string {
  if (value === true) return 'on'
  if (field === 'startsAt' && typeof value === 'number') return momentOf(value)
  if (field === 'cutOffs' && Array.isArray(value)) {
    return listed(days.map((day, place) => `${day} ${String(value[place] ?? '–')}`))
  }
  if (field === 'deliversOn' && Array.isArray(value)) {
    return listed(days.filter((_day, place) => value[place] === true))
  }
  if (Array.isArray(value)) return listed(value.map(String))
  if (isRecord(value)) {
    return listed(
      Object.entries(value).map(([country, terms]) => `${country} ${describeTerms(terms)}`),
    )
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : nothing
}

const describeTerms = (terms: unknown): string =>
  isRecord(terms) ? `${String(terms['min'])}–${String(terms['max'])}` : String(terms)

const describePaths = (rules: readonly PathRule[] | undefined) =>
  listed((rules ?? []).map(({ match, value }) => `${matches[match]} ${value}`))

const matches = { contains: 'contains', exact: 'is', pattern: 'matches' } as const

const listed = (values: readonly string[] | undefined): string => values?.join(', ') || nothing

type FormatMoment = (seconds: number | null | undefined) => string

const createMoments =
  (timeZone: string): FormatMoment =>
  (seconds) => {
    if (seconds == null) return nothing
    const { day, time } = clockAt(timeZone, seconds * 1000)
    return `${day} ${time} (${timeZone})`
  }

const lengthOf = (seconds: number): string => {
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
  ] as const
  const [length, word] = units.find(([unit]) => seconds % unit === 0) ?? ([1, 's'] as const)
  return `${String(seconds / length)} ${word}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
