/** Settings as values of the editor's form. Field names are paths in the settings. */
import { designSettings } from '#app/contract/card-design.ts'
import type { PathRule } from '#app/contract/nudge-rules.ts'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { fullQuery, nudgeDefinitions } from '../types/registry.ts'
import { formatFormMoment } from './form-fields.ts'
import { durationUnit } from './read-settings.ts'

const hour = 3600
const day = 86_400

/** Values by field name. Names of list items end with an index. */
export function showSettings(
  type: NudgeType,
  settings: NudgeSettings,
  timeZone: string,
): Record<string, string> {
  const { name, query, content, rules, placement, message, look } = settings
  const overridden = (value: boolean | undefined) =>
    value === undefined ? '' : value ? 'on' : 'off'
  return {
    name,
    ...showQuery(type, query, timeZone),
    ...showContent(type, content, timeZone),
    ...showPaths('rules.pages', rules.pages ?? []),
    ...showPaths('rules.notPages', rules.notPages ?? []),
    'rules.kinds': (rules.kinds ?? []).join(' '),
    'rules.devices': (rules.devices ?? []).join(' '),
    'rules.audience': rules.audience ?? 'all',
    'rules.from': formatFormMoment(rules.from, timeZone),
    'rules.until': formatFormMoment(rules.until, timeZone),
    'rules.hours.days': (rules.hours?.days ?? []).join(' '),
    'rules.hours.from': rules.hours?.from ?? '',
    'rules.hours.until': rules.hours?.until ?? '',
    'placement.selector': placement?.selector ?? '',
    'placement.where': placement?.where ?? 'after',
    'message.title': message?.title ?? '',
    'message.text': message?.text ?? '',
    'message.one': message?.one ?? '',
    'look.theme': look.theme ?? '',
    'look.color': look.color ?? '',
    'look.imagePosition': look.imagePosition ?? '',
    'look.designed': look.design ? 'nudge' : 'site',
    ...Object.fromEntries(
      designSettings.map((setting) => [`look.design.${setting}`, look.design?.[setting] ?? '']),
    ),
    'look.showNudgeTitle': overridden(look.showNudgeTitle),
    'look.inlineBorder': overridden(look.inlineBorder),
    'look.layout': look.layout ?? '',
    'look.placed': (look.position ?? look.mobilePosition) ? 'nudge' : 'site',
    'look.position': look.position ?? '',
    'look.mobilePosition': look.mobilePosition ?? '',
  }
}

const showPaths = (name: string, rules: readonly PathRule[]) =>
  Object.fromEntries(
    rules.flatMap(({ match, value }, row) => [
      [`${name}.${String(row)}.match`, match],
      [`${name}.${String(row)}.value`, value],
    ]),
  ) as Record<string, string>

/** Values for the fields. */
function showQuery(
  type: NudgeType,
  stored: Partial<NudgeQuery>,
  timeZone: string,
): Record<string, string> {
  const query = fullQuery(type, stored)
  const isInDays = query.ago % day === 0
  const numberOf = (value: number | null) => (value === null ? '' : String(value))
  return {
    'query.ago': String(Math.round(query.ago / (isInDays ? day : hour))),
    'query.ago.unit': isInDays ? 'days' : 'hours',
    'query.minimum': String(query.minimum),
    'query.maximum': numberOf(query.maximum),
    'query.deadline': formatFormMoment(query.deadline, timeZone),
    'query.duration': numberOf(
      query.duration === null ? null : Math.round(query.duration / durationUnit(type)),
    ),
    'query.listSize': String(query.listSize),
    'query.countries': query.countries.join(', '),
    'query.integration': query.integration ?? '',
    ...Object.fromEntries(flags.map((name) => [`query.${name}`, query[name] ? 'on' : ''])),
  }
}

const flags = [
  ...(['hideEmpty', 'javascript', 'rotateNudges', 'skipSeenNudges'] as const),
  ...(['persistentNudge', 'showProductName', 'hideHighStockNudge'] as const),
]

/** Values for the fields; `fresh` for a nudge without any input so far. */
export function showContent(
  type: NudgeType,
  stored: unknown,
  timeZone: string,
): Record<string, string> {
  const content: Record<string, unknown> = isRecord(stored) ? stored : freshContent(type, timeZone)
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(content)) {
    const field = `content.${name}`
    if (name === 'startsAt' && typeof value === 'number')
      shown[field] = formatFormMoment(value, timeZone)
    else if (name === 'holidays' && Array.isArray(value)) Object.assign(shown, showHolidays(value))
    else if (name === 'transit' && isRecord(value)) Object.assign(shown, showTransit(value))
    else if (name === 'thresholds' && isRecord(value)) Object.assign(shown, showThresholds(value))
    else if (Array.isArray(value)) {
      value.forEach((one: unknown, place) => {
        shown[`${field}.${String(place)}`] =
          one === true ? 'on' : typeof one === 'string' ? one : ''
      })
    } else if (value === true) shown[field] = 'on'
    else if (typeof value === 'string') shown[field] = value
  }
  return shown
}

/**
 * Without a cut-off nothing would be promised, so the form starts with an ordinary working week.
 */
const freshContent = (type: NudgeType, timeZone: string): Record<string, unknown> =>
  nudgeDefinitions[type].fields?.kind === 'delivery'
    ? { deliversOn: [true, true, true, true, true, false, false], timeZone }
    : {}

const showTransit = (transit: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(transit).flatMap(([country, range], row) => {
      const name = `content.transit.${String(row)}`
      const { min, max } = isRecord(range) ? range : {}
      return [
        [`${name}.country`, country],
        [`${name}.min`, numberText(min)],
        [`${name}.max`, numberText(max)],
      ]
    }),
  ) as Record<string, string>

const showHolidays = (days: readonly unknown[]) =>
  Object.fromEntries(
    days
      .filter((day) => typeof day === 'string')
      .sort()
      .map((day, row) => [`content.holidays.${String(row)}.day`, day]),
  ) as Record<string, string>

const showThresholds = (thresholds: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(thresholds).flatMap(([country, amount], row) => {
      const name = `content.thresholds.${String(row)}`
      return [
        [`${name}.country`, country],
        [`${name}.amount`, numberText(amount)],
      ]
    }),
  ) as Record<string, string>

const numberText = (value: unknown): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : ''

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
