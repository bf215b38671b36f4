/** A list of the kiosk with its search and its pages. */
import type { ReactNode } from 'react'
import { Empty } from '#app/ui/empty.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { FilterForm } from '#app/ui/forms/filter-form.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { KioskPage, KioskSearch } from '#app/presenters/kiosk/search/search-page.ts'

type SearchBoxProps = { path: string; text: string; label: string }

export const SearchBox = ({ path, text, label }: SearchBoxProps) => (
  <FilterForm path={path} values={{ q: text }}>
    <TextInput
      name="q"
      label={label}
      autoComplete="off"
      helpText="* is any text."
      answer={undefined}
      initial={text}
    />
  </FilterForm>
)

type FoundListProps = {
  path: string
  search: KioskSearch
  page: Pick<KioskPage<{ id: number }>, 'rows' | 'next' | 'isCut'>
  /** The items in the list, for example “users”. */
  of: string
  /** The table of the rows. */
  children: ReactNode
}

export const FoundList = ({ path, search, page, of, children }: FoundListProps) => (
  <>
    {page.rows.length > 0 ? children : <NoRows {...{ search, of }} />}
    {page.isCut && <p>Only the newest {page.rows.length} are shown. Make the search narrower.</p>}
    <Pagination
      of={of}
      first={search.before === null ? null : path}
      next={page.next === null ? null : `${path}?before=${String(page.next)}`}
    />
  </>
)

const NoRows = ({ search: { text, before }, of }: Pick<FoundListProps, 'search' | 'of'>) =>
  text !== '' ? (
    <Empty kind="search" title={`No matching ${of}`}>
      Try another search term.
    </Empty>
  ) : (
    <Empty title={before === null ? `No ${of} yet` : `No older ${of}`}>
      New {of} appear here first.
    </Empty>
  )
