/**
 * Content that a nudge in its editor would show now, and reasons that prevent it. Stores nothing.
 */
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { describeChanges, type Change } from '#app/domain/nudges/editing/describe-changes.ts'
import { validateDraft, type EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { lintNudge } from '#app/domain/nudges/linter/lint-nudge.ts'
import { openingTimes } from '#app/domain/nudges/schedule/opening-times.ts'
import { formatSchedule } from '#app/domain/nudges/schedule/schedule-text.ts'
import { contentErrors, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { compileDraft, compileExample } from '#app/domain/serving/preview.server.ts'
import { notShownWords } from '#app/domain/stats/not-shown-words.ts'
import { readableColors } from '#app/domain/wording/color-contrast.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { fieldOf, placeErrors, readSent, type SentForm } from './editor-form.server.ts'

type EditorFinding = {
  level: 'block' | 'advise'
  field: string
  sentence: string
  /** As they were typed; empty: it isn't about single words. */
  words: readonly string[]
}

export type EditorPreview = {
  /** Null: required fields of the type are missing. */
  payload: PixelPayload | null
  /** Content with sample data, for a nudge that has nothing to show. */
  example: PixelPayload | null
  /** Why there is nothing to see. */
  empty: string
  findings: EditorFinding[]
  /** From what is published. Empty for a nudge that never was. */
  changes: Change[]
  /** For a custom color: its contrast on each card. */
  contrasts: string[]
  /** For a nudge with a schedule: its next time windows. Null: no schedule. */
  windows: string[] | null
}

/** Null: the form couldn't be saved as it is. */
export async function previewForm(
  services: Services,
  site: SiteScope,
  sent: SentForm,
): Promise<EditorPreview | null> {
  const { nudge, timeZone } = sent
  const settings = await findSavable(services, site, sent)
  return settings && previewSettings(services, site, { nudge: { ...nudge, settings }, timeZone })
}

async function findSavable({ db }: Services, site: SiteScope, sent: SentForm) {
  try {
    return await db.asTeam(site, (tx) =>
      validateDraft(tx, site, { ...sent.nudge, read: readSent(sent) }),
    )
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid') return null
    throw error
  }
}

type Previewed = {
  nudge: Pick<EditedNudge, 'type' | 'surface' | 'settings' | 'published'>
  timeZone: string
}

export async function previewSettings(
  services: Services,
  site: SiteScope,
  { nudge: { type, surface, settings, published }, timeZone }: Previewed,
): Promise<EditorPreview> {
  const lacking = Object.keys(placeErrors(type, contentErrors(type, settings.content)))
  const { name: _name, ...draft } = settings
  const isWhole = lacking.length === 0
  const compiled = { ...draft, type, surface }
  const payload = isWhole ? await compileDraft(services, site, compiled) : null
  const hasNothing = payload === null || payload.nudges.length === 0
  const example = hasNothing ? await compileExample(services, site, compiled) : null
  const reason = payload?.unshown?.[0]?.reason
  const findings = lintNudge({ type, surface, settings, at: services.now() })
  return {
    payload: payload && withoutForms(payload),
    example: example && withoutForms(example),
    empty: reason === undefined ? needsPage : `${notShownWords[reason].name}. ${dataWords(type)}`,
    findings: [
      ...lacking.map((field) => ({
        level: 'block' as const,
        field,
        sentence: 'A required field is missing or invalid.',
        words: [],
      })),
      ...findings.map(({ level, path, sentence, words = [] }) => ({
        level,
        field: fieldOf(type, path),
        sentence,
        words,
      })),
    ],
    changes:
      published === null
        ? []
        : describeChanges(type, { before: published, after: settings, timeZone }),
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

const needsPage = 'No preview: this nudge uses data that only your page has.'

const dataWords = (type: NudgeType) => `Uses: ${nudgeDefinitions[type].about.data}`

const contrastsOf = (color: string): string[] =>
  readableColors(color).map(({ card, contrast, least, used, isKept }) => {
    const sentence = `${card === 'light' ? 'Light' : 'Dark'} card: contrast ${String(contrast)}:1`
    return isKept
      ? `${sentence} – readable, used unchanged.`
      : `${sentence} – too low for text (minimum ${String(least)}:1), so we use ${used} instead.`
  })
