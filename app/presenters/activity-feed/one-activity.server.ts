/**
 * The story of one activity: what visitors see, how often they did, why they don't, and everything
 * stored about it, with personal data masked.
 */
import { and, eq } from 'drizzle-orm'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import type { EarlierReview } from '#app/db/schema/activities.ts'
import { activities, apiTokens, exclusions, sites, teams } from '#app/db/schema/index.ts'
import {
  listActivityClaims,
  readActivityExposure,
  type ActivityClaim,
  type ActivityExposure,
} from '#app/domain/stats/activity-exposure.server.ts'
import { readCountedUntil } from '#app/domain/events/log/counted-until.server.ts'
import { isPagePicture } from '#app/domain/images/page-picture-url.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { entitlementsOf } from '#app/domain/plans/entitlements.ts'
import { teamPlanColumns } from '#app/domain/plans/team-plan.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { webAddress } from '#app/lib/web/web-address.ts'
import { feedColumns, feedRow, type ActivityFeed, type FeedRow } from './activity-feed.server.ts'
import { compilePicture } from './activity-picture.server.ts'
import { countSameCity, formatActivity } from './activity-text.server.ts'
import {
  activityWindowOf,
  listActivityNudges,
  nudgesShowing,
  singleTypeOf,
} from './nudges-showing.server.ts'
import { readSale, type Sale } from './sale-parts.server.ts'
import { findShowing } from './showing.server.ts'
import type { Showing } from './showing.ts'

export type OneActivity = FeedRow &
  Pick<ActivityFeed, 'language' | 'direction' | 'isPublished' | 'now'> & {
    kind: 'purchase' | 'signup' | 'review'
    /** Name of the API token that vouched for it; null when it was deleted or there was none. */
    tokenName: string | null
    /** Nudges whose query matches it. */
    nudges: { uuid: string; name: string }[]
    showing: Showing
    /** The other part of its sale. Null: none is known. */
    sale: Sale | null
    /** Null: the site no longer exists. */
    picture: PixelPayload | null
    /** The picture has an image that its product's page names, because the activity has none. */
    hasPageImage: boolean
    claims: ActivityClaim[]
    exposure: ActivityExposure
    /** Newer events wait to be counted. Null: none does for long. */
    countedUntil: Date | null
    /** Days for which single events, and so the counts, are kept. */
    keptDays: number
    stored: string
  }

/** @throws Refusal `not_found` */
export async function readActivity(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<OneActivity> {
  const { db, now, config } = services
  const at = now()
  const { pictured, ...activity } = await db.asTeam(site, async (tx) => {
    const row = await findRow(tx, site, uuid)
    const { options, reviewsLimit, isPaused } = await readSite(tx, site)
    const published = await listActivityNudges(tx, site)
    const activityWindow = activityWindowOf(published, row.kind)
    const windowSeconds = activityWindow.seconds
    const counted = { kind: row.kind, rows: [row], activityWindow, at }
    const [sameCity = 0] = await countSameCity(tx, site, counted)
    const neighbors = feedRow(row, windowSeconds, at)
    const fitting = neighbors.state === 'live' ? nudgesShowing(published, row, at) : []
    const person = Object.assign({ sameCity }, row)
    const asked = {
      row: person,
      published,
      options,
      reviewsLimit,
      isPaused,
      windowSeconds,
      at,
    }
    const showing = await findShowing(tx, site, asked)
    const sale = await readSale(tx, site, row)
    const claims = await listActivityClaims(tx, site, row.id)
    return {
      ...neighbors,
      ...formatActivity(row, sameCity, {
        options,
        words: wordsOf(options.language),
      }),
      kind: row.kind,
      tokenName: row.tokenName,
      nudges: fitting.map(({ uuid: nudge, name }) => ({ uuid: nudge, name })),
      showing,
      sale,
      claims,
      exposure: await readActivityExposure(tx, site, claims),
      keptDays: config.rawEventDays,
      stored: JSON.stringify(storedOf(row, claims), null, 2),
      language: options.language,
      direction: options.direction,
      isPublished: activityWindow.isPublished,
      now: at,
      pictured: {
        activity: person,
        type: singleTypeOf(row.kind),
        nudge: 'nudge' in showing ? showing.nudge.uuid : null,
      },
    }
  })
  const [picture, countedUntil] = await Promise.all([
    compilePicture(services, site, pictured),
    readCountedUntil(services),
  ])
  const hasPageImage =
    webAddress(pictured.activity.productImage) === undefined &&
    isPagePicture(picture?.nudges[0]?.items[0]?.image)
  return Object.assign(activity, { picture, hasPageImage, countedUntil })
}

async function findRow(tx: Queries, site: SiteScope, uuid: string) {
  const [row] = await tx
    .select({
      ...feedColumns,
      externalId: activities.externalId,
      orderNumber: activities.orderNumber,
      language: activities.language,
      earlier: activities.earlier,
      confirmedAt: activities.confirmedAt,
      emailHash: activities.emailHash,
      productUrl: activities.productUrl,
      productImage: activities.productImage,
      currency: activities.currency,
      tokenName: apiTokens.name,
    })
    .from(activities)
    .leftJoin(exclusions, eq(exclusions.id, activities.exclusionId))
    .leftJoin(apiTokens, eq(apiTokens.id, activities.tokenId))
    .where(and(inSite(activities, site), eq(activities.uuid, uuid)))
  if (!row) throw new Refusal('not_found', 'Activity not found.')
  return row
}

async function readSite(tx: Queries, site: SiteScope) {
  const [row] = await tx
    .select({
      options: sites.options,
      pausedAt: sites.pausedAt,
      ...teamPlanColumns,
    })
    .from(sites)
    .innerJoin(teams, eq(teams.id, sites.teamId))
    .where(inSite(sites, site))
  return {
    options: fullOptions(row?.options ?? {}),
    reviewsLimit: row ? entitlementsOf(row).reviewsLimit : 0,
    isPaused: (row?.pausedAt ?? null) !== null,
  }
}

type Stored = {
  [
    Name in
      | 'externalId'
      | 'orderNumber'
      | 'emailHash'
      | 'firstName'
      | 'lastName'
      | 'city'
      | 'country'
      | 'body'
  ]: string | null
} & Record<'productTitle' | 'productUrl' | 'productImage' | 'currency', string | null> & {
    stars: number | null
    amountCents: number | null
    isShowable: boolean
    source: string
    trust: string
    approval: string
    occurredAt: Date
    receivedAt: Date
    isVerified: boolean | null
    language: string | null
    sourceUrl: string | null
    confirmedAt: Date | null
    unlistedAt: Date | null
    earlier: EarlierReview[] | null
  }

/**
 * In the REST API's field names. Masked, because people who can see the screen needn't learn who
 * the shopper is.
 */
const storedOf = (row: Stored, claims: readonly ActivityClaim[]) => ({
  // The id of a sign-up from a page contains a hash of the address.
  id: row.externalId?.replace(/^address [0-9a-f]+$/, 'address …') ?? null,
  ...(row.orderNumber === null ? {} : { order_number: row.orderNumber }),
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
      : {
          title: row.productTitle,
          url: row.productUrl,
          image: row.productImage,
        },
  total: row.amountCents === null ? null : row.amountCents / 100,
  currency: row.currency,
  ...(row.stars === null ? {} : { stars: row.stars, body: row.body, ...publishedOf(row) }),
  claims: claims.map(({ id }) => id),
})

/** Only reviews that a service lists have it. */
const publishedOf = ({ confirmedAt, unlistedAt, ...row }: Stored) =>
  confirmedAt === null
    ? {}
    : {
        language: row.language,
        verified: row.isVerified,
        source_url: row.sourceUrl,
        listed_at: confirmedAt.toISOString(),
        unlisted_at: unlistedAt?.toISOString() ?? null,
        earlier: row.earlier ?? [],
      }

const masked = (name: string | null) => (name === null ? null : `${/^./u.exec(name)?.[0] ?? ''}…`)
