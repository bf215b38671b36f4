/** An organization in the kiosk. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { readKioskTeam } from '#app/presenters/kiosk/team.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { ActList } from './act-list.tsx'
import { TeamHistory } from './team-history.tsx'
import { TeamFacts, TeamParts } from './team-parts.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Organization')

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const { services } = args.context
  const id = numericId.safeParse(args.params['id'])
  const team = id.success ? await readKioskTeam(services, id.data) : null
  if (team) return { team, now: services.now() }
  throw new Refusal('not_found', errorCatalog.notFound(new URL(args.request.url).pathname))
}

export default function KioskTeamScreen() {
  const { team, now } = useLoaderData<typeof loader>()
  return (
    <Screen title={team.name} lead={`Organization ${String(team.id)}, ${team.slug}`}>
      <div className="parts">
        <Panel>
          <TeamFacts team={team} />
          <Link className="text-link" to={`/kiosk/teams/${String(team.id)}/plan`}>
            Plan, trial, boosts and coupons
          </Link>
          <Link className="text-link" to={`/kiosk/deliveries?team=${String(team.id)}`}>
            Deliveries
          </Link>
        </Panel>
        <TeamParts team={team} now={now} />
        <TeamHistory team={team} />
        <Panel>
          <h2 className="part-title">Actions of staff</h2>
          {team.acts.length === 0 ? <p>None yet.</p> : <ActList entries={team.acts} />}
        </Panel>
      </div>
    </Screen>
  )
}
