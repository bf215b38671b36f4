/** Audit log of staff. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { listStaffActs } from '#app/domain/accounts/staff/list-staff-acts.server.ts'
import { readKioskSearch } from '#app/presenters/kiosk/search/search-page.ts'
import { Empty } from '#app/ui/empty.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { ActList } from './act-list.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Audit log')

const path = '/kiosk/audit'

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const { before } = readKioskSearch(args.request)
  const page = await listStaffActs(args.context.services, { subject: null, before })
  return { ...page, isFirst: before === null }
}

export default function KioskAudit() {
  const { entries, next, isFirst } = useLoaderData<typeof loader>()
  return (
    <Screen title="Audit log" lead="What staff did, also when it was refused or failed.">
      <Panel>
        {entries.length === 0 ? (
          <Empty title={isFirst ? 'No entries yet' : 'No older entries'}>
            Staff actions appear here.
          </Empty>
        ) : (
          <ActList entries={entries} />
        )}
        <Pagination
          of="entries"
          first={isFirst ? null : path}
          next={next === null ? null : `${path}?before=${String(next)}`}
        />
      </Panel>
    </Screen>
  )
}
