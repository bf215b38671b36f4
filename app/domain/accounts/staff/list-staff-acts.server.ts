/** The audit log of staff, newest first. */
import { and, asc, desc, eq, gte, ilike, lt, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#app/db/schema/ground.ts'
import { staffActs } from '#app/db/schema/accounts.ts'
import { containing } from '#app/lib/like-pattern.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { StaffSubject } from './run-staff-act.server.ts'
import { describeStaffAct, type StaffActName } from './staff-acts.ts'

type StaffActOutcome = 'started' | 'done' | 'refused' | 'failed'

export type StaffActEntry = {
  id: number
  at: Date
  /** Null: the account no longer exists. */
  staff: string | null
  sentence: string
  reason: string | null
  outcome: StaffActOutcome
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
  /** Absent: entries of all outcomes. */
  outcome?: StaffActOutcome | null
  /** Part of a name of staff or of the person concerned, or of the reason. Absent or empty: all. */
  text?: string
  /** Account of the member of staff. Absent or null: anyone's. */
  staffId?: number | null
  /** Absent or null: all actions. */
  act?: StaffActName | null
  /** First day in UTC, as `2026-03-02`. Absent or null: from the beginning. */
  from?: string | null
  /** Last day in UTC. Absent or null: until now. */
  to?: string | null
}

/** @returns `next` for `before` on the next page; null when there is none */
export async function listStaffActs(
  { db }: Services,
  { subject, before, ...filters }: Wanted,
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
    .where(
      and(
        about(subject),
        before === null ? undefined : lt(staffActs.id, before),
        narrowed(filters),
      ),
    )
    .orderBy(desc(staffActs.id))
    .limit(pageSize + 1)
  const entries = rows
    .slice(0, pageSize)
    .map(({ act, ...entry }) => ({ ...entry, sentence: describeStaffAct(act) }))
  return { entries, next: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null }
}

function narrowed({
  outcome = null,
  text = '',
  staffId = null,
  act = null,
  from = null,
  to = null,
}: Omit<Wanted, 'subject' | 'before'>) {
  const dayAfter = to === null ? null : new Date(Date.parse(to) + dayMillis)
  return and(
    outcome === null ? undefined : eq(staffActs.outcome, outcome),
    text === '' ? undefined : names(text),
    staffId === null ? undefined : eq(staffActs.staffId, staffId),
    act === null ? undefined : eq(staffActs.act, act),
    from === null ? undefined : gte(staffActs.createdAt, new Date(from)),
    dayAfter === null ? undefined : lt(staffActs.createdAt, dayAfter),
  )
}

/** People with an entry as staff, by name; some aren't staff any more. */
export const listActingStaff = ({ db }: Services): Promise<{ id: number; name: string }[]> =>
  db.system
    .selectDistinct({ id: staff.id, name: staff.name })
    .from(staffActs)
    .innerJoin(staff, eq(staff.id, staffActs.staffId))
    .orderBy(asc(staff.name), asc(staff.id))

function names(text: string) {
  const part = containing(text)
  return or(ilike(staff.name, part), ilike(users.name, part), ilike(staffActs.reason, part))
}

function about(subject: StaffSubject | null) {
  if (!subject) return undefined
  return 'userId' in subject
    ? eq(staffActs.userId, subject.userId)
    : eq(staffActs.teamId, subject.teamId)
}
