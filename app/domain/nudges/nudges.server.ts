/** The nudges of a site. */
import { and, asc, count, eq, max } from 'drizzle-orm'
import { fullQuery } from '../../contract/nudges.ts'
import type { PixelItem } from '../../contract/pixel.ts'
import { activities, nudges, sites } from '../../db/schema/index.ts'
import type { Services } from '../../services.ts'
import type { SiteScope } from '../teams/scope.ts'
import { purchase } from './kinds/purchase.server.ts'
import { fullOptions } from './nudge.ts'
import { isInView } from './single-activities.server.ts'
import { sayAge } from './words/phrases-of.ts'
import { wordsOf } from './words/words-of.ts'

export type Nudge = {
  id: number
  uuid: string
  name: string
  surface: 'popup' | 'inline' | 'push'
  type: string
  state: 'draft' | 'published' | 'paused'
  position: number
}

const columns = {
  id: nudges.id,
  uuid: nudges.uuid,
  name: nudges.name,
  surface: nudges.surface,
  type: nudges.type,
  state: nudges.state,
  position: nudges.position,
}

/** The site's nudges in the order in which pages show them. */
export async function listNudges({ db }: Services, site: SiteScope): Promise<Nudge[]> {
  return db.asTeam(site, (tx) =>
    tx
      .select(columns)
      .from(nudges)
      .where(and(eq(nudges.teamId, site.teamId), eq(nudges.siteId, site.siteId)))
      .orderBy(asc(nudges.position), asc(nudges.id)),
  )
}

/** Publishes the site's purchase nudge and makes it first when there is none. Twice does no harm. */
export async function publishPurchaseNudge(
  { db, directory, now }: Services,
  site: SiteScope,
): Promise<Nudge> {
  const at = now()
  const ofSite = and(eq(nudges.teamId, site.teamId), eq(nudges.siteId, site.siteId))
  const nudge = await db.asTeam(site, async (tx) => {
    // Two submits at once take turns here, so that the second one finds the first one's nudge.
    await tx
      .select({ id: sites.id })
      .from(sites)
      .where(and(eq(sites.teamId, site.teamId), eq(sites.id, site.siteId)))
      .for('no key update')

    const [existing] = await tx
      .select(columns)
      .from(nudges)
      .where(and(ofSite, eq(nudges.type, 'purchase'), eq(nudges.surface, 'popup')))
      .orderBy(asc(nudges.id))
      .limit(1)
    if (existing?.state === 'published') return existing
    if (existing) {
      await tx
        .update(nudges)
        .set({ state: 'published', updatedAt: at })
        .where(and(ofSite, eq(nudges.id, existing.id)))
      return { ...existing, state: 'published' as const }
    }

    const [last] = await tx
      .select({ position: max(nudges.position) })
      .from(nudges)
      .where(ofSite)
    const [made] = await tx
      .insert(nudges)
      .values({
        teamId: site.teamId,
        siteId: site.siteId,
        surface: 'popup',
        type: 'purchase',
        name: 'Recent purchases',
        state: 'published',
        position: (last?.position ?? 0) + 1,
        createdAt: at,
        updatedAt: at,
      })
      .returning(columns)
    if (!made) throw new Error('The nudge was not stored.')
    return made
  })
  directory.forget(site.siteUuid)
  return nudge
}

export type PurchasePreview = {
  /** The newest purchase exactly as the nudge will say it; null when there is none to show. */
  item: Omit<PixelItem, 'claim'> | null
  /** How long ago it was, in the nudge's words. */
  age: string
  /** How many purchases of the window may be shown. */
  showable: number
}

/** What the purchase nudge would show now with its default query. */
export async function previewPurchase(
  { db, now }: Services,
  site: SiteScope,
): Promise<PurchasePreview> {
  const at = now()
  return db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({ options: sites.options, url: sites.url })
      .from(sites)
      .where(and(eq(sites.teamId, site.teamId), eq(sites.id, site.siteId)))
    if (!row) return { item: null, age: '', showable: 0 }

    const options = fullOptions(row.options)
    const words = wordsOf(options.language)
    const query = { ...fullQuery('purchase', {}), listSize: 1 }
    const siteName = new URL(row.url).host
    const told = await purchase.tell({
      ...{ tx, site, siteName, query, content: null, options, words, at },
    })
    const [counted] = await tx
      .select({ showable: count() })
      .from(activities)
      .where(isInView(site, { kind: 'purchase', query, at }))
    const item = typeof told === 'string' ? null : (told[0]?.item ?? null)
    const seconds = at.getTime() / 1000 - (item?.at ?? 0)
    return { item, age: item ? sayAge(words, seconds) : '', showable: counted?.showable ?? 0 }
  })
}
