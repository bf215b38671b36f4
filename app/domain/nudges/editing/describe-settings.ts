/** Settings of a nudge as short texts, by the editor's field that shows them. */
import type { NudgePlacement, PathRule } from '#app/contract/nudge-rules.ts'
import type { NudgeLook, NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { describeDesign } from '#app/domain/wording/card-design/designs.ts'
import { layoutLabel } from '#app/domain/wording/card-design/layout-choices.ts'
import { querySources } from '#app/contract/activity-sources.ts'
import { querySourceLabel } from '#app/domain/activities/sources.ts'
import { formatDatedMoment, formatDay, formatTime, formatZone } from '#app/lib/days/moment-text.ts'
import { describeTemplate } from '../message-template.ts'
import { formatHours } from '../schedule/schedule-text.ts'
import { weekdays } from '../schedule/weekdays.ts'
import { fullQuery, nudgeDefinitions } from '../types/registry.ts'
import {
  asSite,
  audienceChoices,
  deviceChoices,
  fieldLabels as labels,
  imageChoices,
  kindChoices,
  matchChoices,
  themeChoices,
  whereChoices,
} from './field-labels.ts'
import { queryLabel } from './setting-labels.ts'

/** A list is compared entry by entry. */
export type Described = { what: string; value: string | readonly string[] }

export const notSet = 'not set'

/** In the editor's order. Names of fields are those of its form. */
export function describeSettings(
  type: NudgeType,
  settings: NudgeSettings,
  timeZone: string,
): Map<string, Described> {
  const { name, query, content, rules, placement, message, look } = settings
  const full = fullQuery(type, query)
  const fields = new Map<string, Described>()
  const add = (field: string, what: string, value: Described['value']) =>
    fields.set(field, { what, value })

  for (const [field, value] of Object.entries(isRecord(content) ? content : {})) {
    add(`content.${field}`, contentLabel(type, field), describeContent(field, value, timeZone))
  }
  add('message.title', labels.title, describeMessage(message?.title))
  add('message.text', labels.text, describeMessage(message?.text))
  add('message.one', labels.one, describeMessage(message?.one))
  for (const option of Object.keys(full) as (keyof NudgeQuery)[]) {
    add(`query.${option}`, queryLabel(type, option), describeOption(option, full[option], timeZone))
  }
  add('name', labels.name, name)
  add('look.layout', labels.layout, layoutLabel(look.layout))
  add('look.theme', labels.theme, wordsOf(themeChoices, look.theme) ?? asSite)
  add('look.design', labels.design, look.design ? describeDesign(look.design) : asSite)
  add('look.imagePosition', labels.image, wordsOf(imageChoices, look.imagePosition) ?? asSite)
  add('look.showNudgeTitle', labels.showTitle, describeShown(look.showNudgeTitle))
  add('look.inlineBorder', labels.border, describeShown(look.inlineBorder))
  add('look.color', labels.color, look.color ?? asSite)
  add('look.position', 'Position on desktop', describeCorner(look.position))
  add('look.mobilePosition', 'Position on phones', describeCorner(look.mobilePosition))
  add('placement.selector', labels.placement, describePlacement(placement))
  add('rules.kinds', labels.kinds, allOr(wordsOfAll(kindChoices, rules.kinds)))
  add('rules.pages', labels.pages, (rules.pages ?? []).map(describePath))
  add('rules.notPages', labels.notPages, (rules.notPages ?? []).map(describePath))
  add('rules.devices', labels.devices, allOr(wordsOfAll(deviceChoices, rules.devices)))
  add('rules.audience', labels.audience, wordsOf(audienceChoices, rules.audience) ?? 'All')
  add('rules.hours', 'Days and times', rules.hours ? formatHours(rules.hours) : 'Any time')
  add('rules.from', labels.from, formatMoment(rules.from, timeZone))
  add('rules.until', labels.until, formatMoment(rules.until, timeZone))
  return fields
}

type Choices = readonly (readonly [string, string])[]

const wordsOf = (choices: Choices, chosen: string | undefined): string | undefined =>
  choices.find(([value]) => value === chosen)?.[1]

const wordsOfAll = (choices: Choices, chosen: readonly string[] = []): string[] =>
  choices.flatMap(([value, words]) => (chosen.includes(value) ? [words] : []))

const allOr = (chosen: readonly string[]) => (chosen.length === 0 ? 'All' : chosen.join(', '))

const describeMessage = (text: string | undefined) =>
  text ? describeTemplate(text) : 'Our wording'

const describeShown = (value: boolean | undefined) =>
  value === undefined ? asSite : value ? 'Show' : 'Hide'

const describeCorner = (position: NudgeLook['position'] | undefined): string =>
  position === undefined ? asSite : capitalize(position.replace('-', ' '))

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function describePlacement(placement: NudgePlacement | null): string {
  if (!placement) return notSet
  const { selector, where } = placement
  return `${wordsOf(whereChoices, where) ?? where}: ${selector}`
}

const describePath = ({ match, value }: PathRule) =>
  `${(wordsOf(matchChoices, match) ?? match).replace(/ \(.*/, '')} ${value}`

function describeOption(
  option: keyof NudgeQuery,
  value: NudgeQuery[keyof NudgeQuery],
  timeZone: string,
): Described['value'] {
  if (option === 'deadline') return formatMoment(typeof value === 'number' ? value : null, timeZone)
  if (option === 'integration') {
    const source = querySources.find((name) => name === value)
    return source ? querySourceLabel(source) : 'Any source'
  }
  if (option === 'countries') return Array.isArray(value) ? allOr(value) : 'All'
  if (typeof value === 'boolean') return onOff(value)
  if (value === null) return notSet
  const isLength = option === 'ago' || option === 'duration'
  return isLength && typeof value === 'number' ? formatLength(value) : String(value)
}

const onOff = (value: boolean) => (value ? 'On' : 'Off')

function contentLabel(type: NudgeType, field: string): string {
  const { fields } = nudgeDefinitions[type]
  if (fields && fields.kind === undefined) {
    const input = fields.inputs.find(({ name }) => name === field)
    if (input) return input.label
  }
  return rowLabels[field] ?? field
}

/** Labels of the forms that have rows. */
const rowLabels: Readonly<Record<string, string>> = {
  timeZone: labels.deliveryZone,
  cutOffs: labels.cutOffs,
  deliversOn: labels.deliversOn,
  transit: labels.transit,
  holidays: labels.holidays,
  holidaysUntil: labels.holidaysUntil,
  currency: labels.currency,
  thresholds: labels.thresholds,
  restrictions: labels.restrictions,
}

function describeContent(field: string, value: unknown, timeZone: string): Described['value'] {
  if (typeof value === 'boolean') return onOff(value)
  if (field === 'startsAt' && typeof value === 'number') return formatMoment(value, timeZone)
  if (field === 'cutOffs' && Array.isArray(value)) {
    return shortDays.flatMap((day, place) =>
      typeof value[place] === 'string' ? [`${day} ${formatTime(value[place])}`] : [],
    )
  }
  if (field === 'deliversOn' && Array.isArray(value)) {
    return shortDays.filter((_day, place) => value[place] === true)
  }
  if (Array.isArray(value)) return value.map((one) => formatIfDay(String(one)))
  if (isRecord(value)) {
    return Object.entries(value).map(
      ([country, terms]) =>
        `${country === '*' ? 'Other countries' : country} ${describeTerms(terms)}`,
    )
  }
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? formatIfDay(describeTemplate(value)) : notSet
}

const shortDays = weekdays.map((day) => day.slice(0, 3))

const describeTerms = (terms: unknown): string => {
  if (!isRecord(terms)) return String(terms)
  const { min, max } = terms
  return min === max ? String(min) : `${String(min)}–${String(max)}`
}

/** "Jan 15, 2027, 9:00 AM (Europe/Amsterdam)". */
function formatMoment(seconds: number | null | undefined, timeZone: string): string {
  if (seconds == null) return notSet
  return `${formatDatedMoment(timeZone, new Date(seconds * 1000))} (${formatZone(timeZone)})`
}

/** Leaves other texts as they are. */
const formatIfDay = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? formatDay(text) : text)

function formatLength(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const
  const [length, word] = units.find(([unit]) => seconds % unit === 0) ?? ([1, 'second'] as const)
  const count = seconds / length
  return `${String(count)} ${word}${count === 1 ? '' : 's'}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
