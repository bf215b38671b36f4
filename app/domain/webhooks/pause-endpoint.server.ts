/** Pauses endpoints that don't accept messages, and notifies the organization. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { memberSites, sites, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { webhookEndpoints } from '#app/db/schema/webhooks.ts'
import type { Services } from '#app/services.ts'
import type { PauseReason } from './endpoint.ts'
import { pausedEmailJob } from './jobs.ts'

type Paused = {
  id: number
  uuid: string
  teamId: number
  siteId: number
  reason: Exclude<PauseReason, 'owner'>
  at: Date
}

/** Owner and admins get an email, once. */
export async function pauseEndpoint(
  tx: Transaction,
  { jobs }: Services,
  { id, uuid, teamId, siteId, reason, at }: Paused,
): Promise<void> {
  const paused = await tx
    .update(webhookEndpoints)
    .set({ state: 'paused', pauseReason: reason, pausedAt: at })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.state, 'active')))
    .returning({ id: webhookEndpoints.id })
  if (paused.length === 0) return
  const seesSite = sql`(${teamMembers.seesAllSites} or exists (
    select from ${memberSites} where ${memberSites.userId} = ${teamMembers.userId}
      and ${memberSites.siteId} = ${siteId}))`
  const people = await tx
    .select({ userId: teamMembers.userId })
    .from(teamMembers)
    .where(
      and(eq(teamMembers.teamId, teamId), inArray(teamMembers.role, ['owner', 'admin']), seesSite),
    )
  for (const { userId } of people) {
    await jobs.send(pausedEmailJob, { teamId, userId, endpoint: uuid }, tx)
  }
}

export type PauseNotice = {
  to: string
  url: string
  reason: PauseReason
  pausedAt: Date
  site: string
  siteUuid: string
  team: string
}

type Notified = { teamId: number; userId: number; endpoint: string }

/** Null when there is nothing to inform about any more: it runs again, or the person left. */
export async function readPauseNotice(
  { db }: Services,
  { teamId, userId, endpoint }: Notified,
): Promise<PauseNotice | null> {
  const [row] = await db.system
    .select({
      to: users.email,
      url: webhookEndpoints.url,
      reason: webhookEndpoints.pauseReason,
      pausedAt: webhookEndpoints.pausedAt,
      site: sites.name,
      siteUuid: sites.uuid,
      team: teams.name,
    })
    .from(webhookEndpoints)
    .innerJoin(sites, eq(sites.id, webhookEndpoints.siteId))
    .innerJoin(teams, eq(teams.id, webhookEndpoints.teamId))
    .innerJoin(
      teamMembers,
      and(eq(teamMembers.teamId, webhookEndpoints.teamId), eq(teamMembers.userId, userId)),
    )
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(webhookEndpoints.uuid, endpoint), eq(webhookEndpoints.teamId, teamId)))
  if (!row || row.reason === null || row.pausedAt === null) return null
  return { ...row, reason: row.reason, pausedAt: row.pausedAt }
}
