/** One activity: what visitors see, and everything stored about it, with personal data masked. */
import { and, eq } from 'drizzle-orm'
import { activities, apiTokens, exclusions } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import {
  feedColumns,
  feedRow,
  readOptions,
  type ActivityFeed,
  type FeedRow,
} from './activity-feed.server.ts'
import { countSameCity, formatActivity } from './activity-text.server.ts'
import { listActivityNudges, nudgesShowing, activityWindowOf } from './nudges-showing.server.ts'

export type OneActivity = FeedRow &
  Pick<ActivityFeed, 'language' | 'direction' | 'isPublished' | 'now'> & {
    kind: 'purchase' | 'signup' | 'review'
    /** Name of the API token that vouched for it; null when it was deleted or there was none. */
    tokenName: string | null
    /** Nudges whose query matches it. */
    nudges: { uuid: string; name: string }[]
    stored: string
  }

/** @throws Refusal `not_found` */
export function readActivity(
  { db, now }: Services,
  site: SiteScope,
  uuid: string,
): Promise<OneActivity> {
  const at = now()
  return db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({
        ...feedColumns,
        externalId: activities.externalId,
        emailHash: activities.emailHash,
        productUrl: activities.productUrl,
        productImage: activities.productImage,
        amountCents: activities.amountCents,
        currency: activities.currency,
        tokenName: apiTokens.name,
      })
      .from(activities)
      .leftJoin(exclusions, eq(exclusions.id, activities.exclusionId))
      .leftJoin(apiTokens, eq(apiTokens.id, activities.tokenId))
      .where(and(inSite(activities, site), eq(activities.uuid, uuid)))
    if (!row) throw new Refusal('not_found', 'Activity not found.')

    const options = await readOptions(tx, site)
    const published = await listActivityNudges(tx, site)
    const activityWindow = activityWindowOf(published, row.kind)
    const counted = { kind: row.kind, rows: [row], activityWindow, at }
    const [sameCity = 0] = await countSameCity(tx, site, counted)
    const neighbors = feedRow(row, activityWindow.seconds, at)
    const fitting = neighbors.state === 'live' ? nudgesShowing(published, row, at) : []
    return {
      ...neighbors,
      ...formatActivity(row, sameCity, { options, words: wordsOf(options.language) }),
      kind: row.kind,
      tokenName: row.tokenName,
      nudges: fitting.map(({ uuid: nudge, name }) => ({ uuid: nudge, name })),
      stored: JSON.stringify(storedOf(row), null, 2),
      language: options.language,
      direction: options.direction,
      isPublished: activityWindow.isPublished,
      now: at,
    }
  })
}

type Stored = {
  [Name in 'externalId' | 'emailHash' | 'firstName' | 'lastName' | 'city' | 'country' | 'body']:
    string | null
} & Record<'productTitle' | 'productUrl' | 'productImage' | 'currency', string | null> & {
    stars: number | null
    amountCents: number | null
    isShowable: boolean
    source: string
    trust: string
    approval: string
    occurredAt: Date
    receivedAt: Date
  }

/**
 * In the REST API's field names. Masked, because people who can see the screen needn't learn who
 * the shopper is.
 */
const storedOf = (row: Stored) => ({
  // The id of a sign-up from a page contains a hash of the address.
  id: row.externalId?.replace(/^address [0-9a-f]+$/, 'address …') ?? null,
  occurred_at: row.occurredAt.toISOString(),
  received_at: row.receivedAt.toISOString(),
  source: row.source,
  trust: row.trust,
  approval: row.approval,
  is_showable: row.isShowable,
  person: {
    first_name: masked(row.firstName),
    last_name: masked(row.lastName),
    email: row.emailHash === null ? null : 'not stored (hash only)',
    city: row.city,
    country: row.country,
  },
  product:
    row.productTitle === null
      ? null
      : { title: row.productTitle, url: row.productUrl, image: row.productImage },
  total: row.amountCents === null ? null : row.amountCents / 100,
  currency: row.currency,
  ...(row.stars === null ? {} : { stars: row.stars, body: row.body }),
})

const masked = (name: string | null) => (name === null ? null : `${/^./u.exec(name)?.[0] ?? ''}…`)
