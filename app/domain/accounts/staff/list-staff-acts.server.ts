/** The audit log of staff, newest first. */
import { and, desc, eq, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#app/db/schema/ground.ts'
import { staffActs } from '#app/db/schema/accounts.ts'
import type { Services } from '#app/services.ts'
import type { StaffSubject } from './run-staff-act.server.ts'
import { describeStaffAct } from './staff-acts.ts'

export type StaffActEntry = {
  id: number
  at: Date
  /** Null: the account no longer exists. */
  staff: string | null
  sentence: string
  reason: string | null
  outcome: 'started' | 'done' | 'refused' | 'failed'
  /** Why it was refused. */
  refusal: string | null
  /** Network address of the request. Empty: there was no request. */
  address: string
  /** The person concerned. */
  user: { id: number; name: string } | null
  /** The team concerned. */
  teamId: number | null
}

const pageSize = 50

const staff = alias(users, 'staff')

type Wanted = {
  /** Null: all. */
  subject: StaffSubject | null
  /** The id of the last entry that was shown. Null: the first page. */
  before: number | null
}

/** @returns `next` for `before` on the next page; null when there is none */
export async function listStaffActs(
  { db }: Services,
  { subject, before }: Wanted,
): Promise<{ entries: StaffActEntry[]; next: number | null }> {
  const rows = await db.system
    .select({
      id: staffActs.id,
      at: staffActs.createdAt,
      staff: staff.name,
      act: staffActs.act,
      reason: staffActs.reason,
      outcome: staffActs.outcome,
      refusal: staffActs.refusal,
      address: staffActs.address,
      user: { id: users.id, name: users.name },
      teamId: staffActs.teamId,
    })
    .from(staffActs)
    .leftJoin(staff, eq(staff.id, staffActs.staffId))
    .leftJoin(users, eq(users.id, staffActs.userId))
    .where(and(about(subject), before === null ? undefined : lt(staffActs.id, before)))
    .orderBy(desc(staffActs.id))
    .limit(pageSize + 1)
  const entries = rows
    .slice(0, pageSize)
    .map(({ act, ...entry }) => ({ ...entry, sentence: describeStaffAct(act) }))
  return { entries, next: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null }
}

function about(subject: StaffSubject | null) {
  if (!subject) return undefined
  return 'userId' in subject
    ? eq(staffActs.userId, subject.userId)
    : eq(staffActs.teamId, subject.teamId)
}
