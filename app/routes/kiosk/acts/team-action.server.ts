/** Handles the forms of an organization's page. */
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { suspensionNotice } from '#app/domain/accounts/staff/staff-acts.ts'
import type { StaffCause } from '#app/domain/billing/staff/staff-gift.server.ts'
import {
  askForTeamErasure,
  confirmTeamErasure,
} from '#app/domain/lifecycle/staff/erase-by-staff.server.ts'
import { sendTeamExport } from '#app/domain/lifecycle/staff/export-by-staff.server.ts'
import { reinstateTeam, suspendTeam } from '#app/domain/lifecycle/staff/suspend-team.server.ts'
import {
  transferSiteByStaff,
  transferTeamByStaff,
} from '#app/domain/lifecycle/staff/transfer-by-staff.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { staffFormInput } from '../staff-form.server.ts'

const chosen = (sentence: string) => z.coerce.number(sentence).int(sentence).positive(sentence)

export const teamActInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.enum(['reinstate', 'export', 'ask-erasure', 'confirm-erasure']),
    ...staffFormInput,
  }),
  z.object({ intent: z.literal('suspend'), notice: suspensionNotice, ...staffFormInput }),
  z.object({
    intent: z.literal('transfer'),
    member: chosen('Choose a member.'),
    ...staffFormInput,
  }),
  z.object({
    intent: z.literal('transfer-site'),
    site: chosen('Choose a site.'),
    team: z.string().trim().min(1, 'Enter an organization.').max(200),
    ...staffFormInput,
  }),
])

/** Shown again after a refusal. */
export const teamActFields = ['reason', 'notice', 'member', 'site', 'team']

export async function runTeamAct(
  services: Services,
  scope: TeamScope,
  { given, cause }: { given: z.output<typeof teamActInput>; cause: StaffCause },
) {
  switch (given.intent) {
    case 'suspend':
      await suspendTeam(services, scope, { notice: given.notice, cause })
      return data<Saved>({ saved: 'Organization suspended' })
    case 'reinstate':
      await reinstateTeam(services, scope, { cause })
      return data<Saved>({ saved: 'Suspension lifted' })
    case 'transfer':
      await transferTeamByStaff(services, scope, { member: given.member, cause })
      return data<Saved>({ saved: 'Ownership transferred' })
    case 'transfer-site':
      await transferSiteByStaff(services, scope, { site: given.site, to: given.team, cause })
      return data<Saved>({ saved: 'Site transferred' })
    case 'export':
      await sendTeamExport(services, scope, { cause })
      return data<Saved>({ saved: 'Link sent to the owner' })
    case 'ask-erasure':
      await askForTeamErasure(services, scope, { cause })
      return data<Saved>({ saved: 'Deletion asked for. Someone else on staff confirms it.' })
    case 'confirm-erasure':
      await confirmTeamErasure(services, scope, { cause })
      // The organization's page no longer exists.
      return redirect('/kiosk/audit')
  }
}
