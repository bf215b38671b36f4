/** A nudge as loaded into its editor. */
import { and, eq, type SQL } from 'drizzle-orm'
import { nudgeSettings, type NudgeSettings } from '#app/contract/nudge-settings.ts'
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { nudges } from '#app/db/schema/index.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { inlineNudgeTypes } from '../types/registry.ts'

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
export const findNudge = (tx: Queries, site: SiteScope, uuid: string): Promise<EditedNudge> =>
  pick(tx.select().from(nudges).where(whereNudge(site, uuid)))

/**
 * The same, locked until the end of the transaction, so that concurrent changes take turns.
 *
 * @throws Refusal `not_found`
 */
export const lockNudge = (tx: Queries, site: SiteScope, uuid: string): Promise<EditedNudge> =>
  pick(tx.select().from(nudges).where(whereNudge(site, uuid)).for('update'))

async function pick(rows: PromiseLike<(typeof nudges.$inferSelect)[]>): Promise<EditedNudge> {
  const [row] = await rows
  const type = nudgeTypes.find((one) => one === row?.type)
  if (!row || type === undefined || row.surface === 'push') {
    throw new Refusal('not_found', 'There is no such nudge.')
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
 * @throws Refusal `invalid` with messages at the fields
 */
export function validateSettings(given: unknown): NudgeSettings {
  const parsed = nudgeSettings.safeParse(given)
  if (parsed.success) return JSON.parse(JSON.stringify(parsed.data)) as NudgeSettings
  const errors: Record<string, string[]> = {}
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.')
    errors[field] = [...(errors[field] ?? []), message]
  }
  throw refuseFields(errors)
}

/** @throws Refusal `invalid` for an inline nudge with a count over the whole site */
export function refuseSurface(type: NudgeType, surface: Surface): void {
  if (surface === 'popup' || inlineNudgeTypes.includes(type)) return
  throw new Refusal('invalid', 'This type is shown as a popup only.', {
    errors: { type: ['This type is shown as a popup only.'] },
  })
}
