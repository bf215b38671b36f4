/** The form that undoes a change to nudges of a list. */
import { z } from 'zod'
import {
  archiveNudges,
  switchNudges,
  unarchiveNudges,
  type ArchivedNudge,
} from '#app/domain/nudges/editing/bulk-actions.server.ts'
import { maxNudges } from '#app/domain/nudges/editing/nudge-limits.server.ts'
import { schedulePublishing } from '#app/domain/nudges/editing/publish.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import type { Undo } from '#app/ui/forms/form-fetcher.ts'

const states = ['listed', 'archived', 'on', 'off', 'scheduled'] as const
type Prior = { state: (typeof states)[number]; uuid: string; publishAt?: Date | undefined }

/** "{state} {uuid}", with the time of the scheduled publication behind that. */
const prior = z
  .string()
  .transform((text) => text.split(' '))
  .pipe(
    z.union([
      z.tuple([z.enum(states), z.uuid()]),
      z.tuple([z.literal('scheduled'), z.uuid(), z.iso.datetime().transform((at) => new Date(at))]),
    ]),
  )
  .transform(([state, uuid, publishAt]): Prior => ({ state, uuid, publishAt }))

/** A nudge was listed, and on or scheduled. */
export const priorNudges = z.array(prior).max(2 * maxNudges)

/** No undo when nothing was changed. */
const undoOf = (to: string, was: readonly string[]): { undo?: Undo } =>
  was.length === 0
    ? {}
    : { undo: { to, fields: [['act', 'undo'], ...was.map((one) => ['was', one] as const)] } }

export const undoState = (
  to: string,
  uuids: readonly string[],
  state: 'on' | 'off' | 'archived',
): { undo?: Undo } =>
  undoOf(
    to,
    uuids.map((uuid) => `${state} ${uuid}`),
  )

export const undoArchive = (to: string, archived: readonly ArchivedNudge[]): { undo?: Undo } =>
  undoOf(
    to,
    archived.flatMap(({ uuid, wasOn, publishAt }) => [
      `listed ${uuid}`,
      ...(wasOn ? [`on ${uuid}`] : []),
      ...(publishAt ? [`scheduled ${uuid} ${publishAt.toISOString()}`] : []),
    ]),
  )

/**
 * Experiments that ended stay ended.
 *
 * @throws Refusal `conflict` when the site would have too many
 */
export async function takeBack(
  services: Services,
  site: SiteScope,
  was: readonly Prior[],
): Promise<void> {
  const of = (state: Prior['state']) =>
    was.filter((one) => one.state === state).map(({ uuid }) => uuid)
  await unarchiveNudges(services, site, of('listed'))
  await switchNudges(services, site, { uuids: of('on'), isOn: true })
  await switchNudges(services, site, { uuids: of('off'), isOn: false })
  await archiveNudges(services, site, of('archived'))
  for (const { uuid, publishAt } of was) {
    // A schedule that came due in between waits for the owner.
    if (publishAt && publishAt > services.now()) {
      await schedulePublishing(services, site, { uuid, publishAt })
    }
  }
}
