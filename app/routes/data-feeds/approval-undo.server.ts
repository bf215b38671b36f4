/** The form that takes an approval or hiding back. */
import { z } from 'zod'
import type { PriorApproval } from '#app/domain/activities/approval.server.ts'
import type { Undo } from '#app/ui/forms/form-fetcher.ts'
import { feedPageSize } from '#app/presenters/activity-feed/activity-feed.server.ts'

const approvals = z.enum(['approved', 'quarantined', 'hidden'])

/** "{uuid} {approval}", with the uuid of the exclusion that hid it behind that. */
const prior = z
  .string()
  .transform((text) => text.split(' '))
  .pipe(z.union([z.tuple([z.uuid(), approvals]), z.tuple([z.uuid(), approvals, z.uuid()])]))
  .transform(([uuid, approval, exclusion = null]): PriorApproval => ({
    uuid,
    approval,
    exclusion,
  }))

export const undoInput = z.object({
  intent: z.literal('undo'),
  was: z.array(prior).min(1).max(feedPageSize),
})

/** No undo when nothing was changed. */
export const undoOf = (to: string, before: readonly PriorApproval[]): { undo?: Undo } =>
  before.length === 0
    ? {}
    : {
        undo: {
          to,
          fields: [
            ['intent', 'undo'],
            ...before.map(
              ({ uuid, approval, exclusion }) =>
                ['was', [uuid, approval, exclusion].filter(Boolean).join(' ')] as const,
            ),
          ],
        },
      }
