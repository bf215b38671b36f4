/** Audit log of staff. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import {
  listActingStaff,
  listStaffActs,
} from '#app/domain/accounts/staff/list-staff-acts.server.ts'
import { staffActLabel, staffActNames } from '#app/domain/accounts/staff/staff-acts.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { readKioskSearch } from '#app/presenters/kiosk/search/search-page.ts'
import { Empty } from '#app/ui/empty.tsx'
import { DateInput } from '#app/ui/forms/date-field.tsx'
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
  const { services } = args.context
  const { text, before } = readKioskSearch(args.request)
  const { searchParams } = new URL(args.request.url)
  const filters = filterInput.parse(Object.fromEntries(searchParams))
  const { staff: staffId, ...others } = filters
  const page = await listStaffActs(services, { subject: null, before, text, staffId, ...others })
  return {
    ...page,
    isFirst: before === null,
    staff: await listActingStaff(services),
    chosen: {
      q: text,
      staff: staffId === null ? '' : String(staffId),
      act: filters.act ?? '',
      outcome: filters.outcome ?? '',
      from: filters.from ?? '',
      to: filters.to ?? '',
    },
  }
}

const outcomes = ['done', 'refused', 'failed', 'started'] as const

/** A value that isn't one of these filters nothing. */
const filterInput = z.object({
  staff: numericId.nullable().catch(null),
  act: z.enum(staffActNames).nullable().catch(null),
  outcome: z.enum(outcomes).nullable().catch(null),
  from: z.iso.date().nullable().catch(null),
  to: z.iso.date().nullable().catch(null),
})

const outcomeLabels = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  started: 'Not finished',
}

const all = { value: '', label: 'All' }
const outcomeChoices = [all, ...outcomes.map((value) => ({ value, label: outcomeLabels[value] }))]
const actChoices = [all, ...staffActNames.map((value) => ({ value, label: staffActLabel(value) }))]

export default function KioskAudit() {
  const { entries, next, isFirst, chosen, staff } = useLoaderData<typeof loader>()
  const filters = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))
  const isFiltered = filters.toString() !== ''
  const pageAt = (before: number) =>
    `${path}?${new URLSearchParams([...filters, ['before', String(before)]]).toString()}`
  return (
    <Screen title="Audit log" lead="What staff did, also when it was refused or failed.">
      <Panel>
        <FilterForm path={path} values={chosen} isFolded>
          <TextInput
            name="q"
            label="Search by staff, user or reason"
            autoComplete="off"
            answer={undefined}
            initial={chosen.q}
          />
          <SelectInput
            name="staff"
            label="Staff"
            options={[all, ...staff.map(({ id, name }) => ({ value: String(id), label: name }))]}
            initial={chosen.staff}
            answer={undefined}
          />
          <SelectInput
            name="act"
            label="Action"
            options={actChoices}
            initial={chosen.act}
            answer={undefined}
          />
          <DateInput
            name="from"
            label="From (UTC)"
            kind="date"
            initial={chosen.from}
            answer={undefined}
          />
          <DateInput
            name="to"
            label="To (UTC)"
            kind="date"
            initial={chosen.to}
            answer={undefined}
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
            {isFiltered
              ? 'Try another period, action or search term.'
              : 'Staff actions appear here.'}
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
