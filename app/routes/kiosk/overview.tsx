/** The kiosk's first screen. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { readKioskOverview } from '#app/presenters/kiosk/overview.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Kiosk')

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  return readKioskOverview(args.context.services)
}

export default function KioskOverview() {
  const { users, teams, sites } = useLoaderData<typeof loader>()
  return (
    <Screen title="Overview">
      <Panel>
        <dl>
          <dt>Users</dt>
          <dd>{users}</dd>
          <dt>Organizations</dt>
          <dd>{teams}</dd>
          <dt>Sites</dt>
          <dd>{sites}</dd>
        </dl>
      </Panel>
    </Screen>
  )
}
