/** Saved views of a person in the lists of a site. */
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { listViews } from '#app/db/schema/views.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { maxViews, viewQuery, type SavedView, type ViewList } from './view.ts'

type Place = { userId: number; list: ViewList }

const columns = { uuid: listViews.uuid, name: listViews.name, query: listViews.query }

const inPlace = (site: SiteScope, { userId, list }: Place) =>
  and(inSite(listViews, site), eq(listViews.userId, userId), eq(listViews.list, list))

const ofView = (site: SiteScope, place: Place, uuid: string) =>
  and(inPlace(site, place), eq(listViews.uuid, uuid))

/** In the order in which they were saved. */
export const listSavedViews = (
  { db }: Services,
  site: SiteScope,
  place: Place,
): Promise<SavedView[]> =>
  db.asTeam(site, (tx) =>
    tx.select(columns).from(listViews).where(inPlace(site, place)).orderBy(asc(listViews.id)),
  )

type NewView = Place & {
  name: string
  /** Query of the list’s address. */
  query: string
}

/** @throws Refusal `invalid` at the name: beyond the maximum, or taken */
export async function saveView(
  { db, now }: Services,
  site: SiteScope,
  { name, query, ...place }: NewView,
): Promise<SavedView> {
  const { userId, list } = place
  return db.asTeam(site, async (tx) => {
    await lockSite(tx, site)
    if ((await tx.$count(listViews, inPlace(site, place))) >= maxViews) {
      throw refuseField(
        'name',
        `You’ve reached the limit of ${String(maxViews)} views. Delete one to save another.`,
      )
    }
    await requireFree(tx, site, { ...place, name })
    const [made] = await tx
      .insert(listViews)
      .values({
        teamId: site.teamId,
        siteId: site.siteId,
        userId,
        list,
        name,
        query: viewQuery(list, new URLSearchParams(query)),
        createdAt: now(),
      })
      .returning(columns)
    if (!made) throw new Error('The view was not stored.')
    return made
  })
}

type Change = Place & { uuid: string }

/** @throws Refusal `not_found`, `invalid` at the name when it is taken */
export async function renameView(
  { db }: Services,
  site: SiteScope,
  { uuid, name, ...place }: Change & { name: string },
): Promise<void> {
  await db.asTeam(site, async (tx) => {
    await requireFree(tx, site, { ...place, name, uuid })
    const [changed] = await tx
      .update(listViews)
      .set({ name })
      .where(ofView(site, place, uuid))
      .returning(columns)
    if (!changed) throw gone()
  })
}

/** @returns the view as it was before; @throws Refusal `not_found` */
export async function changeView(
  { db }: Services,
  site: SiteScope,
  { uuid, query, ...place }: Change & { query: string },
): Promise<SavedView> {
  return db.asTeam(site, async (tx) => {
    const [before] = await tx
      .select(columns)
      .from(listViews)
      .where(ofView(site, place, uuid))
      .for('update')
    if (!before) throw gone()
    await tx
      .update(listViews)
      .set({ query: viewQuery(place.list, new URLSearchParams(query)) })
      .where(ofView(site, place, uuid))
    return before
  })
}

/** @returns what was deleted; @throws Refusal `not_found` */
export async function deleteView(
  { db }: Services,
  site: SiteScope,
  { uuid, ...place }: Change,
): Promise<SavedView> {
  const [deleted] = await db.asTeam(site, (tx) =>
    tx
      .delete(listViews)
      .where(ofView(site, place, uuid))
      .returning(columns),
  )
  if (!deleted) throw gone()
  return deleted
}

/** Two tabs with one name can’t be distinguished. */
async function requireFree(
  tx: Queries,
  site: SiteScope,
  { name, uuid, ...place }: Place & { name: string; uuid?: string },
): Promise<void> {
  const isSame = sql`lower(${listViews.name}) = lower(${name})`
  const isOther = uuid === undefined ? undefined : ne(listViews.uuid, uuid)
  const taken = await tx.$count(listViews, and(inPlace(site, place), isSame, isOther))
  if (taken > 0 || name.toLowerCase() === 'all') {
    throw refuseField('name', 'You already have a view with this name.')
  }
}

const gone = () => new Refusal('not_found', 'View not found.')
