/** A team's page in the kiosk. */
import { and, desc, eq, isNotNull, ne, or, gte, isNull } from 'drizzle-orm'
import {
  connections,
  planChanges,
  shops,
  sites,
  subscriptions,
  supportRequests,
  teamMembers,
  teams,
  users,
  webhookAttempts,
  webhookEndpoints,
  webhookMessages,
} from '#app/db/schema/index.ts'
import { listStaffActs } from '#app/domain/accounts/staff/list-staff-acts.server.ts'
import { readLastStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { sumPaid } from '#app/domain/billing/figures/paid-in-total.server.ts'
import { isBeingPaid } from '#app/domain/billing/stored/open-payment.server.ts'
import { shownPlanEnd } from '#app/domain/billing/stored/store-subscriptions.server.ts'
import { findAskedErasure } from '#app/domain/lifecycle/staff/erase-by-staff.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { entitlementsOf } from '#app/domain/plans/entitlements.ts'
import { readMeter } from '#app/domain/stats/meter-reading.server.ts'
import { teamPlanColumns } from '#app/domain/plans/team-plan.server.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { withCurrentPause } from '#app/domain/sites/pause/pause.ts'
import { listAudit } from '#app/domain/teams/audit.server.ts'
import { describeEntry } from '#app/domain/teams/audit.ts'
import { listMembers } from '#app/domain/teams/members.server.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import type { Services } from '#app/services.ts'
import { findTeamIssues } from './team-issues.ts'

export type KioskTeam = NonNullable<Awaited<ReturnType<typeof readKioskTeam>>>

/** Rows of each history on the page. */
const recentCount = 10

/** Null: there is no such team. */
export async function readKioskTeam(services: Services, teamId: number) {
  const scope = await findTeamForStaff(services, String(teamId))
  if (!scope) return null
  const [identity, money, openRequests, ...read] = await Promise.all([
    readIdentity(services, scope),
    readMoney(services, scope),
    countOpenRequests(services, scope),
    listMembers(services, scope, { order: null, page: 1 }),
    readMeter(services, scope),
    listAudit(services, scope, null),
    listStaffActs(services, { subject: { teamId }, before: null }),
    readLastStaffAct(services, { teamId }),
    findAskedErasure(services, { teamId }),
    readHeld(services, scope),
  ])
  const [members, meter, log, acts, lastActId, askedErasure, held] = read
  if (!identity) return null
  const now = services.now()
  const sitesNow = held.sites.map((site) => withCurrentPause(site, now))
  const connectionsNow = held.connections.map((connection) => ({
    ...connection,
    integration: integrationLabels[connection.integration],
    /** Its reviews wait, because nothing shows that their page is the site's. */
    reviewPage: connection.pageProof?.page ?? null,
    hasUnprovedPage: connection.pageProof !== null && connection.pageProof.proof === null,
  }))
  return {
    ...identity,
    owner: await findOwner(services, scope),
    money,
    issues: findTeamIssues({
      ...identity,
      ...money,
      isErasureAsked: askedErasure !== null,
      isLimitReached: meter.isLimitReached,
      sites: sitesNow,
      connections: connectionsNow,
      failedWebhooks: held.failedWebhooks,
      openRequests,
      now,
    }),
    members,
    usage: meter,
    audit: log.entries
      .slice(0, recentCount)
      .map((entry) => ({ id: entry.id, at: entry.at, sentence: describeEntry(entry) })),
    acts: acts.entries,
    lastActId,
    askedErasure,
    ...held,
    sites: sitesNow,
    connections: connectionsNow,
    subscriptions: held.subscriptions.map(
      ({ pastDueSince, endsAt, isBeingPaid: isPaid, ...subscription }) => ({
        ...subscription,
        /** The same date that its owner reads. Null: it renews, or ends only if the bank declines. */
        planEndsAt:
          shownPlanEnd(
            { ...subscription, pastDueSince, endsAt },
            { at: now, isBeingPaid: isPaid },
          ) ?? endsAt,
      }),
    ),
  }
}

/** Its subscription, debts and payments so far. */
async function readMoney(services: Services, scope: TeamScope) {
  const { channel, subscription, openPayment, trialEndsAt } = await readBilling(services, scope)
  const paid = (await sumPaid(services, [scope.teamId])).get(scope.teamId) ?? []
  return { channel, subscription, openPayment, trialEndsAt, paid }
}

const countOpenRequests = ({ db }: Services, scope: TeamScope): Promise<number> =>
  db.system.$count(
    supportRequests,
    and(inTeam(supportRequests, scope), eq(supportRequests.state, 'open')),
  )

/** The list of members may end before. Null: there is none. */
async function findOwner({ db }: Services, scope: TeamScope) {
  const [owner] = await db.system
    .select({ id: users.id, name: users.name, email: users.email })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(inTeam(teamMembers, scope), eq(teamMembers.role, 'owner')))
    .limit(1)
  return owner ?? null
}

async function readIdentity({ db }: Services, scope: TeamScope) {
  const [team] = await db.asTeam(scope, (tx) =>
    tx
      .select({
        id: teams.id,
        name: teams.name,
        slug: teams.slug,
        suspendedAt: teams.suspendedAt,
        suspensionNotice: teams.suspensionNotice,
        isSample: teams.isSample,
        ...teamPlanColumns,
        createdAt: teams.createdAt,
      })
      .from(teams)
      .where(inTeam(teams, scope)),
  )
  if (!team) return null
  const { overrides, meteredBy, ...identity } = team
  const { plan } = team
  const { siteLimit, memberLimit } = entitlementsOf({ plan, meteredBy, overrides })
  return { ...identity, siteLimit, memberLimit, planName: findPlan(plan)?.name ?? plan }
}

/** Reads the team's data in several areas, in one transaction. */
const readHeld = ({ db }: Services, scope: TeamScope) =>
  db.asTeam(scope, async (tx) => ({
    sites: await tx
      .select({
        id: sites.id,
        uuid: sites.uuid,
        name: sites.name,
        url: sites.url,
        pixelSeenAt: sites.pixelSeenAt,
        pausedAt: sites.pausedAt,
        pausedUntil: sites.pausedUntil,
        shop: shops.domain,
      })
      .from(sites)
      .leftJoin(shops, and(eq(shops.siteId, sites.id), isNull(shops.uninstalledAt)))
      .where(inTeam(sites, scope))
      .orderBy(sites.id),
    subscriptions: await tx
      .select({
        id: subscriptions.id,
        planId: subscriptions.planId,
        channel: subscriptions.channel,
        state: subscriptions.state,
        createdAt: subscriptions.createdAt,
        endsAt: subscriptions.endsAt,
        pastDueSince: subscriptions.pastDueSince,
        isBeingPaid,
        endedAt: subscriptions.endedAt,
      })
      .from(subscriptions)
      .where(inTeam(subscriptions, scope))
      .orderBy(desc(subscriptions.id))
      .limit(recentCount),
    planChanges: await tx
      .select({
        id: planChanges.id,
        actor: planChanges.actor,
        fromPlan: planChanges.fromPlan,
        toPlan: planChanges.toPlan,
        reason: planChanges.reason,
        at: planChanges.createdAt,
      })
      .from(planChanges)
      .where(inTeam(planChanges, scope))
      .orderBy(desc(planChanges.id))
      .limit(recentCount),
    connections: await tx
      .select({
        id: connections.id,
        integration: connections.integration,
        state: connections.state,
        fault: connections.fault,
        failures: connections.failures,
        lastRecordAt: connections.lastRecordAt,
        pageProof: connections.pageProof,
        site: sites.name,
      })
      .from(connections)
      .innerJoin(sites, eq(sites.id, connections.siteId))
      .where(and(inTeam(connections, scope), ne(connections.state, 'ended')))
      .orderBy(connections.id),
    failedWebhooks: await tx
      .select({
        id: webhookAttempts.id,
        url: webhookEndpoints.url,
        status: webhookAttempts.status,
        fault: webhookAttempts.fault,
        at: webhookAttempts.attemptedAt,
      })
      .from(webhookAttempts)
      .innerJoin(webhookMessages, eq(webhookMessages.id, webhookAttempts.messageId))
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookMessages.endpointId))
      .where(
        and(
          inTeam(webhookAttempts, scope),
          or(isNotNull(webhookAttempts.fault), gte(webhookAttempts.status, 300)),
        ),
      )
      .orderBy(desc(webhookAttempts.id))
      .limit(recentCount),
  }))
