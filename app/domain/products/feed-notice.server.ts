/** Who hears that a product feed can no longer be read, and what they hear. */
import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { productFeeds } from '#app/db/schema/products.ts'
import type { Services } from '#app/services.ts'
import { feedFaultEmailJob } from './jobs.ts'

type FaultyFeed = { uuid: string; teamId: number; at: Date }

/**
 * Emails to the owner.
 *
 * @param tx the transaction that notes the email, so that each fault is sent once
 */
export async function sendFeedFaultEmails(
  tx: Queries,
  { jobs }: Pick<Services, 'jobs'>,
  { uuid, teamId, at }: FaultyFeed,
): Promise<void> {
  const people = await tx
    .select({ userId: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.role, 'owner')))
  for (const { userId } of people) {
    await jobs.send(feedFaultEmailJob, { teamId, userId, feed: uuid, at: at.toISOString() }, tx)
  }
}

export type FeedNotice = {
  to: string
  url: string
  fault: string
  /** When the feed was last read completely. */
  readAt: Date
  site: string
  siteUuid: string
  team: string
}

type Notified = { teamId: number; userId: number; feed: string; at: string }

/** Null when there is nothing to do any more: it was read again or removed, or the person left. */
export async function readFeedNotice(
  { db }: Pick<Services, 'db'>,
  { teamId, userId, feed, at }: Notified,
): Promise<FeedNotice | null> {
  const [row] = await db.system
    .select({
      to: users.email,
      url: productFeeds.url,
      fault: productFeeds.fault,
      readAt: productFeeds.readAt,
      site: sites.name,
      siteUuid: sites.uuid,
      team: teams.name,
    })
    .from(productFeeds)
    .innerJoin(sites, eq(sites.id, productFeeds.siteId))
    .innerJoin(teams, eq(teams.id, productFeeds.teamId))
    .innerJoin(
      teamMembers,
      and(
        eq(teamMembers.teamId, productFeeds.teamId),
        eq(teamMembers.userId, userId),
        eq(teamMembers.role, 'owner'),
      ),
    )
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(
      and(
        eq(productFeeds.uuid, feed),
        eq(productFeeds.teamId, teamId),
        eq(productFeeds.faultMailedAt, new Date(at)),
      ),
    )
  if (!row) return null
  const { fault, readAt, ...notice } = row
  return fault === null || readAt === null ? null : { ...notice, fault, readAt }
}
