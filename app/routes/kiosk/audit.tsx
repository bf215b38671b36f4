/** Audit log of staff. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { listStaffActs } from '#app/domain/accounts/staff/list-staff-acts.server.ts'
import { readKioskSearch } from '#app/presenters/kiosk/search/search-page.ts'
import { Empty } from '#app/ui/empty.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { FilterForm } from '#app/ui/forms/filter-form.tsx'
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
  const { text, before } = readKioskSearch(args.request)
  const { searchParams } = new URL(args.request.url)
  const outcome = outcomeInput.parse(searchParams.get('outcome'))
  const wanted = { subject: null, before, outcome, text }
  const page = await listStaffActs(args.context.services, wanted)
  return { ...page, isFirst: before === null, chosen: { q: text, outcome: outcome ?? '' } }
}

const outcomes = ['done', 'refused', 'failed', 'started'] as const
const outcomeInput = z.enum(outcomes).nullable().catch(null)

const outcomeLabels = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  started: 'Not finished',
}

const outcomeChoices = [
  { value: '', label: 'All' },
  ...outcomes.map((value) => ({ value, label: outcomeLabels[value] })),
]

export default function KioskAudit() {
  const { entries, next, isFirst, chosen } = useLoaderData<typeof loader>()
  const filters = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))
  const isFiltered = filters.toString() !== ''
  const pageAt = (before: number) =>
    `${path}?${new URLSearchParams([...filters, ['before', String(before)]]).toString()}`
  return (
    <Screen title="Audit log" lead="What staff did, also when it was refused or failed.">
      <Panel>
        <FilterForm path={path} values={chosen}>
          <TextInput
            name="q"
            label="Search by staff, user or reason"
            autoComplete="off"
            answer={undefined}
            initial={chosen.q}
          />
          <SelectInput
            name="outcome"
            label="Outcome"
            options={outcomeChoices}
            initial={chosen.outcome}
            answer={undefined}
          />
        </FilterForm>
        {entries.length === 0 ? (
          <Empty
            title={
              isFiltered ? 'No matching entries' : isFirst ? 'No entries yet' : 'No older entries'
            }
          >
            {isFiltered ? 'Try another outcome or search term.' : 'Staff actions appear here.'}
          </Empty>
        ) : (
          <ActList entries={entries} />
        )}
        <Pagination
          of="entries"
          first={isFirst ? null : `${path}?${filters.toString()}`}
          next={next === null ? null : pageAt(next)}
        />
      </Panel>
    </Screen>
  )
}
