/**
 * All that is known of a person, table by table. Each column is either told or named as left out; a test
 * compares both with the database, so that neither a new table nor a new column is forgotten, and no
 * new secret is told by accident.
 */
import { eq, getTableColumns, getTableName, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import {
  announcements,
  apiTokens,
  auditEntries,
  imports,
  invitations,
  manualEntries,
  memberSites,
  notificationChoices,
  nudgeExperiments,
  nudges,
  nudgeVersions,
  passkeyChallenges,
  passkeys,
  passwordResets,
  pendingLogins,
  photos,
  recoveryCodes,
  sessions,
  siteReports,
  staffActs,
  supportRequests,
  teamMembers,
  teams,
  twoFactors,
  users,
} from '#app/db/schema/index.ts'

export type Person = { id: number; email: string }

export type ExportPart = {
  /** In the file. */
  name: string
  table: string
  /** Properties of the schema. */
  told: readonly string[]
  leftOut: readonly string[]
  read: (queries: Queries, person: Person) => Promise<Record<string, unknown>[]>
}

/** What proves who somebody is, what the database numbers rows by, or what is about other people. */
type LeftOut = readonly string[]

type Wanted = {
  told: readonly string[]
  leftOut?: LeftOut
  /** Which rows are about the person. */
  of: (person: Person) => SQL | undefined
}

function part(name: string, table: PgTable, { told, leftOut = [], of }: Wanted): ExportPart {
  const all: Record<string, PgColumn> = getTableColumns(table)
  const columns = Object.fromEntries(
    told.map((property) => {
      const column = all[property]
      if (!column) throw new Error(`${getTableName(table)} has no ${property}.`)
      return [property, column]
    }),
  )
  return {
    ...{ name, table: getTableName(table), told, leftOut },
    read: (queries, person) => queries.select(columns).from(table).where(of(person)),
  }
}

const ownTeams = (id: number) =>
  sql`(select ${teamMembers.teamId} from ${teamMembers} where ${teamMembers.userId} = ${id})`

export const exportParts: readonly ExportPart[] = [
  part('account', users, {
    told: [
      ...['id', 'name', 'email', 'emailVerifiedAt', 'passwordCreatedAt', 'termsAcceptedAt'],
      ...['isAdmin', 'countryCode', 'phone', 'phoneVerifiedAt', 'attribution'],
      ...['lastReadAnnouncementsAt', 'currentTeamId', 'currentSiteId', 'createdAt', 'updatedAt'],
      'extraAttributes',
    ],
    leftOut: ['passwordHash', 'photoId'],
    of: ({ id }) => eq(users.id, id),
  }),
  part('photos', photos, {
    told: ['webp', 'createdAt'],
    leftOut: ['id', 'userId', 'teamId', 'siteId'],
    of: ({ id }) => eq(photos.userId, id),
  }),
  part('sessions', sessions, {
    told: ['deviceName', 'createdAt', 'lastUsedAt', 'expiresAt', 'secondFactorAt'],
    leftOut: ['id', 'userId', 'tokenHash', 'impersonatesId', 'impersonationEndsAt'],
    of: ({ id }) => eq(sessions.userId, id),
  }),
  part('passwordResets', passwordResets, {
    told: ['createdAt', 'expiresAt'],
    leftOut: ['userId', 'tokenHash'],
    of: ({ id }) => eq(passwordResets.userId, id),
  }),
  part('twoFactor', twoFactors, {
    told: ['method', 'confirmedAt', 'createdAt'],
    leftOut: ['userId', 'seed', 'lastStep', 'resetCodeHash'],
    of: ({ id }) => eq(twoFactors.userId, id),
  }),
  part('recoveryCodes', recoveryCodes, {
    told: ['usedAt', 'createdAt'],
    leftOut: ['id', 'userId', 'codeHash'],
    of: ({ id }) => eq(recoveryCodes.userId, id),
  }),
  part('passkeys', passkeys, {
    told: ['name', 'isSynced', 'createdAt', 'lastUsedAt'],
    leftOut: ['id', 'userId', 'credentialId', 'publicKey', 'counter', 'transports'],
    of: ({ id }) => eq(passkeys.userId, id),
  }),
  part('passkeyQuestions', passkeyChallenges, {
    told: ['expiresAt'],
    leftOut: ['tokenHash', 'userId', 'challenge'],
    of: ({ id }) => eq(passkeyChallenges.userId, id),
  }),
  part('pendingLogins', pendingLogins, {
    told: ['tries', 'createdAt', 'expiresAt'],
    leftOut: ['id', 'userId', 'tokenHash', 'sentCodeHash'],
    of: ({ id }) => eq(pendingLogins.userId, id),
  }),
  part('organizations', teams, {
    told: ['id', 'name', 'slug', 'plan', 'createdAt'],
    leftOut: [
      ...['ownerId', 'photoId', 'billing', 'planLimit', 'memberLimit', 'visitorBoost'],
      ...['visitorBoostExpiresAt', 'updatedAt'],
    ],
    of: ({ id }) => inArray(teams.id, ownTeams(id)),
  }),
  part('memberships', teamMembers, {
    told: ['teamId', 'role', 'seesAllSites', 'createdAt'],
    leftOut: ['userId'],
    of: ({ id }) => eq(teamMembers.userId, id),
  }),
  part('sitesOfMemberships', memberSites, {
    told: ['teamId', 'siteId'],
    leftOut: ['userId'],
    of: ({ id }) => eq(memberSites.userId, id),
  }),
  part('apiTokens', apiTokens, {
    told: ['teamId', 'siteId', 'name', 'abilities', 'createdAt', 'lastUsedAt', 'expiresAt'],
    leftOut: ['id', 'userId', 'tokenHash'],
    of: ({ id }) => eq(apiTokens.userId, id),
  }),
  part('invitations', invitations, {
    told: ['teamId', 'email', 'role', 'createdAt', 'sentAt', 'expiresAt'],
    leftOut: ['id', 'siteIds', 'tokenHash', 'invitedBy'],
    of: ({ id, email }) => or(eq(invitations.email, email), eq(invitations.invitedBy, id)),
  }),
  part('auditLog', auditEntries, {
    told: ['teamId', 'act', 'details', 'createdAt'],
    leftOut: ['id', 'userId', 'impersonatorId'],
    of: ({ id }) =>
      or(
        eq(auditEntries.userId, id),
        eq(auditEntries.impersonatorId, id),
        sql`${auditEntries.details} ->> 'member' = ${String(id)}`,
      ),
  }),
  part('notifications', notificationChoices, {
    told: ['kind', 'isWanted', 'updatedAt'],
    leftOut: ['userId'],
    of: ({ id }) => eq(notificationChoices.userId, id),
  }),
  part('reportsByMail', siteReports, {
    told: ['siteId', 'teamId', 'every', 'toldUntil', 'createdAt'],
    leftOut: ['userId'],
    of: ({ id }) => eq(siteReports.userId, id),
  }),
  part('importedFiles', imports, {
    told: ['teamId', 'siteId', 'kind', 'fileName', 'taken', 'createdAt', 'finishedAt'],
    // What the rows tell is about shoppers.
    leftOut: ['id', 'uuid', 'userId', 'rows'],
    of: ({ id }) => eq(imports.userId, id),
  }),
  part('messagesByHand', manualEntries, {
    told: ['teamId', 'siteId', 'text', 'url', 'image', 'isShown', 'createdAt'],
    leftOut: ['id', 'uuid', 'userId'],
    of: ({ id }) => eq(manualEntries.userId, id),
  }),
  part('nudges', nudges, {
    told: ['teamId', 'siteId', 'surface', 'type', 'name', 'state', 'createdAt', 'updatedAt'],
    leftOut: [
      ...['id', 'uuid', 'userId', 'position', 'query', 'content', 'rules', 'placement', 'message'],
      ...['look', 'draft', 'version', 'publishAt', 'publishedAt', 'archivedAt'],
    ],
    of: ({ id }) => eq(nudges.userId, id),
  }),
  part('publishedNudges', nudgeVersions, {
    told: ['teamId', 'siteId', 'version', 'createdAt'],
    leftOut: ['nudgeId', 'userId', 'settings'],
    of: ({ id }) => eq(nudgeVersions.userId, id),
  }),
  part('experiments', nudgeExperiments, {
    told: ['teamId', 'siteId', 'kind', 'share', 'startedAt', 'endedAt', 'kept'],
    leftOut: ['id', 'uuid', 'nudgeId', 'userId', 'versionA', 'versionB', 'settingsB'],
    of: ({ id }) => eq(nudgeExperiments.userId, id),
  }),
  part('supportRequests', supportRequests, {
    told: ['subject', 'message', 'createdAt', 'answeredAt'],
    leftOut: ['id', 'userId', 'teamId'],
    of: ({ id }) => eq(supportRequests.userId, id),
  }),
  part('announcements', announcements, {
    told: ['body', 'actionText', 'actionUrl', 'createdAt', 'updatedAt'],
    leftOut: ['id', 'userId'],
    of: ({ id }) => eq(announcements.userId, id),
  }),
  part('actsOfStaff', staffActs, {
    told: ['act', 'reason', 'createdAt'],
    leftOut: ['id', 'staffId', 'userId', 'address'],
    of: ({ id }) => or(eq(staffActs.staffId, id), eq(staffActs.userId, id)),
  }),
]
