/** A person in the kiosk, and what staff do for them. */
import {
  data,
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readSessionToken, sessionCookie } from '#app/auth/cookie.server.ts'
import { requireKiosk, requireKioskAct, type StaffContext } from '#app/auth/staff-guard.server.ts'
import { startImpersonation } from '#app/domain/accounts/staff/impersonation.server.ts'
import {
  askForFactorReset,
  confirmFactorReset,
  endSessionsByStaff,
  verifyEmailByStaff,
} from '#app/domain/accounts/staff/user-acts.server.ts'
import { suspensionNotice } from '#app/domain/accounts/staff/staff-acts.ts'
import { reinstateUser, suspendUser } from '#app/domain/accounts/staff/suspend-user.server.ts'
import {
  askForUserErasure,
  confirmUserErasure,
} from '#app/domain/lifecycle/staff/erase-by-staff.server.ts'
import { sendUserExport } from '#app/domain/lifecycle/staff/export-by-staff.server.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { readKioskUser } from '#app/presenters/kiosk/user.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { ActList } from './act-list.tsx'
import { refusedStaffForm, staffFormInput } from './staff-form.server.ts'
import { UserActs } from './acts/user-acts.tsx'
import { UserFacts, UserParts } from './user-parts.tsx'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('User')

/** @throws Refusal `not_found` */
function userIdOf({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>): number {
  const id = numericId.safeParse(params['id'])
  if (id.success) return id.data
  throw pageNotFound(request)
}

export async function loader(args: LoaderFunctionArgs) {
  const { account } = await requireKiosk(args)
  const { services } = args.context
  const user = await readKioskUser(services, userIdOf(args))
  if (!user) throw pageNotFound(args.request)
  return { user, staffId: account.id, now: services.now() }
}

const actions = {
  verify: [verifyEmailByStaff, 'Email address verified'],
  'end-sessions': [endSessionsByStaff, 'User logged out everywhere'],
  'ask-reset': [askForFactorReset, 'Reset asked for. Someone else on staff confirms it.'],
  'confirm-reset': [confirmFactorReset, 'Second factor reset'],
  reinstate: [reinstateUser, 'Suspension lifted'],
  export: [sendUserExport, 'Link sent to the user'],
  'ask-erasure': [askForUserErasure, 'Deletion asked for. Someone else on staff confirms it.'],
} as const

const plainActs = ['verify', 'end-sessions', 'ask-reset', 'confirm-reset', 'reinstate'] as const
const actInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.enum(['impersonate', ...plainActs, 'export', 'ask-erasure', 'confirm-erasure']),
    ...staffFormInput,
  }),
  z.object({ intent: z.literal('suspend'), notice: suspensionNotice, ...staffFormInput }),
])

export async function action(args: ActionFunctionArgs) {
  const typed = await readSubmittedValues(args.request, ['reason', 'notice'])
  try {
    const staff = await requireKioskAct(args)
    const userId = userIdOf(args)
    const form = await readForm(args.request, actInput)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    const { reason, lastActId } = form.value
    const { services } = args.context
    const request = { actor: staff.actor, userId, reason, lastActId }
    switch (form.value.intent) {
      case 'impersonate':
        return await impersonate(args, staff, { user: userId, reason, lastActId })
      case 'suspend':
        await suspendUser(services, { ...request, notice: form.value.notice })
        return data<Saved>({ saved: 'User suspended' })
      case 'confirm-erasure':
        await confirmUserErasure(services, request)
        // The user's page no longer exists.
        return redirect('/kiosk/audit')
      case 'verify':
      case 'end-sessions':
      case 'ask-reset':
      case 'confirm-reset':
      case 'reinstate':
      case 'export':
      case 'ask-erasure': {
        const [act, saved] = actions[form.value.intent]
        await act(services, request)
        return data<Saved>({ saved })
      }
    }
  } catch (error) {
    return refusedStaffForm(error, typed)
  }
}

/** The whole document, because nothing of the member of staff remains in the browser. */
async function impersonate(
  { request, context: { services } }: ActionFunctionArgs,
  { account, actor }: StaffContext,
  wanted: { user: number; reason: string; lastActId: number },
) {
  const sessionToken = readSessionToken(services.config, request) ?? ''
  const requester = { account, sessionToken, address: actor.address }
  const token = await startImpersonation(services, requester, wanted)
  return redirectDocument('/', { headers: { 'Set-Cookie': sessionCookie(services.config, token) } })
}

export default function KioskUserScreen() {
  const { user, staffId, now } = useLoaderData<typeof loader>()
  return (
    <Screen title={user.name} lead={`User ${String(user.id)}`}>
      <div className="parts">
        <Panel>
          <UserFacts user={user} />
        </Panel>
        {!user.isStaff && <UserActs user={user} staffId={staffId} />}
        <UserParts user={user} now={now} />
        <Panel>
          <h2 className="part-title">Staff actions</h2>
          {user.acts.length === 0 ? <p>None yet.</p> : <ActList entries={user.acts} />}
        </Panel>
      </div>
    </Screen>
  )
}
