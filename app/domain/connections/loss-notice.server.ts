/** Who hears that a service refuses a connection, or keeps it waiting, and what they hear. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { Queries } from '#app/db/db.ts'
import { memberSites, sites, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { connections } from '#app/db/schema/connections.ts'
import type { Services } from '#app/services.ts'
import { refusedAccess } from './faults.ts'
import { lossEmailJob } from './jobs.ts'

/** Members who can reconnect it: an analyst can't, and neither can a member without the site. */
const canReconnect = (siteId: SQL | number): SQL | undefined =>
  and(
    inArray(teamMembers.role, ['owner', 'admin', 'editor']),
    sql`(${teamMembers.seesAllSites} or exists (
      select from ${memberSites} where ${memberSites.userId} = ${teamMembers.userId}
        and ${memberSites.siteId} = ${siteId}))`,
  )

type Lost = {
  uuid: string
  teamId: number
  siteId: number
  connectedBy: number | null
  at: Date
  /** Until the emails go out, in seconds: they don't if it works again by then. Default: 0. */
  wait?: number
}

/**
 * Emails to the owner and to the person who connected it.
 *
 * @param tx the transaction that notes the loss, so that each loss is sent once
 */
export async function sendLossEmails(
  tx: Queries,
  { jobs }: Pick<Services, 'jobs'>,
  { uuid, teamId, siteId, connectedBy, at, wait = 0 }: Lost,
): Promise<void> {
  const people = await tx
    .select({ userId: teamMembers.userId })
    .from(teamMembers)
    .where(
      and(
        eq(teamMembers.teamId, teamId),
        canReconnect(siteId),
        or(eq(teamMembers.role, 'owner'), eq(teamMembers.userId, connectedBy ?? 0)),
      ),
    )
  for (const { userId } of people) {
    const notified = { teamId, userId, connection: uuid, lostAt: at.toISOString() }
    await (wait > 0
      ? jobs.sendLater(lossEmailJob, { ...notified, hasWaited: true }, { seconds: wait, tx })
      : jobs.send(lossEmailJob, notified, tx))
  }
}

export type LossNotice = {
  to: string
  integration: ConnectableName
  /** The service's name for the account. */
  account: string
  site: string
  siteUuid: string
  team: string
  /** Why, for its owner. Null: the service refused the access. */
  fault: string | null
  /** It works again without its owner once the fault is solved at the service. */
  isWaiting: boolean
  lostAt: Date
}

export type Notified = {
  teamId: number
  userId: number
  connection: string
  lostAt: string
  hasWaited?: boolean | undefined
  wasFound?: boolean | undefined
  unclear?: number | undefined
}

/** Null when there is nothing to do any more: it was reconnected or disconnected, or the person left. */
export async function readLossNotice(
  { db }: Pick<Services, 'db'>,
  { teamId, userId, connection, lostAt }: Notified,
): Promise<LossNotice | null> {
  const at = new Date(lostAt)
  const [row] = await db.system
    .select({
      to: users.email,
      integration: connections.integration,
      label: connections.label,
      fault: connections.fault,
      state: connections.state,
      account: connections.account,
      site: sites.name,
      siteUuid: sites.uuid,
      team: teams.name,
    })
    .from(connections)
    .innerJoin(sites, eq(sites.id, connections.siteId))
    .innerJoin(teams, eq(teams.id, connections.teamId))
    .innerJoin(
      teamMembers,
      and(eq(teamMembers.teamId, connections.teamId), eq(teamMembers.userId, userId)),
    )
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(
      and(
        eq(connections.uuid, connection),
        eq(connections.teamId, teamId),
        inArray(connections.state, ['lost', 'active']),
        eq(connections.lostAt, at),
        canReconnect(sql`${sites.id}`),
      ),
    )
  if (!row) return null
  const { label, account, fault, state, ...notice } = row
  return {
    ...notice,
    account: label ?? account,
    fault: fault === refusedAccess ? null : fault,
    isWaiting: state === 'active',
    lostAt: at,
  }
}
