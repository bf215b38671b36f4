/** One connection: how it is, what it brought, what the service sent, and the first nudge of it. */
import { and, desc, eq, isNull } from 'drizzle-orm'
import { activityKinds, type ActivityKind } from '#app/contract/activities.ts'
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { activities, nudges } from '#app/db/schema/index.ts'
import { hookUrlOf } from '#app/domain/connections/caller.server.ts'
import {
  listDeliveries,
  readDeliveryBody,
  type ConnectionDelivery,
} from '#app/domain/connections/connection-deliveries.server.ts'
import type { Connection } from '#app/domain/connections/connection.server.ts'
import { findSiteConnection } from '#app/domain/connections/manage-connections.server.ts'
import { codeOf } from '#app/domain/connections/reviews/check-page.server.ts'
import {
  countDelivered,
  findSiteConnectionRow,
  type DeliveredCounts,
  type SiteConnection,
} from '#app/domain/connections/site-connections.server.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import type { Brought } from '#app/integrations/integration.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { singleTypeOf } from '#app/presenters/activity-feed/nudges-showing.server.ts'
import { readActivity } from '#app/presenters/activity-feed/one-activity.server.ts'
import type { Services } from '#app/services.ts'
import { healthOf, type Health } from './health.ts'
import { maskBody } from './mask-delivery.ts'
import { isReadingPast } from './reading-past.server.ts'
import { reviewPageView, type ReviewPageView } from './review-page.ts'
import { settingsFields, type SettingsField } from './settings-fields.server.ts'

export type ConnectionView = {
  uuid: string
  name: ConnectableName
  service: string
  account: string
  /** The service's page of the account. Null: unknown. */
  accountUrl: string | null
  health: Health
  createdAt: Date
  lastRecordAt: Date | null
  brings: readonly Brought[]
  counts: DeliveredCounts
  skipped: number
  /** Why the last of them was skipped. */
  problem: string | null
  /** How many of the newest reviews are read at a time, by the plan. Null: the service lists none. */
  reviewsLimit: number | null
  /** A public page is read, once a day. */
  isAggregated: boolean
  /** Null: only the owner of the reviews can connect them. */
  reviewPage: ReviewPageView | null
  /** Records from before it was connected are being read. */
  isReadingPast: boolean
  first: FirstRecord | null
  /** Newest first. Null: the service sends nothing automatically. */
  deliveries: ConnectionDelivery[] | null
  /** Text of the requested delivery. */
  shown: { id: number; text: string } | null
  /** The shop's app keeps its access, and ends it. */
  isOfApp: boolean
  /** When the plan pauses it: the plan that includes it, may be empty. */
  neededPlan: string | null
  /** Null: nothing can be changed, or not by this person. */
  fields: SettingsField[] | null
  /** Its owner approved it at the service, and can do so again. */
  isApproved: boolean
  /**
   * Values that its owner enters in the service. Null: nothing, or the person may not change it.
   */
  paste: { url: string; secret: string } | null
  now: Date
}

/** The newest one that arrived, as a nudge shows it. */
type FirstRecord = {
  kind: ActivityKind
  activity: string
  text: string
  picture: PixelPayload | null
  /** A nudge of the type that shows it. Null: none exists. */
  nudge: { uuid: string; isPublished: boolean } | null
}

/**
 * @param asked number of the delivery whose body is shown
 * @returns null when the site has no such connection
 */
export async function readConnection(
  services: Services,
  site: SiteScope,
  { uuid, asked, mayChange }: { uuid: string; asked: number | null; mayChange: boolean },
): Promise<ConnectionView | null> {
  const row = await findSiteConnectionRow(services, site, uuid)
  if (!row) return null
  const now = services.now()
  const service = integrationLabels[row.integration]
  const definition = findIntegration(row.integration)
  const connection = row.isOfApp ? null : await findSiteConnection(services, site, uuid)
  const [entitlements, counts, first, deliveries, shown] = await Promise.all([
    readEntitlements(services, site),
    countDelivered(services, site, row.id),
    readFirst(services, site, row),
    definition?.receive && connection ? listDeliveries(services, row) : null,
    asked === null || !connection ? null : readDeliveryBody(services, row, asked),
  ])
  const { account, label, createdAt, lastRecordAt, skipped, problem } = row
  // Connections from a shop's app are part of its installation.
  const neededPlan = row.isOfApp ? null : entitlements.neededPlan(`integrations.${row.integration}`)
  const health = healthOf({ ...row, neededPlan }, service, now)
  const isReading = await isReadingPast(services, site, { ...row, health })
  return {
    uuid,
    name: row.integration,
    service,
    account: label ?? account,
    accountUrl: row.isOfApp && row.integration === 'shopify' ? `https://${account}/admin` : null,
    health,
    neededPlan,
    createdAt,
    lastRecordAt,
    brings: definition?.brings ?? ['purchase', 'signup', 'product'],
    counts,
    skipped,
    // One that is also the connection's fault is read once.
    problem: problem === health.sentence ? null : problem,
    reviewsLimit: connection && definition?.pull?.limitsReviews ? connection.reviewsLimit : null,
    isAggregated: definition?.isAggregated ?? false,
    reviewPage:
      connection && row.state !== 'ended'
        ? reviewPageView({
            integration: connection.integration,
            settings: connection.credentials.settings,
            siteUrl: connection.siteUrl,
            proof: connection.pageProof,
            code: codeOf(services.security.secrets, site.siteUuid),
            reviewsLimit: connection.reviewsLimit,
            service,
          })
        : null,
    isReadingPast: isReading,
    first,
    deliveries,
    shown:
      shown && asked !== null ? { id: asked, text: maskBody(shown.text, shown.contentType) } : null,
    isOfApp: row.isOfApp,
    fields:
      mayChange && connection && definition && row.state !== 'ended'
        ? changeableFields(connection)
        : null,
    isApproved: (connection?.credentials.grant ?? null) !== null,
    paste:
      mayChange && connection && row.state !== 'ended' && definition?.ways.includes('paste')
        ? { url: hookUrlOf(services, connection), secret: connection.credentials.hookSecret }
        : null,
    now,
  }
}

/**
 * The settings that its owner can change. Those from an approval by OAuth need another approval.
 */
export const changeableFields = ({
  integration,
  credentials: { grant, settings },
}: Connection): SettingsField[] => (grant ? [] : settingsFields(integration, { stored: settings }))

async function readFirst(
  services: Services,
  site: SiteScope,
  { id }: SiteConnection,
): Promise<FirstRecord | null> {
  const found = await services.db.asTeam(site, async (tx) => {
    const [activity] = await tx
      .select({ uuid: activities.uuid, kind: activities.kind })
      .from(activities)
      .where(
        and(
          inSite(activities, site),
          eq(activities.connectionId, id),
          eq(activities.isShowable, true),
        ),
      )
      .orderBy(desc(activities.occurredAt), desc(activities.id))
      .limit(1)
    const kind = activityKinds.find((one) => one === activity?.kind)
    if (!activity || !kind) return null
    const [nudge] = await tx
      .select({ uuid: nudges.uuid, state: nudges.state })
      .from(nudges)
      .where(
        and(
          inSite(nudges, site),
          eq(nudges.type, singleTypeOf(kind)),
          eq(nudges.surface, 'popup'),
          isNull(nudges.archivedAt),
        ),
      )
      // 'published' sorts last.
      .orderBy(desc(nudges.state), nudges.id)
      .limit(1)
    return { activity: activity.uuid, kind, nudge: nudge ?? null }
  })
  if (!found) return null
  const { title, text, picture } = await readActivity(services, site, found.activity)
  const { activity, kind, nudge } = found
  return {
    kind,
    activity,
    text: `${title} ${text}`.trim(),
    picture,
    nudge: nudge && { uuid: nudge.uuid, isPublished: nudge.state === 'published' },
  }
}
