/** Handles the editor's form, with errors at its fields. */
import type { NudgeType } from '#app/contract/nudges.ts'
import { saveForm } from '#app/domain/nudges/editing/drafts.server.ts'
import { readFormFields, type FormEntries } from '#app/domain/nudges/editing/form-fields.ts'
import type { EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import {
  canPublish,
  saveAndPublish,
  schedulePublishing,
} from '#app/domain/nudges/editing/publish.server.ts'
import { readSettings, type ReadSettings } from '#app/domain/nudges/editing/read-settings.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { Refusal, refuseFields, type FieldErrors } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/** The fields of a nudge's form, as they were sent. */
export type SentForm = {
  nudge: EditedNudge
  /** The site's. */
  timeZone: string
  entries: FormEntries
}

/** Reads the settings, without checking more than that they can be read. */
export const readSent = ({ nudge: { type, surface }, timeZone, entries }: SentForm): ReadSettings =>
  readSettings({ type, surface, timeZone, entries })

/**
 * Saves the settings as the draft, or publishes them.
 *
 * @throws Refusal `not_found`; `invalid` with messages at the fields: nothing was stored
 */
export async function submitForm(
  services: Services,
  site: SiteScope,
  { sent, userId, then }: { sent: SentForm; userId: number; then: 'save' | 'publish' },
): Promise<void> {
  const { uuid, type } = sent.nudge
  const submit = then === 'publish' ? saveAndPublish : saveForm
  try {
    await submit(services, site, { uuid, userId, read: readSent(sent) })
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.errors) throw error
    throw new Refusal(error.code, error.message, {
      errors: placeErrors(type, error.details.errors),
    })
  }
}

/**
 * Publishes what is saved at the moment that the form names.
 *
 * @throws Refusal `not_found`; `invalid` at `publishAt`
 */
export async function submitSchedule(
  services: Services,
  site: SiteScope,
  { nudge, timeZone, entries }: SentForm,
): Promise<void> {
  const { errors, momentOf, refuse } = readFormFields(entries, timeZone)
  const at = momentOf('publishAt')
  if (at === null && !errors['publishAt']) refuse('publishAt', 'Choose a date and time.')
  if (!(await canPublish(services, site, nudge))) {
    refuse('publishAt', 'This draft can’t be published yet. See Publishing checks.')
  }
  if (at === null || errors['publishAt']) throw refuseFields(errors)
  await schedulePublishing(services, site, { uuid: nudge.uuid, publishAt: new Date(at * 1000) })
}

/** Errors at settings, at the fields that show them. */
export function placeErrors(type: NudgeType, errors: FieldErrors): FieldErrors {
  const placed: Record<string, string[]> = {}
  for (const [path, sentences] of Object.entries(errors)) {
    const field = fieldOf(type, path)
    placed[field] = [...(placed[field] ?? []), ...sentences]
  }
  return placed
}

/** The field for a setting. Fields of several inputs or rows share one place for messages. */
export function fieldOf(type: NudgeType, path: string): string {
  if (path !== 'content') {
    return /^content\.(transit|thresholds|holidays)(?=\.)/.exec(path)?.[0] ?? path
  }
  const name = nudgeDefinitions[type].fields?.findings ?? null
  return name === null ? 'name' : `content.${name}`
}
