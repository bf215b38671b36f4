/** Data that a nudge without content waits for, and which type would show something today. */
import { and, eq } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { activities } from '#app/db/schema/index.ts'
import type { EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { fullQuery, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { findEmbedLink } from '#app/domain/shops/shops.server.ts'
import { isWaiting } from '#app/presenters/activity-feed/filter.server.ts'
import { findMissingData } from '#app/presenters/nudge-list/blockers.ts'
import {
  availabilityKey,
  readDataAvailability,
} from '#app/presenters/nudge-list/data-availability.server.ts'
import { readReadiness } from '#app/presenters/nudge-list/gallery.server.ts'
import { listFirstTypes } from '#app/presenters/nudge-list/readiness.ts'
import type { Services } from '#app/services.ts'
import type { AwaitedData, PageData } from './awaited-data.ts'

export async function readAwaitedData(
  services: Services,
  site: SiteScope,
  { type, settings, page }: Pick<EditedNudge, 'type' | 'settings'> & Pick<AwaitedData, 'page'>,
): Promise<AwaitedData> {
  const { activityKind: kind = null, about } = nudgeDefinitions[type]
  const asked = { type, query: fullQuery(type, settings.query) }
  const found = await services.db.asTeam(site, (tx) =>
    readDataAvailability(tx, site, { asked: [asked], at: services.now() }),
  )
  const data = found.get(availabilityKey(asked) ?? '')
  return {
    page,
    kind,
    missing: findMissingData(asked, data)?.sentence ?? `Not shown when: ${about.hidesWhen}`,
    isOneEnough: data !== undefined && data.found === 0 && data.needed === 1,
    hasOlder: data !== undefined && data.newestAt !== null,
    unapproved: kind === null ? 0 : await countUnapproved(services, site, kind),
    isAutomatic: kind === 'purchase' && (await findEmbedLink(services, site)) !== null,
  }
}

/** Data that its pages have to report first, for a nudge that has all else. Null: nothing. */
export async function findMissingPageData(
  services: Services,
  site: SiteScope,
  type: NudgeType,
): Promise<PageData | null> {
  if (nudgeDefinitions[type].pageFact === undefined) return null
  const one = (await readReadiness(services, site)).find((ready) => ready.type === type)
  if (one?.readiness.state !== 'needs') return null
  const { missing } = one.readiness
  return missing === 'stock' || missing === 'carts' ? missing : null
}

export const countUnapproved = ({ db }: Services, site: SiteScope, kind: ActivityKind) =>
  db.asTeam(site, (tx) =>
    tx.$count(activities, and(inSite(activities, site), eq(activities.kind, kind), isWaiting())),
  )

export type WorkingType = { type: NudgeType; name: string }

/** A popup that would show something today, or that shows what its owner writes. */
export async function findWorkingType(
  services: Services,
  site: SiteScope,
  except: NudgeType,
): Promise<WorkingType | null> {
  const popups = (await readReadiness(services, site)).filter(({ type }) =>
    nudgeDefinitions[type].surfaces.includes('popup'),
  )
  const working = listFirstTypes(popups).find(
    ({ type, readiness }) => type !== except && readiness.state !== 'needs',
  )
  return working ? { type: working.type, name: working.name } : null
}
