/**
 * All data about a person, by table. Every column is either exported or listed as left out. A test
 * compares both with the database, so that no new table or column is forgotten and no new secret
 * exported by accident.
 */
import { eq, getTableColumns, getTableName, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { apiTokens, memberSites, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import {
  frameSessions,
  tenantStaff,
  notificationChoices,
  passkeyChallenges,
  passkeys,
  passwordResets,
  pendingLogins,
  recoveryCodes,
  sessions,
  shopStaff,
  staffActs,
  twoFactors,
} from '#app/db/schema/accounts.ts'
import { announcements } from '#app/db/schema/announcements.ts'
import { billingAccounts, givenCoupons } from '#app/db/schema/billing.ts'
import { connections, oauthApprovals } from '#app/db/schema/connections.ts'
import { photos } from '#app/db/schema/images.ts'
import { imports } from '#app/db/schema/imports.ts'
import { manualEntries } from '#app/db/schema/messages.ts'
import { nudgeExperiments, nudges, nudgeVersions } from '#app/db/schema/nudges.ts'
import { planChanges } from '#app/db/schema/plans.ts'
import { pushMessages } from '#app/db/schema/push.ts'
import { siteReports } from '#app/db/schema/reports.ts'
import { supportMessages, supportRequests } from '#app/db/schema/support.ts'
import { auditEntries, invitations } from '#app/db/schema/teams.ts'
import { listViews } from '#app/db/schema/views.ts'

export type Person = { id: number; email: string }

export type ExportPart = {
  /** Name in the file. */
  name: string
  table: string
  /** Properties of the schema. */
  exported: readonly string[]
  leftOut: readonly string[]
  read: (queries: Queries, person: Person) => Promise<Record<string, unknown>[]>
}

/** Secrets, internal ids, and data about other people. */
type LeftOut = readonly string[]

type PartOptions = {
  exported: readonly string[]
  leftOut?: LeftOut
  /** Selects rows about the person. */
  of: (person: Person) => SQL | undefined
}

function exportPart(
  name: string,
  table: PgTable,
  { exported, leftOut = [], of }: PartOptions,
): ExportPart {
  const all: Record<string, PgColumn> = getTableColumns(table)
  const columns = Object.fromEntries(
    exported.map((property) => {
      const column = all[property]
      if (!column) throw new Error(`${getTableName(table)} has no ${property}.`)
      return [property, column]
    }),
  )
  return {
    name,
    table: getTableName(table),
    exported,
    leftOut,
    read: (queries, person) => queries.select(columns).from(table).where(of(person)),
  }
}

const teamsOfPerson = (id: number) =>
  sql`(select ${teamMembers.teamId} from ${teamMembers} where ${teamMembers.userId} = ${id})`

export const exportParts: readonly ExportPart[] = [
  exportPart('account', users, {
    exported: [
      ...['id', 'name', 'email', 'emailVerifiedAt', 'passwordCreatedAt', 'termsAcceptedAt'],
      'termsVersion',
      ...['isStaff', 'countryCode', 'phone', 'phoneVerifiedAt', 'attribution'],
      ...['lastReadAnnouncementsAt', 'currentTeamId', 'currentSiteId', 'createdAt', 'updatedAt'],
      'extraAttributes',
      ...['suspendedAt', 'suspensionNotice'],
    ],
    leftOut: ['passwordHash', 'photoId'],
    of: ({ id }) => eq(users.id, id),
  }),
  exportPart('photos', photos, {
    exported: ['webp', 'createdAt'],
    leftOut: ['id', 'userId', 'teamId', 'siteId'],
    of: ({ id }) => eq(photos.userId, id),
  }),
  exportPart('sessions', sessions, {
    exported: ['deviceName', 'createdAt', 'lastUsedAt', 'expiresAt', 'secondFactorAt'],
    leftOut: ['id', 'userId', 'tokenHash', 'impersonatesId', 'impersonationEndsAt'],
    of: ({ id }) => eq(sessions.userId, id),
  }),
  exportPart('passwordResets', passwordResets, {
    exported: ['createdAt', 'expiresAt'],
    leftOut: ['userId', 'tokenHash'],
    of: ({ id }) => eq(passwordResets.userId, id),
  }),
  exportPart('twoFactor', twoFactors, {
    exported: ['method', 'confirmedAt', 'createdAt'],
    leftOut: ['userId', 'seed', 'lastStep', 'resetCodeHash'],
    of: ({ id }) => eq(twoFactors.userId, id),
  }),
  exportPart('recoveryCodes', recoveryCodes, {
    exported: ['usedAt', 'createdAt'],
    leftOut: ['id', 'userId', 'codeHash'],
    of: ({ id }) => eq(recoveryCodes.userId, id),
  }),
  exportPart('passkeys', passkeys, {
    exported: ['name', 'isSynced', 'createdAt', 'lastUsedAt'],
    leftOut: ['id', 'userId', 'credentialId', 'publicKey', 'counter', 'transports'],
    of: ({ id }) => eq(passkeys.userId, id),
  }),
  exportPart('passkeyQuestions', passkeyChallenges, {
    exported: ['expiresAt'],
    leftOut: ['tokenHash', 'userId', 'challenge'],
    of: ({ id }) => eq(passkeyChallenges.userId, id),
  }),
  exportPart('pendingLogins', pendingLogins, {
    exported: ['tries', 'createdAt', 'expiresAt'],
    leftOut: ['id', 'userId', 'tokenHash', 'sentCodeHash'],
    of: ({ id }) => eq(pendingLogins.userId, id),
  }),
  exportPart('organizations', teams, {
    exported: ['id', 'name', 'slug', 'plan', 'isSample', 'createdAt'],
    leftOut: [
      ...['ownerId', 'photoId', 'meteredBy', 'planLimit', 'memberLimit', 'visitorBoost'],
      ...['visitorBoostExpiresAt', 'planOverrides', 'updatedAt'],
      ...['suspendedAt', 'suspensionNotice'],
    ],
    of: ({ id }) => inArray(teams.id, teamsOfPerson(id)),
  }),
  exportPart('shops', shopStaff, {
    exported: ['teamId', 'staffId', 'joinAnsweredAt', 'endedAt', 'createdAt'],
    leftOut: ['shopId', 'userId'],
    of: ({ id }) => eq(shopStaff.userId, id),
  }),
  exportPart('stores', tenantStaff, {
    exported: ['teamId', 'staffId', 'endedAt', 'leftAt', 'createdAt'],
    leftOut: ['tenantId', 'userId'],
    of: ({ id }) => eq(tenantStaff.userId, id),
  }),
  exportPart('frameSessions', frameSessions, {
    exported: ['teamId', 'vouchedAt', 'createdAt', 'expiresAt'],
    leftOut: ['id', 'tenantId', 'userId', 'ticket'],
    of: ({ id }) => eq(frameSessions.userId, id),
  }),
  exportPart('memberships', teamMembers, {
    exported: ['teamId', 'role', 'seesAllSites', 'createdAt'],
    leftOut: ['userId'],
    of: ({ id }) => eq(teamMembers.userId, id),
  }),
  exportPart('sitesOfMemberships', memberSites, {
    exported: ['teamId', 'siteId'],
    leftOut: ['userId'],
    of: ({ id }) => eq(memberSites.userId, id),
  }),
  exportPart('apiTokens', apiTokens, {
    exported: ['teamId', 'siteId', 'name', 'abilities', 'createdAt', 'lastUsedAt', 'expiresAt'],
    leftOut: ['id', 'userId', 'tokenHash'],
    of: ({ id }) => eq(apiTokens.userId, id),
  }),
  exportPart('invitations', invitations, {
    exported: ['teamId', 'email', 'role', 'createdAt', 'sentAt', 'expiresAt'],
    leftOut: ['id', 'siteIds', 'tokenHash', 'invitedBy'],
    of: ({ id, email }) => or(eq(invitations.email, email), eq(invitations.invitedBy, id)),
  }),
  exportPart('planChanges', planChanges, {
    exported: ['teamId', 'actor', 'fromPlan', 'toPlan', 'reason', 'createdAt'],
    leftOut: ['id', 'userId', 'overrides'],
    of: ({ id }) => eq(planChanges.userId, id),
  }),
  exportPart('auditLog', auditEntries, {
    exported: ['teamId', 'act', 'details', 'createdAt'],
    leftOut: ['id', 'userId', 'impersonatorId'],
    of: ({ id }) =>
      or(
        eq(auditEntries.userId, id),
        eq(auditEntries.impersonatorId, id),
        sql`${auditEntries.details} ->> 'member' = ${String(id)}`,
      ),
  }),
  exportPart('notifications', notificationChoices, {
    exported: ['kind', 'isWanted', 'updatedAt'],
    leftOut: ['userId'],
    of: ({ id }) => eq(notificationChoices.userId, id),
  }),
  exportPart('reportsByMail', siteReports, {
    exported: ['siteId', 'teamId', 'every', 'reportedUntil', 'createdAt'],
    leftOut: ['userId'],
    of: ({ id }) => eq(siteReports.userId, id),
  }),
  exportPart('savedViews', listViews, {
    exported: ['teamId', 'siteId', 'list', 'name', 'query', 'createdAt'],
    leftOut: ['id', 'uuid', 'userId'],
    of: ({ id }) => eq(listViews.userId, id),
  }),
  exportPart('connectedServices', connections, {
    exported: ['teamId', 'siteId', 'integration', 'account', 'label', 'state', 'createdAt'],
    leftOut: [
      ...['id', 'uuid', 'credentials', 'hookHash', 'productsReadAt', 'cursor', 'pullDueAt'],
      ...['failures', 'failingSince', 'fault', 'lostAt', 'tokenStartedAt', 'firstRecordAt'],
      ...['lastRecordAt', 'stored', 'skipped', 'problem', 'connectedBy'],
      ...['pageProof', 'publishedPage'],
    ],
    of: ({ id }) => eq(connections.connectedBy, id),
  }),
  exportPart('approvalsUnderWay', oauthApprovals, {
    exported: ['teamId', 'siteId', 'integration', 'expiresAt'],
    leftOut: ['stateHash', 'userId', 'connectionId', 'verifier'],
    of: ({ id }) => eq(oauthApprovals.userId, id),
  }),
  exportPart('importedFiles', imports, {
    exported: ['teamId', 'siteId', 'kind', 'fileName', 'taken', 'createdAt', 'finishedAt'],
    // These rows are about shoppers.
    leftOut: ['id', 'uuid', 'userId', 'rows'],
    of: ({ id }) => eq(imports.userId, id),
  }),
  exportPart('messagesByHand', manualEntries, {
    exported: ['teamId', 'siteId', 'text', 'url', 'image', 'isShown', 'createdAt'],
    leftOut: ['id', 'uuid', 'userId'],
    of: ({ id }) => eq(manualEntries.userId, id),
  }),
  exportPart('nudges', nudges, {
    exported: ['teamId', 'siteId', 'surface', 'type', 'name', 'state', 'createdAt', 'updatedAt'],
    leftOut: [
      ...['id', 'uuid', 'shortId', 'userId', 'position', 'query', 'content', 'rules', 'placement'],
      ...['message', 'look', 'draft', 'version', 'publishAt', 'publishedAt', 'archivedAt'],
    ],
    of: ({ id }) => eq(nudges.userId, id),
  }),
  exportPart('publishedNudges', nudgeVersions, {
    exported: ['teamId', 'siteId', 'version', 'createdAt'],
    leftOut: ['nudgeId', 'userId', 'settings'],
    of: ({ id }) => eq(nudgeVersions.userId, id),
  }),
  exportPart('experiments', nudgeExperiments, {
    exported: ['teamId', 'siteId', 'kind', 'share', 'startedAt', 'endedAt', 'kept'],
    leftOut: ['id', 'uuid', 'nudgeId', 'userId', 'versionA', 'versionB', 'settingsB'],
    of: ({ id }) => eq(nudgeExperiments.userId, id),
  }),
  exportPart('pushMessages', pushMessages, {
    exported: ['teamId', 'siteId', 'kind', 'name', 'state', 'createdAt', 'updatedAt'],
    leftOut: [
      ...['id', 'uuid', 'userId', 'content', 'contentB', 'shareB', 'audience', 'sendAt', 'hours'],
      ...['waitHours', 'version', 'addressedUntil', 'addressedAt', 'startedAt', 'endedAt'],
    ],
    of: ({ id }) => eq(pushMessages.userId, id),
  }),
  exportPart('supportRequests', supportRequests, {
    exported: ['id', 'subject', 'state', 'createdAt', 'lastMessageAt'],
    leftOut: ['userId', 'teamId', 'assigneeId', 'userReadId', 'staffReadId'],
    of: ({ id }) => eq(supportRequests.userId, id),
  }),
  // Messages that staff wrote to others are about those people.
  exportPart('supportMessages', supportMessages, {
    exported: ['requestId', 'author', 'body', 'createdAt'],
    leftOut: ['id', 'userId'],
    of: ({ id }) =>
      sql`${supportMessages.requestId} in (select ${supportRequests.id} from ${supportRequests}
        where ${supportRequests.userId} = ${id})`,
  }),
  exportPart('announcements', announcements, {
    exported: [
      ...(['body', 'actionText', 'actionUrl', 'shell', 'plans'] as const),
      ...(['publishedAt', 'createdAt', 'updatedAt'] as const),
    ],
    leftOut: ['id', 'userId'],
    of: ({ id }) => eq(announcements.userId, id),
  }),
  exportPart('actsOfStaff', staffActs, {
    exported: ['act', 'reason', 'outcome', 'createdAt'],
    leftOut: ['id', 'staffId', 'userId', 'teamId', 'details', 'refusal', 'address'],
    of: ({ id }) => or(eq(staffActs.staffId, id), eq(staffActs.userId, id)),
  }),
  exportPart('givenCoupons', givenCoupons, {
    exported: [
      ...(['code', 'percentOff', 'amountOffCents', 'duration', 'months'] as const),
      ...(['usedAt', 'revokedAt', 'createdAt'] as const),
    ],
    leftOut: ['id', 'teamId', 'staffId', 'providerId'],
    of: ({ id }) => eq(givenCoupons.staffId, id),
  }),
  // The rest is the organization’s.
  exportPart('planOrders', billingAccounts, {
    exported: ['orderedPlanId', 'orderedAt'],
    leftOut: [
      'teamId',
      'stripeId',
      'cardBrand',
      'cardLastFour',
      'cardCountry',
      'cardExpMonth',
      'cardExpYear',
      'billingName',
      'billingAddress',
      'billingAddressLine2',
      'billingCity',
      'billingState',
      'billingZip',
      'billingCountry',
      'vatId',
      'vatStatus',
      'extraBillingInformation',
      'trialEndsAt',
      'trialPlan',
      'planBeforeTrial',
      'appSumoCode',
      'cancellationOfferedAt',
      'busyUntil',
      'busyWith',
      'orderedBy',
      'replacedInvoice',
      'readsStarted',
      'readStored',
      'createdAt',
      'updatedAt',
    ],
    of: ({ id }) => eq(billingAccounts.orderedBy, id),
  }),
]
