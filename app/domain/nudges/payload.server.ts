/** Compiles what a site's pages are told: published nudges, ready to be shown as they are. */
import { and, asc, eq } from 'drizzle-orm'
import {
  contractVersion,
  type PixelItem,
  type PixelNudge,
  type PixelPayload,
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

/** Null when the site is gone. Nudges that have nothing to show are left out. */
export async function compilePayload(
  { db, now }: Parts,
  site: SiteScope,
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
    for (const nudge of await listPublished(tx, site)) {
      const items = await purchaseItems(tx, site, { nudge, moment: { options, at } })
      if (items.length > 0)
        shown.push({ id: nudge.uuid, type: 'purchase', surface: 'popup', items })
    }
    return {
      version: contractVersion,
      options: pixelOptions(options),
      nudges: shown,
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
