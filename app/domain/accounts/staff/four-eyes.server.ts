/** Actions that one member of staff asks for and another one confirms within a day. */
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { staffActs } from '#app/db/schema/accounts.ts'
import { Refusal } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { StaffActor, StaffSubject } from './run-staff-act.server.ts'
import type { StaffActName } from './staff-acts.ts'

/** Names of the two halves. */
export type FourEyesAct = { asked: StaffActName; done: StaffActName }

/** The half that waits, and who asked for it. */
export type AskedAct = { staffId: number; name: string; at: Date }

/** A request that no one confirms by then has to be made again. */
const lastsMillis = dayMillis

/** Null: nothing waits for a second member of staff. */
export async function findAskedAct(
  { db, now }: Services,
  subject: StaffSubject,
  { asked, done }: FourEyesAct,
): Promise<AskedAct | null> {
  const [last] = await db.system
    .select({ act: staffActs.act, staffId: users.id, name: users.name, at: staffActs.createdAt })
    .from(staffActs)
    .innerJoin(users, and(eq(users.id, staffActs.staffId), eq(users.isStaff, true)))
    .where(
      and(
        'userId' in subject
          ? eq(staffActs.userId, subject.userId)
          : eq(staffActs.teamId, subject.teamId),
        inArray(staffActs.act, [asked, done]),
        eq(staffActs.outcome, 'done'),
        gt(staffActs.createdAt, new Date(now().getTime() - lastsMillis)),
      ),
    )
    .orderBy(desc(staffActs.id))
    .limit(1)
  if (!last || last.act === done) return null
  const { act: _act, ...waiting } = last
  return waiting
}

/**
 * Who asked can't confirm.
 *
 * @throws Refusal `conflict`
 */
export async function requireAskedByOther(
  services: Services,
  { actor, ...subject }: StaffSubject & { actor: StaffActor },
  act: FourEyesAct,
): Promise<void> {
  const waiting = await findAskedAct(services, subject, act)
  if (!waiting) throw new Refusal('conflict', 'No one asked for this within the last day.')
  if (waiting.staffId === actor.staffId) {
    throw new Refusal('conflict', 'You asked for this. Someone else on staff must confirm it.')
  }
}
