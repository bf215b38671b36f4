/** URLs of a site's product feeds. */
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { productFeeds } from '#app/db/schema/products.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { maxWebAddress, parseWebAddress } from '#app/lib/web/web-address.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { gateSentence } from '#app/domain/plans/gate-text.ts'
import { findEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { FeedReason } from './feed-reasons.ts'
import { planForFeeds } from './plan-for-feeds.ts'
import { readFeedJob } from './jobs.ts'
import { dropCachedStock } from './cached-stock.server.ts'

export const feedInput = z.object({
  url: z
    .string('Enter a feed URL.')
    .trim()
    .max(maxWebAddress, `Use ${String(maxWebAddress)} characters or fewer.`)
    .pipe(
      z.url({
        protocol: /^https?$/,
        error: 'Enter a URL that starts with https:// or http://.',
        abort: true,
      }),
    )
    .refine((text) => parseWebAddress(text) !== null, {
      error: 'Remove the username and password from the URL.',
    }),
})

export type ProductFeed = {
  uuid: string
  url: string
  format: 'xml' | 'csv' | null
  readAt: Date | null
  triedAt: Date | null
  fault: string | null
  products: number
  /** Entries without an ID or a title. */
  faulty: number
  /** The commonest reasons why products or fields couldn't be read. */
  reasons: FeedReason[]
}

const maxFeeds = 5

export const listFeeds = ({ db }: Services, site: SiteScope): Promise<ProductFeed[]> =>
  db.asTeam(site, (tx) =>
    tx
      .select({
        uuid: productFeeds.uuid,
        url: productFeeds.url,
        format: productFeeds.format,
        readAt: productFeeds.readAt,
        triedAt: productFeeds.triedAt,
        fault: productFeeds.fault,
        products: productFeeds.products,
        faulty: productFeeds.faulty,
        reasons: productFeeds.reasons,
      })
      .from(productFeeds)
      .where(inSite(productFeeds, site))
      .orderBy(asc(productFeeds.id)),
  )

/**
 * Adds a URL and reads it soon. Adding the same URL twice adds it once.
 *
 * @throws Refusal `invalid` beyond the maximum per site, and when the plan has no product feeds
 */
export async function addFeed(
  { db, jobs, now }: Services,
  site: SiteScope,
  url: string,
): Promise<void> {
  const id = await db.asTeam(site, async (tx) => {
    const needed = planForFeeds(await findEntitlements(tx, site))
    if (needed !== null) throw refuseField('', gateSentence(needed))
    await lockSite(tx, site)
    const known = await tx
      .select({ id: productFeeds.id })
      .from(productFeeds)
      .where(inSite(productFeeds, site))
    if (known.length >= maxFeeds) {
      throw refuseField(
        'url',
        `You’ve reached the limit of ${String(maxFeeds)} feeds. Remove one to add another.`,
      )
    }
    const [made] = await tx
      .insert(productFeeds)
      .values({ teamId: site.teamId, siteId: site.siteId, url, createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: productFeeds.id })
    return made?.id
  })
  if (id !== undefined) await jobs.send(readFeedJob, { feedId: id })
}

/** Reads it again soon, even if it isn't due. @throws Refusal `not_found` */
export async function queueFeedNow(
  { db, jobs }: Services,
  site: SiteScope,
  uuid: string,
): Promise<void> {
  const [feed] = await db.asTeam(site, (tx) =>
    tx
      .update(productFeeds)
      // Also re-reads an unchanged feed, because the person wants to see the result.
      .set({ triedAt: null, etag: null, lastModified: null })
      .where(and(inSite(productFeeds, site), eq(productFeeds.uuid, uuid)))
      .returning({ id: productFeeds.id }),
  )
  if (!feed) throw new Refusal('not_found', 'Feed not found.')
  await jobs.send(readFeedJob, { feedId: feed.id })
}

/** Deletes its products as well. @throws Refusal `not_found` */
export async function removeFeed(
  { db, siteCache }: Services,
  site: SiteScope,
  uuid: string,
): Promise<void> {
  const gone = await changeSite({ db, siteCache }, site, async (tx) => {
    await dropCachedStock(tx, site.siteId)
    return tx
      .delete(productFeeds)
      .where(and(inSite(productFeeds, site), eq(productFeeds.uuid, uuid)))
      .returning({ id: productFeeds.id })
  })
  if (gone.length === 0) throw new Refusal('not_found', 'Feed not found.')
}
