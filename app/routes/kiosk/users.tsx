/** Users in the kiosk: the newest, and what a search finds. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { findUsers } from '#app/presenters/kiosk/search/search.server.ts'
import { readKioskSearch } from '#app/presenters/kiosk/search/search-page.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { FoundList, SearchBox } from './found-list.tsx'
import { UserTable } from './found-tables.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Users')

const path = '/kiosk/users'

export async function loader(args: LoaderFunctionArgs) {
  const { account } = await requireKiosk(args)
  const { services } = args.context
  const search = readKioskSearch(args.request)
  const page = await findUsers(services, search)
  return { page, search, now: services.now(), staffId: account.id }
}

export default function KioskUsers() {
  const { page, search, now, staffId } = useLoaderData<typeof loader>()
  return (
    <Screen title="Users">
      <Panel>
        <SearchBox path={path} text={search.text} label="Name, email or user ID" />
        <FoundList {...{ path, search, page }} of="users">
          <UserTable rows={page.rows} now={now} staffId={staffId} />
        </FoundList>
      </Panel>
    </Screen>
  )
}
