/** Audit log of a team: written in the transaction of the action, read in pages. */
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { auditEntries, invitations } from '#app/db/schema/teams.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import type { Act, AuditEntry } from './audit.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'

/** Who acts, and the member of staff who does it for them. */
export type Actor = {
  id: number
  impersonator?: Pick<NonNullable<Account['impersonator']>, 'id'> | null
}

/** @param tx the transaction of the action: both are stored, or neither */
export async function recordAct(
  tx: Queries,
  { teamId, actor, at }: { teamId: number; actor: Actor; at: Date },
  { act, details }: Act,
): Promise<void> {
  await tx.insert(auditEntries).values({
    teamId,
    userId: actor.id,
    impersonatorId: actor.impersonator?.id ?? null,
    act,
    details,
    createdAt: at,
  })
}

const pageSize = 50

const actors = alias(users, 'actors')
const subjects = alias(users, 'subjects')

/**
 * Newest first.
 *
 * @param before the id of the last entry that was shown; null for the first page
 */
export async function listAudit(
  { db }: Services,
  team: TeamScope,
  before: number | null,
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const rows = await db.system
    .select({
      id: auditEntries.id,
      at: auditEntries.createdAt,
      act: auditEntries.act,
      details: auditEntries.details,
      actor: actors.name,
      isByStaff: sql<boolean>`${auditEntries.impersonatorId} is not null`,
      subject: sql<string | null>`coalesce(${subjects.name}, ${invitations.email})`,
    })
    .from(auditEntries)
    .leftJoin(actors, eq(actors.id, auditEntries.userId))
    .leftJoin(subjects, sql`${subjects.id} = (${auditEntries.details} ->> 'member')::bigint`)
    .leftJoin(
      invitations,
      and(
        eq(invitations.teamId, auditEntries.teamId),
        sql`${invitations.id}::text = ${auditEntries.details} ->> 'invitation'`,
      ),
    )
    .where(
      and(inTeam(auditEntries, team), before === null ? undefined : lt(auditEntries.id, before)),
    )
    .orderBy(desc(auditEntries.id))
    .limit(pageSize + 1)

  const entries = rows.slice(0, pageSize)
  return { entries, next: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null }
}
