/** A nudge as loaded into its editor, and validation of what its editor sends. */
import { createHash } from 'node:crypto'
import { and, eq, type SQL } from 'drizzle-orm'
import { nudgeSettings, type NudgeSettings } from '#app/contract/nudge-settings.ts'
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import { Refusal, refuseField, refuseFields, type FieldErrors } from '#app/lib/errors.ts'
import { fieldErrors } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import { gateSentence } from '#app/domain/plans/gate-text.ts'
import { nudgeFlag } from '#app/domain/plans/feature-flags.ts'
import { findEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { lackedQuery } from '#app/domain/plans/within-plan.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { findLayoutFault } from '#app/domain/wording/card-design/layout-choices.ts'
import { contentErrors, fullQuery, inlineNudgeTypes } from '../types/registry.ts'
import type { ReadSettings } from './read-settings.ts'

export type Surface = 'popup' | 'inline'

export type EditedNudge = {
  id: number
  uuid: string
  type: NudgeType
  surface: Surface
  state: 'draft' | 'published' | 'paused'
  version: number
  /** The draft, otherwise the published version. */
  settings: NudgeSettings
  /** The published version. Null: never published. */
  published: NudgeSettings | null
  hasDraft: boolean
  publishAt: Date | null
  publishedAt: Date | null
  archivedAt: Date | null
  updatedAt: Date
}

/** @throws Refusal `not_found` */
export const readNudge = ({ db }: Services, site: SiteScope, uuid: string): Promise<EditedNudge> =>
  db.asTeam(site, (tx) => findNudge(tx, site, uuid))

/** @throws Refusal `not_found` */
const findNudge = (tx: Queries, site: SiteScope, uuid: string): Promise<EditedNudge> =>
  pick(tx.select().from(nudges).where(whereNudge(site, uuid)))

/**
 * The same, locked until the end of the transaction, so that concurrent changes take turns.
 *
 * @throws Refusal `not_found`
 */
export const lockNudge = (tx: Queries, site: SiteScope, uuid: string): Promise<EditedNudge> =>
  pick(tx.select().from(nudges).where(whereNudge(site, uuid)).for('no key update'))

async function pick(rows: PromiseLike<(typeof nudges.$inferSelect)[]>): Promise<EditedNudge> {
  const [row] = await rows
  const type = nudgeTypes.find((one) => one === row?.type)
  if (!row || type === undefined || row.surface === 'push') {
    throw new Refusal('not_found', 'Nudge not found.')
  }
  const { id, uuid, state, version, draft, publishAt, publishedAt, archivedAt, updatedAt } = row
  const stored = settledOf(row)
  return {
    id,
    uuid,
    type,
    surface: row.surface,
    state,
    version,
    settings: draft ?? stored,
    published: state === 'draft' ? null : stored,
    hasDraft: draft !== null || state === 'draft',
    publishAt,
    publishedAt,
    archivedAt,
    updatedAt,
  }
}

/** The published settings. */
const settledOf = (row: typeof nudges.$inferSelect): NudgeSettings => ({
  name: row.name,
  query: row.query,
  content: row.content,
  rules: row.rules,
  placement: row.placement,
  message: row.message,
  look: row.look,
})

export const whereNudge = (site: SiteScope, uuid: string): SQL | undefined =>
  and(inSite(nudges, site), eq(nudges.uuid, uuid))

/**
 * Validates settings, and removes undefined fields.
 *
 * @throws Refusal `invalid` with messages at the paths of the settings
 */
export function validateSettings(given: unknown): NudgeSettings {
  const parsed = nudgeSettings.safeParse(given)
  if (parsed.success) return JSON.parse(JSON.stringify(parsed.data)) as NudgeSettings
  throw refuseFields(fieldErrors(parsed.error))
}

/** Settings that the editor's form sent, as far as they could be read. */
export type FormEdit = { uuid: string; userId: number; read: ReadSettings } & Checked

/** A change that is refused unless the nudge is as its sender saw it. */
export type Checked = {
  /** Called with the locked nudge, before anything changes. Throws what refuses the change. */
  check?: ((stored: EditedNudge) => void) | undefined
}

/**
 * Validates a form as a draft, which can be incomplete, but not invalid.
 *
 * @throws Refusal `invalid` with messages at the paths of the settings
 */
export async function validateDraft(
  tx: Queries,
  site: SiteScope,
  {
    type,
    surface,
    read: { settings, errors: unread },
  }: { type: NudgeType; surface: Surface; read: ReadSettings },
): Promise<NudgeSettings> {
  const wrong = Object.entries(contentErrors(type, settings.content)).filter(
    ([path]) => isFilledIn(settings, path) && !isUnread(unread, path),
  )
  const unpaid = await findPlanErrors(tx, site, { type, surface, settings })
  const errors: FieldErrors = {
    ...layoutErrors({ type, surface, settings }),
    ...Object.fromEntries(wrong),
    ...unread,
    ...unpaid,
  }
  if (Object.keys(errors).length > 0) throw refuseFields(errors)
  return validateSettings(settings)
}

/** A layout that the type or the surface doesn't have. */
function layoutErrors({
  type,
  surface,
  settings: {
    look: { layout },
  },
}: Pick<EditedNudge, 'type' | 'surface' | 'settings'>): FieldErrors {
  const fault = layout && findLayoutFault({ type, surface, layout })
  return fault ? { 'look.layout': [fault] } : {}
}

function isFilledIn(settings: NudgeSettings, path: string): boolean {
  let value: unknown = settings
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return false
    value = (value as Record<string, unknown>)[step]
  }
  return value !== undefined && value !== null && value !== ''
}

/** Errors about what couldn't be read would only repeat that. */
const isUnread = (unread: FieldErrors, path: string): boolean =>
  Object.keys(unread).some((one) => path === one || path.startsWith(`${one}.`))

/** Messages about the type, for the form as a whole, and settings that the plan doesn't include. */
export async function findPlanErrors(
  tx: Queries,
  site: SiteScope,
  { type, surface, settings }: Pick<EditedNudge, 'type' | 'surface' | 'settings'>,
): Promise<FieldErrors> {
  const entitlements = await findEntitlements(tx, site)
  const needed = entitlements.neededPlan(nudgeFlag(type, surface))
  const lacked = lackedQuery(settings.query, fullQuery(type, {}), entitlements)
  return {
    ...(needed === null ? {} : { '': [gateSentence(needed)] }),
    ...Object.fromEntries(
      lacked.map((option) => [
        `query.${option}`,
        [gateSentence(entitlements.neededPlan(`nudge_query_options.${option}`) ?? '')],
      ]),
    ),
  }
}

/** @throws Refusal `invalid` for the form when the plan doesn't include the type */
export async function refuseTypeBeyondPlan(
  tx: Queries,
  site: SiteScope,
  { type, surface }: Pick<EditedNudge, 'type' | 'surface'>,
): Promise<void> {
  const needed = (await findEntitlements(tx, site)).neededPlan(nudgeFlag(type, surface))
  if (needed !== null) throw refuseField('', gateSentence(needed))
}

/** Ignores the order of fields, which the database doesn't keep. */
export const sameSettings = (one: NudgeSettings, other: NudgeSettings): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** Changes with everything that an owner can change of a nudge, and with nothing else. */
export function revisionOf(nudge: EditedNudge): string {
  const { state, version, hasDraft, publishAt, archivedAt, settings } = nudge
  const whole = { state, version, hasDraft, publishAt, archivedAt, settings: sorted(settings) }
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 32)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, held]) => [name, sorted(held)]),
  )
}

/** @throws Refusal `invalid` for an inline nudge with a count over the whole site */
export function refuseSurface(type: NudgeType, surface: Surface): void {
  if (surface === 'popup' || inlineNudgeTypes.includes(type)) return
  throw refuseField('type', 'This type is only available as a popup.')
}
