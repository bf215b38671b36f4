/** A list of nudges with its filters and actions, for popup nudges and inline nudges. */
import { Form, Link } from '@remix-run/react'
import { Banner, Button } from '@shopify/polaris'
import type { ReactNode } from 'react'
import {
  listIssues,
  listStates,
  issueLabels,
  stateLabels,
} from '#app/presenters/nudge-list/filter.ts'
import { Empty } from '#app/ui/empty.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { ListScreen } from './list-screen.server.ts'
import { ListTable } from './list-table.tsx'

type ListPanelProps = { screen: ListScreen; path: string; library: string; empty: ReactNode }

export function ListPanel({ screen, path, library, empty }: ListPanelProps) {
  const { list, page, isArchived, chosen, host, pausedAt, may, surface } = screen
  const isWhole = Object.values(chosen).every((value) => value === '')
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')),
    ...(isArchived ? { view: 'archived' } : {}),
  })
  const { listed, archived } = list.counts

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
        <div className="nudge-head">
          <p className="part-lead">
            {isArchived
              ? 'Archived nudges are never shown and don’t count toward your limit. Published ones stay as a record of what they claimed.'
              : isWhole && list.total === 0
                ? ''
                : describeTotal(list.total, isWhole)}
          </p>
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
          <Filter
            path={path}
            chosen={chosen}
            isArchived={isArchived}
            types={[every, ...screen.types]}
          />
        )}
        {list.rows.length > 0 ? (
          <ListTable
            key={`${query.toString()} ${String(page)}`}
            {...{ list, may, isArchived, surface, isWhole }}
          />
        ) : isWhole && !isArchived && page === 1 ? (
          empty
        ) : (
          <Empty title="No matching nudges">
            {isArchived ? 'No archived nudges.' : 'Try a different name, type or status.'}
          </Empty>
        )}
        <Pagination
          of="nudges"
          first={page === 1 ? null : `${path}?${query.toString()}`}
          next={
            list.hasNext
              ? `${path}?${new URLSearchParams([...query, ['page', String(page + 1)]]).toString()}`
              : null
          }
        />
      </Panel>
      {may.edit && listed > 0 && (
        <div className="nudge-foot">
          <Button url={library} variant="primary">
            Create nudge
          </Button>
          {may.pause && !pausedAt && (
            <ActionForm hidden={{ act: 'pause' }} action="Pause all nudges" />
          )}
        </div>
      )}
    </>
  )
}

function describeTotal(total: number, isWhole: boolean): string {
  const count = total === 1 ? '1 nudge' : `${formatCount(total)} nudges`
  if (isWhole) return `${count}, in display order`
  return total === 1 ? `${count} matches` : `${count} match`
}

const every = { value: '', label: 'All' }
const states = [every, ...listStates.map((value) => ({ value, label: stateLabels[value] }))]
const problems = [every, ...listIssues.map((value) => ({ value, label: issueLabels[value] }))]

type FilterProps = Pick<ListScreen, 'chosen' | 'isArchived'> & {
  path: string
  types: { value: string; label: string }[]
}

const Filter = ({ path, chosen, isArchived, types }: FilterProps) => (
  <Form method="get" action={path} className="nudge-filter" key={JSON.stringify(chosen)}>
    {isArchived && <input type="hidden" name="view" value="archived" />}
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
    <Button submit>Filter</Button>
  </Form>
)
