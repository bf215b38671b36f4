/** Sites in the kiosk: the newest, and what a search finds. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { findSites } from '#app/presenters/kiosk/search/search.server.ts'
import { readKioskSearch } from '#app/presenters/kiosk/search/search-page.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { FoundList, SearchBox } from './found-list.tsx'
import { SiteTable } from './found-tables.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Sites')

const path = '/kiosk/sites'

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const { services } = args.context
  const search = readKioskSearch(args.request)
  const page = await findSites(services, search)
  return { page, search, now: services.now() }
}

export default function KioskSites() {
  const { page, search, now } = useLoaderData<typeof loader>()
  return (
    <Screen title="Sites">
      <Panel>
        <SearchBox
          path={path}
          text={search.text}
          label="Name, URL, UUID, shop, claim or order ID"
        />
        <FoundList {...{ path, search, page }} of="sites">
          <SiteTable rows={page.rows} now={now} />
        </FoundList>
      </Panel>
    </Screen>
  )
}
