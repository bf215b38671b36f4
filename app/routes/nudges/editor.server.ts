/** Data of a nudge's editor, and validation of its form. */
import { isUuid, type GuardArgs } from '#app/auth/guards.server.ts'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import { queryDefaults, type NudgeQuery, type NudgeType } from '#app/contract/nudges.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { validateSettings } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { readSettings, type EditedKind } from '#app/domain/nudges/editing/form-settings.ts'
import { queryLabel } from '#app/domain/nudges/editing/setting-labels.ts'
import { formatSchedule } from '#app/domain/nudges/schedule/schedule-text.ts'
import { openingTimes } from '#app/domain/nudges/schedule/opening-times.ts'
import { everyRead } from '#app/domain/nudges/types/kit/query-options.ts'
import { contentErrors, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { lintNudge } from '#app/domain/nudges/linter/lint-nudge.ts'
import { readableColors } from '#app/domain/wording/color-contrast.ts'
import { compileDraft } from '#app/domain/serving/preview.server.ts'
import { neededPlan } from '#app/domain/plans/features.ts'
import { notShownWords } from '#app/domain/stats/not-shown-words.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { errorCatalog, Refusal, type FieldErrors } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { fieldOfFinding, fieldOfPath } from './finding-fields.ts'

/** @throws Refusal `not_found` unless it is a uuid, for which the database would raise an error */
export function namedNudge({ params, request }: GuardArgs & { params: { id?: string } }): string {
  if (params.id !== undefined && isUuid(params.id)) return params.id
  throw new Refusal('not_found', errorCatalog.notFound(new URL(request.url).pathname))
}

export const editedTypeOf = (
  { type, surface }: Pick<EditedKind, 'type' | 'surface'>,
  timeZone: string,
): EditedKind => ({
  type,
  surface,
  timeZone,
  reads: [...nudgeDefinitions[type].reads, ...everyRead],
})

/** The parts of the type's definition that the editor's fields are drawn from. */
export function describeTypeForm(type: NudgeType) {
  const { about, durationUnit = 'minutes', fields, labels, message } = nudgeDefinitions[type]
  const options = Object.keys(queryDefaults) as (keyof NudgeQuery)[]
  return {
    typeName: labels.name,
    about: `${about.data} Hidden when: ${about.hidesWhen}`,
    durationUnit,
    fields,
    message,
    optionLabels: Object.fromEntries(
      options.map((option) => [option, queryLabel(type, option)]),
    ) as Record<keyof NudgeQuery, string>,
  }
}

export type TypeForm = ReturnType<typeof describeTypeForm>

type Billed = Parameters<typeof neededPlan>[0]

/** Errors at fields that the plan doesn't include. */
export const refusedByPlan = (team: Billed, { query }: NudgeSettings): FieldErrors =>
  query.skipSeenNudges === true && neededPlan(team, 'skipSeenNudges') !== null
    ? { 'query.skipSeenNudges': ['The organization’s plan does not include this.'] }
    : {}

export type ValidatedDraft =
  { ok: true; settings: NudgeSettings } | { ok: false; errors: FieldErrors }

/** A draft can be incomplete, but not invalid. */
export function validateDraft(kind: EditedKind, form: FormData, team: Billed): ValidatedDraft {
  const { settings, errors: unread } = readSettings(kind, formEntries(form))
  const wrong = Object.entries(contentErrors(kind.type, settings.content)).filter(([path]) =>
    isTyped(settings, path),
  )
  const errors = { ...placed(wrong), ...unread, ...refusedByPlan(team, settings) }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  try {
    return { ok: true, settings: validateSettings(settings) }
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.errors) throw error
    return { ok: false, errors: error.details.errors }
  }
}

/** Errors that prevent publication, by field; empty when it can be published. */
export function refusedForPages(kind: EditedKind, settings: NudgeSettings, at: Date): FieldErrors {
  const blocks = lintNudge({ ...kind, settings, at })
    .filter(({ level }) => level === 'block')
    .map(({ field, sentence }) => [fieldOfFinding(kind.type, field), [sentence]] as const)
  return placed([...Object.entries(contentErrors(kind.type, settings.content)), ...blocks])
}

function placed(errors: readonly (readonly [string, readonly string[]])[]): FieldErrors {
  const all: Record<string, string[]> = {}
  for (const [path, sentences] of errors) {
    const field = fieldOfPath(path)
    all[field] = [...(all[field] ?? []), ...sentences]
  }
  return all
}

function isTyped(settings: NudgeSettings, path: string): boolean {
  let value: unknown = settings
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return false
    value = (value as Record<string, unknown>)[step]
  }
  return value !== undefined && value !== null && value !== ''
}

export const formEntries = (form: FormData): [string, string][] =>
  [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))

export type EditorPreview = {
  /** Null: required fields of the type are missing. */
  payload: PixelPayload | null
  /** Why there is nothing to see. */
  empty: string
  findings: { level: 'block' | 'advise'; field: string; sentence: string }[]
  /** For a custom color: its contrast on each card. */
  contrasts: string[]
  /** For a nudge with a schedule: its next time windows. Null: no schedule. */
  windows: string[] | null
}

/** Stores nothing. */
export async function previewSettings(
  services: Services,
  scope: SiteScope,
  { kind, settings }: { kind: EditedKind; settings: NudgeSettings },
): Promise<EditorPreview> {
  const { type, surface, timeZone } = kind
  const lacking = placed(Object.entries(contentErrors(type, settings.content)))
  const isWhole = Object.keys(lacking).length === 0
  const { name: _name, ...draft } = settings
  const payload = isWhole ? await compileDraft(services, scope, { ...draft, type, surface }) : null
  const reason = payload?.unshown?.[0]?.reason
  const findings = lintNudge({ type, surface, settings, at: services.now() })
  return {
    payload: payload && withoutForms(payload),
    empty: reason === undefined ? needsPage : `${notShownWords[reason].name}. ${dataWords(kind)}`,
    findings: [
      ...Object.keys(lacking).map((field) => ({
        level: 'block' as const,
        field,
        sentence: 'A field that the nudge needs is empty or not right.',
      })),
      ...findings.map((one) => ({ ...one, field: fieldOfFinding(type, one.field) })),
    ],
    contrasts: settings.look.color === undefined ? [] : contrastsOf(settings.look.color),
    windows: settings.rules.hours
      ? describeNextWindows(settings.rules, { timeZone, at: services.now() })
      : null,
  }
}

/** Enough to check a schedule. */
const windowsShown = 3

function describeNextWindows(
  rules: NudgeSettings['rules'],
  now: { timeZone: string; at: Date },
): string[] {
  const descriptions: string[] = []
  for (const { from, until } of openingTimes(rules, now)) {
    // Windows of a weekly schedule have both.
    if (from !== null && until !== null)
      descriptions.push(formatSchedule(from, until, now.timeZone))
    if (descriptions.length === windowsShown) break
  }
  return descriptions
}

const withoutForms = ({ forms: _forms, goals: _goals, ...payload }: PixelPayload) => payload

const needsPage = 'It tells what only a page of your shop knows.'

const dataWords = ({ type }: EditedKind) => {
  const { data, hidesWhen } = nudgeDefinitions[type].about
  return `It is made from: ${data} It is not shown when: ${hidesWhen}`
}

const contrastsOf = (color: string): string[] =>
  readableColors(color).map(({ card, contrast, least, used, isKept }) => {
    const sentence = `On a ${card} card it has a contrast of ${String(contrast)} to 1`
    return isKept
      ? `${sentence}: it is drawn as it is.`
      : `${sentence}; words need ${String(least)}, so ${used} is drawn instead.`
  })
