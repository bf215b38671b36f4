/** The kiosk's first screen: a search over everything, and how much there is. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { readNeedsAttention } from '#app/presenters/kiosk/operation/attention.server.ts'
import { readKioskOverview } from '#app/presenters/kiosk/overview.server.ts'
import { readKioskSearch } from '#app/presenters/kiosk/search/search-page.ts'
import { findSites, findTeams, findUsers } from '#app/presenters/kiosk/search/search.server.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Facts } from './facts.tsx'
import { FoundList, SearchBox } from './found-list.tsx'
import { SiteTable, TeamTable, UserTable } from './found-tables.tsx'
import { Attention } from './operation/attention.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Kiosk')

const path = '/kiosk'

export async function loader(args: LoaderFunctionArgs) {
  const { account } = await requireKiosk(args)
  const { services } = args.context
  const search = readKioskSearch(args.request)
  const shared = { search, now: services.now(), staffId: account.id }
  if (search.text === '') {
    const counts = await readKioskOverview(services)
    const needs = await readNeedsAttention(services)
    const { rows } = await findTeams(services, { text: '', before: null })
    return { ...shared, counts, needs, newest: rows.slice(0, 10), found: null }
  }
  const [users, sites] = await Promise.all([
    findUsers(services, search),
    findSites(services, search),
  ])
  const owners = users.rows.map(({ id }) => id)
  const teams = await findTeams(services, search, owners)
  return { ...shared, counts: null, needs: null, newest: [], found: { users, teams, sites } }
}

export default function KioskOverview() {
  const { search, counts, needs, newest, found, now, staffId } = useLoaderData<typeof loader>()
  return (
    <Screen title="Overview">
      <div className="parts">
        <Panel>
          <SearchBox
            path={path}
            text={search.text}
            label="Name, email, URL, UUID, shop, claim or order ID"
          />
        </Panel>
        {needs && (
          <Panel>
            <h2 className="part-title">Needs attention</h2>
            <Attention needs={needs} />
          </Panel>
        )}
        {counts && (
          <>
            <Panel>
              <Facts
                facts={{
                  Users: formatCount(counts.users),
                  Organizations: formatCount(counts.teams),
                  Sites: formatCount(counts.sites),
                }}
              />
            </Panel>
            <Panel>
              <h2 className="part-title">Newest organizations</h2>
              {newest.length === 0 ? <p>None yet.</p> : <TeamTable rows={newest} now={now} />}
            </Panel>
          </>
        )}
        {found && (
          <>
            <Panel>
              <h2 className="part-title">Users</h2>
              <FoundList {...{ path, search }} page={found.users} of="users">
                <UserTable rows={found.users.rows} now={now} staffId={staffId} />
              </FoundList>
            </Panel>
            <Panel>
              <h2 className="part-title">Organizations</h2>
              <FoundList {...{ path, search }} page={found.teams} of="organizations">
                <TeamTable rows={found.teams.rows} now={now} />
              </FoundList>
            </Panel>
            <Panel>
              <h2 className="part-title">Sites</h2>
              <FoundList {...{ path, search }} page={found.sites} of="sites">
                <SiteTable rows={found.sites.rows} now={now} />
              </FoundList>
            </Panel>
          </>
        )}
      </div>
    </Screen>
  )
}
