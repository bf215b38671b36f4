/**
 * Runs an action of staff, with exactly one entry in their audit log, also when it is refused or
 * fails.
 */
import { and, desc, eq, gt, inArray, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { teams, users } from '#app/db/schema/ground.ts'
import { staffActs } from '#app/db/schema/accounts.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { describeStaffAct, type StaffActDetails, type StaffActName } from './staff-acts.ts'

/** The member of staff, and the network address of the request. */
export type StaffActor = { staffId: number; address: string }

/** The person or the team that is acted on. */
export type StaffSubject = { userId: number } | { teamId: number }

export type StaffActRequest = {
  actor: StaffActor
  act: StaffActName
  /** Null: the action is its own reason, like an answer that is kept. */
  reason: string | null
  /** Null: the action is about the service as a whole. */
  subject: StaffSubject | null
  /**
   * The newest action on the subject when the screen was read, from `readLastStaffAct`. The action is
   * refused when there is a newer one, so no one acts on an outdated screen, and when this one isn't
   * there yet, so no one passes the check by naming a later one. Null: not checked.
   */
  lastActId: number | null
  details?: StaffActDetails
}

/**
 * Does the work after the entry was stored. The entry ends as done, refused or failed.
 *
 * @param work may throw a Refusal
 * @throws Refusal `conflict` when someone else acted on the subject in between, or when `lastActId` is
 * later than the newest; what `work` throws
 */
export async function runStaffAct<Result>(
  services: Services,
  request: StaffActRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const { id, conflict } = await beginAct(services, request)
  if (conflict) throw conflict
  try {
    const result = await work()
    await endAct(services, id, { outcome: 'done', refusal: null })
    return result
  } catch (error) {
    const isRefused = error instanceof Refusal
    const refusal = isRefused ? error.message : null
    await endAct(services, id, { outcome: isRefused ? 'refused' : 'failed', refusal })
    throw error
  }
}

async function beginAct(
  { db, now }: Services,
  { actor: { staffId, address }, act, reason, subject, lastActId, details = {} }: StaffActRequest,
): Promise<{ id: number; conflict: Refusal | null }> {
  return db.transaction(async (tx) => {
    await lockSubject(tx, subject)
    const conflict =
      subject && lastActId !== null ? await findConflict(tx, subject, lastActId) : null
    const [row] = await tx
      .insert(staffActs)
      .values({
        staffId,
        ...subject,
        act,
        reason,
        details,
        outcome: conflict ? 'refused' : 'started',
        refusal: conflict?.message ?? null,
        address,
        createdAt: now(),
      })
      .returning({ id: staffActs.id })
    if (!row) throw new Error('The action was not recorded.')
    return { id: row.id, conflict }
  })
}

const changedMeanwhile = ({ name, act }: { name: string | null; act: string }) =>
  `Meanwhile, ${name ?? 'someone'} ${describeStaffAct(act)} Check what changed, then try again.`

/** Makes two concurrent members of staff act one after the other. */
async function lockSubject(tx: Queries, subject: StaffSubject | null): Promise<void> {
  if (!subject) return
  if ('userId' in subject) {
    const isUser = eq(users.id, subject.userId)
    await tx.select({ id: users.id }).from(users).where(isUser).for('no key update')
  } else {
    const isTeam = eq(teams.id, subject.teamId)
    await tx.select({ id: teams.id }).from(teams).where(isTeam).for('no key update')
  }
}

/** Call with the subject locked, so that the newest action stays the newest. */
async function findConflict(
  tx: Queries,
  subject: StaffSubject,
  lastActId: number,
): Promise<Refusal | null> {
  if (lastActId > (await readNewestAct(tx, subject))) return refuseOutdatedPage()
  const newer = await findNewer(tx, subject, lastActId)
  return newer && new Refusal('conflict', changedMeanwhile(newer))
}

/** For a form that names something later than the newest, which no screen has shown. */
export const refuseOutdatedPage = (): Refusal =>
  new Refusal('conflict', 'This page is out of date. Reload it, then try again.')

async function findNewer(tx: Queries, subject: StaffSubject, lastActId: number) {
  const [newer] = await tx
    .select({ name: users.name, act: staffActs.act })
    .from(staffActs)
    .leftJoin(users, eq(users.id, staffActs.staffId))
    .where(
      and(
        isAbout(subject),
        gt(staffActs.id, lastActId),
        inArray(staffActs.outcome, ['started', 'done']),
      ),
    )
    .orderBy(desc(staffActs.id))
    .limit(1)
  return newer ?? null
}

async function endAct(
  { db }: Services,
  id: number,
  end: { outcome: 'done' | 'refused' | 'failed'; refusal: string | null },
): Promise<void> {
  await db.system.update(staffActs).set(end).where(eq(staffActs.id, id))
}

/** The newest action on the subject, for `lastActId`. 0: there is none. */
export const readLastStaffAct = ({ db }: Services, subject: StaffSubject): Promise<number> =>
  readNewestAct(db.system, subject)

async function readNewestAct(db: Queries, subject: StaffSubject): Promise<number> {
  const [last] = await db
    .select({ id: staffActs.id })
    .from(staffActs)
    .where(isAbout(subject))
    .orderBy(desc(staffActs.id))
    .limit(1)
  return last?.id ?? 0
}

const isAbout = (subject: StaffSubject): SQL =>
  'userId' in subject ? eq(staffActs.userId, subject.userId) : eq(staffActs.teamId, subject.teamId)
