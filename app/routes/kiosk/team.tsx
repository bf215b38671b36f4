/** An organization in the kiosk. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireKiosk, requireKioskAct } from '#app/auth/staff-guard.server.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { readKioskTeam } from '#app/presenters/kiosk/team.server.ts'
import { Details } from '#app/ui/details.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SampleNotice } from '#app/ui/notices/sample-notice.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { runTeamAct, teamActFields, teamActInput } from './acts/team-action.server.ts'
import { TeamActs } from './acts/team-acts.tsx'
import { refusedStaffForm } from './staff-form.server.ts'
import { TeamGlance } from './team-glance.tsx'
import { TeamHistory } from './team-history.tsx'
import { TeamFacts, TeamParts } from './team-parts.tsx'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Organization')

export async function loader(args: LoaderFunctionArgs) {
  const { account } = await requireKiosk(args)
  const { services } = args.context
  const id = numericId.safeParse(args.params['id'])
  const team = id.success ? await readKioskTeam(services, id.data) : null
  if (team) return { team, staffId: account.id, now: services.now() }
  throw pageNotFound(args.request)
}

export async function action(args: ActionFunctionArgs) {
  const typed = await readSubmittedValues(args.request, teamActFields)
  try {
    const { actor } = await requireKioskAct(args)
    const { services } = args.context
    const id = numericId.safeParse(args.params['id'])
    const scope = id.success ? await findTeamForStaff(services, String(id.data)) : null
    if (!scope) throw pageNotFound(args.request)
    const form = await readForm(args.request, teamActInput)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    const { reason, lastActId } = form.value
    const cause = { actor, reason, lastActId }
    return await runTeamAct(services, scope, { given: form.value, cause })
  } catch (error) {
    return refusedStaffForm(error, typed)
  }
}

export default function KioskTeamScreen() {
  const { team, staffId, now } = useLoaderData<typeof loader>()
  return (
    <Screen title={team.name} lead={`Organization ${String(team.id)}, ${team.slug}`}>
      {team.isSample && <SampleNotice />}
      <div className="parts">
        <TeamGlance team={team} now={now} />
        <Panel>
          <h2 className="part-title">Plan and deliveries</h2>
          <p className="row gap-8 mt-12">
            <Button url={`/kiosk/teams/${String(team.id)}/plan`}>
              Plan, trial, boosts and coupons
            </Button>
            <Button url={`/kiosk/deliveries?team=${String(team.id)}`}>Deliveries</Button>
          </p>
          <div className="mt-16">
            <Details summary="Limits and usage">
              <TeamFacts team={team} />
            </Details>
          </div>
        </Panel>
        <TeamActs team={team} staffId={staffId} />
        <TeamParts team={team} now={now} />
        <Panel>
          <h2 className="part-title">History</h2>
          <TeamHistory team={team} />
        </Panel>
      </div>
    </Screen>
  )
}
