/** A list of nudges with its filters and actions, for popup nudges and inline nudges. */
import { Link } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { writeOrder } from '#app/lib/list-order.ts'
import {
  listIssues,
  listStates,
  issueLabels,
  stateLabels,
} from '#app/presenters/nudge-list/filter.ts'
import { Empty } from '#app/ui/empty.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { FilterForm } from '#app/ui/forms/filter-form.tsx'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SavedViews, ViewInput, withView } from '#app/ui/views/saved-views.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { ListScreen } from './list-screen.server.ts'
import { ListTable } from './list-table.tsx'

/** The action of the screen around the list, once there are nudges. */
export const createAction = ({ may, list }: ListScreen, library: string) =>
  may.edit && list.counts.listed > 0 ? { label: 'Create nudge', to: library } : undefined

type ListPanelProps = { screen: ListScreen; path: string; empty: ReactNode }

export function ListPanel({ screen, path, empty }: ListPanelProps) {
  const { list, page, isArchived, chosen, order, views, host, pausedAt, may, surface } = screen
  const words = useRef<HTMLParagraphElement>(null)
  const isWhole = Object.values(chosen).every((value) => value === '')
  const filters = new URLSearchParams({
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')),
    ...(isArchived ? { view: 'archived' } : {}),
  })
  const query = new URLSearchParams(filters)
  if (order) query.set('sort', writeOrder(order))
  const listQuery = withView(query, views)
  const { listed, archived } = list.counts
  const isEmpty = list.rows.length === 0
  const wasEmpty = useRef(isEmpty)

  // The last row left the list, and the button that was pressed with it.
  useEffect(() => {
    const hasEnded = isEmpty && !wasEmpty.current
    wasEmpty.current = isEmpty
    if (hasEnded && document.activeElement === document.body) words.current?.focus()
  }, [isEmpty])

  return (
    <>
      {pausedAt && (
        <Banner tone="warning" title="All nudges are paused">
          <p>
            Visitors to {host} see no nudges. Paused <RelativeTime at={pausedAt} now={list.now} />.
          </p>
          {may.pause && <ActionForm hidden={{ act: 'resume' }} action="Resume nudges" />}
        </Banner>
      )}
      <Panel>
        <div className="row between gap-8">
          <p ref={words} className="part-lead" role="status" tabIndex={-1}>
            {isArchived
              ? 'Archived nudges are never shown and don’t count toward your limit. Published ones stay as a record of what they claimed.'
              : isWhole && list.total === 0
                ? ''
                : describeTotal(list.total, isWhole, order === null)}
          </p>
          {order !== null && !isArchived && (
            <Link className="text-link" to={`${path}?${filters.toString()}`}>
              Back to display order
            </Link>
          )}
          {isArchived ? (
            <Link className="text-link" to={path}>
              Back to nudges
            </Link>
          ) : (
            archived > 0 && (
              <Link className="text-link" to={`${path}?view=archived`}>
                Archived ({archived})
              </Link>
            )
          )}
        </div>
        {listed + archived > 0 && (
          <>
            <SavedViews {...views} path={path} query={query} />
            <Filter
              path={path}
              chosen={chosen}
              isArchived={isArchived}
              order={order}
              types={[every, ...screen.types]}
              began={views.began}
            />
          </>
        )}
        {!isEmpty ? (
          <ListTable
            key={`${query.toString()} ${String(page)}`}
            {...{ list, may, isArchived, surface, order, path, isWhole }}
            query={withView(filters, views)}
          />
        ) : isWhole && !isArchived && page === 1 ? (
          empty
        ) : (
          <Empty kind="search" title="No matching nudges">
            {isArchived ? 'No archived nudges.' : 'Try a different name, type or status.'}
          </Empty>
        )}
        <Pagination
          of="nudges"
          first={page === 1 ? null : `${path}?${listQuery.toString()}`}
          next={
            list.hasNext
              ? `${path}?${new URLSearchParams([...listQuery, ['page', String(page + 1)]]).toString()}`
              : null
          }
        />
      </Panel>
      {may.pause && !pausedAt && listed > 0 && (
        <ActionForm hidden={{ act: 'pause' }} action="Pause all nudges" />
      )}
    </>
  )
}

function describeTotal(total: number, isWhole: boolean, isInOrder: boolean): string {
  const count = countWithNoun(total, 'nudge')
  if (isWhole) return isInOrder ? `${count}, in display order` : count
  return total === 1 ? `${count} matches` : `${count} match`
}

const every = { value: '', label: 'All' }
const states = [every, ...listStates.map((value) => ({ value, label: stateLabels[value] }))]
const problems = [every, ...listIssues.map((value) => ({ value, label: issueLabels[value] }))]

type FilterProps = Pick<ListScreen, 'chosen' | 'isArchived' | 'order'> & {
  path: string
  types: { value: string; label: string }[]
  began: string | null
}

const Filter = ({ path, chosen, isArchived, order, types, began }: FilterProps) => (
  <FilterForm path={path} values={chosen} className="toolbar nudge-filter">
    {isArchived && <input type="hidden" name="view" value="archived" />}
    {order && <input type="hidden" name="sort" value={writeOrder(order)} />}
    <ViewInput began={began} />
    <TextInput
      name="text"
      label="Search by name"
      autoComplete="off"
      answer={undefined}
      initial={chosen.text}
    />
    <SelectInput
      name="state"
      label="Status"
      options={states}
      initial={chosen.state}
      answer={undefined}
    />
    <SelectInput
      name="type"
      label="Type"
      options={types}
      initial={chosen.type}
      answer={undefined}
    />
    <SelectInput
      name="problem"
      label="Issue"
      options={problems}
      initial={chosen.problem}
      answer={undefined}
    />
  </FilterForm>
)
