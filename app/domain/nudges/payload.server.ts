/** Compiles what a site's pages are told: published nudges, ready to be shown as they are. */
import { and, asc, eq } from 'drizzle-orm'
import {
  contractVersion,
  type PixelItem,
  type PixelNudge,
  type PixelPayload,
  type Unshown,
} from '../../contract/pixel.ts'
import type { SiteOptions } from '../../contract/site-options.ts'
import type { Database, Queries } from '../../db/db.ts'
import { nudges, sites } from '../../db/schema/index.ts'
import type { SiteScope } from '../teams/scope.ts'
import { claimIds } from './claims.server.ts'
import { describePurchaseRule, sentenceOf } from './kinds/purchase.ts'
import { englishPhrases, fullOptions, fullPurchaseQuery, pixelOptions } from './nudge.ts'
import { itemOf, listShowablePurchases } from './purchases.server.ts'

/** Named here instead of `Services`, which holds the directory that calls this. */
type Parts = { db: Database; now: () => Date }

type Moment = { options: SiteOptions; at: Date }

type About = {
  /** Why nothing may be shown at all. */
  withheld: PixelPayload['withheld']
  /** How many are there, when a nudge tells it. */
  counts: PixelPayload['counts']
}

/** Null when the site is gone. Nudges that have nothing to show are only named. */
export async function compilePayload(
  { db, now }: Parts,
  site: SiteScope,
  { withheld, counts }: About,
): Promise<PixelPayload | null> {
  const at = now()
  return db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({ options: sites.options })
      .from(sites)
      .where(and(eq(sites.teamId, site.teamId), eq(sites.id, site.siteId)))
    if (!row) return null

    const options = fullOptions(row.options)
    const shown: PixelNudge[] = []
    const unshown: Unshown[] = []
    for (const nudge of withheld ? [] : await listPublished(tx, site)) {
      const items = await purchaseItems(tx, site, { nudge, moment: { options, at } })
      if (items.length > 0)
        shown.push({ id: nudge.uuid, type: 'purchase', surface: 'popup', items })
      else unshown.push({ nudge: nudge.uuid, reason: 'no_data' })
    }
    return {
      version: contractVersion,
      options: pixelOptions(options),
      nudges: shown,
      ...(unshown.length > 0 ? { unshown } : {}),
      ...(withheld ? { withheld } : {}),
      ...(counts ? { counts } : {}),
      phrases: englishPhrases,
    }
  })
}

type PublishedNudge = Awaited<ReturnType<typeof listPublished>>[number]

const listPublished = (tx: Queries, site: SiteScope) =>
  tx
    .select({ id: nudges.id, uuid: nudges.uuid, query: nudges.query, version: nudges.version })
    .from(nudges)
    .where(
      and(
        eq(nudges.teamId, site.teamId),
        eq(nudges.siteId, site.siteId),
        eq(nudges.state, 'published'),
        eq(nudges.surface, 'popup'),
        eq(nudges.type, 'purchase'),
      ),
    )
    .orderBy(asc(nudges.position), asc(nudges.id))

async function purchaseItems(
  tx: Queries,
  site: SiteScope,
  { nudge, moment }: { nudge: PublishedNudge; moment: Moment },
): Promise<PixelItem[]> {
  const query = fullPurchaseQuery(nudge.query)
  const view = { query, conversion: moment.options.conversion, at: moment.at }
  const purchases = await listShowablePurchases(tx, site, view)
  const items = purchases.map((purchase) => ({ purchase, item: itemOf(purchase, view) }))

  const ids = await claimIds(tx, site, {
    maker: {
      nudgeId: nudge.id,
      nudgeVersion: nudge.version,
      rule: describePurchaseRule(view),
      windowSeconds: query.ago,
      at: moment.at,
    },
    assertions: items.map(({ purchase, item }) => ({
      activityId: purchase.id,
      text: sentenceOf(item),
    })),
  })
  return items.flatMap(({ purchase, item }) => {
    const claim = ids.get(purchase.id)
    return claim === undefined ? [] : [{ claim, ...item }]
  })
}
