/**
 * Staff actions in a conversation. Each is one entry of their audit log. Unlike actions on
 * accounts, these are also for other staff who ask for support, because they give no power over an
 * account. Still, no one answers themselves.
 */
import { and, eq, lt } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { supportRequests } from '#app/db/schema/support.ts'
import {
  refuseOutdatedPage,
  runStaffAct,
  type StaffActor,
} from '#app/domain/accounts/staff/run-staff-act.server.ts'
import type { StaffActDetails, StaffActName } from '#app/domain/accounts/staff/staff-acts.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SupportState } from './conversation.ts'
import { supportMessageEmailJob } from './jobs.ts'
import { lockRequest, storeMessage } from './messages.server.ts'

type SupportActRequest = {
  actor: StaffActor
  /** The conversation, and the person who asked. */
  request: { id: number; userId: number }
  /** See `StaffActRequest`: of the person. */
  lastActId: number
  /** The newest message that was on the screen. Refused when it isn't the newest one. */
  lastMessageId: number
}

type Locked = Awaited<ReturnType<typeof lockRequest>>

type Work = {
  act: StaffActName
  reason: string | null
  details?: StaffActDetails
  /** Runs with the conversation locked. */
  change: (tx: Transaction, locked: Locked) => Promise<void>
}

const actOnRequest = (
  services: Services,
  { actor, request: { id, userId }, lastActId, lastMessageId }: SupportActRequest,
  { act, reason, details = {}, change }: Work,
): Promise<void> =>
  runStaffAct(
    services,
    { actor, act, reason, subject: { userId }, lastActId, details: { request: id, ...details } },
    () =>
      services.db.transaction(async (tx) => {
        const locked = await lockRequest(tx, eq(supportRequests.id, id))
        if (locked.userId === actor.staffId) {
          throw new Refusal('conflict', 'You asked this. Someone else on staff has to answer.')
        }
        if (locked.lastMessageId > lastMessageId) {
          throw new Refusal(
            'conflict',
            'A new message arrived meanwhile. Read it first, then try again.',
          )
        }
        if (locked.lastMessageId < lastMessageId) throw refuseOutdatedPage()
        await change(tx, locked)
      }),
  )

/**
 * Answers, by email too. The conversation then waits for the person, or is solved. Without
 * an assignee, the author becomes it. Needs no separate reason: the answer itself is kept, and a
 * reason could only repeat it.
 *
 * @throws Refusal `conflict`, `not_found`
 */
export const answerByStaff = (
  services: Services,
  request: SupportActRequest,
  { body, isSolved }: { body: string; isSolved: boolean },
): Promise<void> =>
  actOnRequest(services, request, {
    act: 'support.answered',
    reason: null,
    details: { isSolved },
    async change(tx, { id: requestId, assigneeId }) {
      const at = services.now()
      const { staffId } = request.actor
      const answer = { requestId, author: 'staff' as const, userId: staffId, body, at }
      const id = await storeMessage(tx, answer)
      await tx
        .update(supportRequests)
        .set({
          state: isSolved ? 'solved' : 'waiting',
          assigneeId: assigneeId ?? staffId,
          lastMessageAt: at,
        })
        .where(eq(supportRequests.id, requestId))
      await services.jobs.send(supportMessageEmailJob, { id }, tx)
    },
  })

/** Who answers, and what the conversation waits for. Null as the assignee: no one. */
export type RequestChange = { assigneeId: number | null; state: SupportState }

/** @throws Refusal `conflict`, also for an assignee who isn’t staff; `not_found` */
export const changeRequest = (
  services: Services,
  request: SupportActRequest,
  { assigneeId, state, reason }: RequestChange & { reason: string },
): Promise<void> =>
  actOnRequest(services, request, {
    act: 'support.changed',
    reason,
    details: { assignee: assigneeId, state },
    async change(tx, { id, ...before }) {
      if (assigneeId === before.assigneeId && state === before.state) {
        throw new Refusal('conflict', 'This is the assignee and the status already.')
      }
      if (assigneeId !== null) await requireStaffMember(tx, assigneeId)
      await tx.update(supportRequests).set({ assigneeId, state }).where(eq(supportRequests.id, id))
    },
  })

async function requireStaffMember(tx: Transaction, userId: number): Promise<void> {
  const [member] = await tx
    .select({ isStaff: users.isStaff })
    .from(users)
    .where(eq(users.id, userId))
  if (!member?.isStaff) throw new Refusal('conflict', 'This assignee is no longer staff.')
}

/**
 * Marks a conversation as seen by staff. No action: it changes nothing for the person.
 *
 * @param messageId the newest message that was on the screen
 */
export async function markReadByStaff(
  { db }: Services,
  { requestId, messageId }: { requestId: number; messageId: number },
): Promise<void> {
  await db.system
    .update(supportRequests)
    .set({ staffReadId: messageId })
    .where(and(eq(supportRequests.id, requestId), lt(supportRequests.staffReadId, messageId)))
}
