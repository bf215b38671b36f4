/** A page of activities. People who can edit them can select some or all of the page. */
import { Link } from '@remix-run/react'
import type { ActivityFeed, FeedRow } from '#app/presenters/activity-feed/activity-feed.server.ts'
import { activitySourceLabel } from '#app/domain/activities/sources.ts'
import {
  BatchAct,
  BatchBar,
  SelectAll,
  SelectRow,
  useSelection,
  type Selection,
} from '#app/ui/batch.tsx'
import type { FormMarks } from '#app/lib/web/posted-form.ts'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Menu, MenuAct } from '#app/ui/menu.tsx'
import { Cell, Row, RowHead, Table, type Column } from '#app/ui/table.tsx'
import { ActivityBadge, activityStateLabels } from './activity-badge.tsx'

type FeedTableProps = {
  feed: ActivityFeed
  many: string
  /** By date. */
  sort: Column['sort']
  mayChange: boolean
}

const columnsOf = (sort: Column['sort']): readonly Column[] => [
  { label: 'As visitors see it' },
  { label: 'Status' },
  {
    label: 'Source',
    about: 'Where the data came from: the REST API, one of your pages or an imported file.',
  },
  { label: 'Date', ...(sort ? { sort } : {}), below: { label: 'Received' } },
]

/** Whether the answer is to an act of the table. */
const isBatch = ({ intent = '' }: FormMarks) => ['show', 'hide', 'delete'].includes(intent)

export function FeedTable({ feed, many, sort, mayChange }: FeedTableProps) {
  const selection = useSelection(feed.rows.map(({ uuid }) => uuid))
  const { Form, ref, answer, isBusy } = useFormFetcher(() => {
    if (selection.size > 0) selection.finish()
  }, isBatch)
  const columns = columnsOf(sort)
  const table = (
    <div className="feed-table">
      <Table
        caption={`The ${many}, ${sort?.isAscending ? 'oldest' : 'newest'} first`}
        columns={
          mayChange
            ? [
                { label: 'Selected', isSilent: true },
                ...columns,
                { label: 'Actions', isSilent: true },
              ]
            : columns
        }
      >
        {feed.rows.map((row) => (
          <FeedEntry
            key={row.uuid}
            row={row}
            feed={feed}
            selection={mayChange ? selection : null}
          />
        ))}
      </Table>
    </div>
  )
  if (!mayChange) return table

  return (
    <Form ref={ref} method="post" className="batch" noValidate>
      <FormMessage answer={answer} />
      <SelectAll selection={selection} />
      <BatchBar label={`Actions for selected ${many}`}>
        <BatchAct name="intent" value="show" isDisabled={isBusy}>
          Approve
        </BatchAct>
        <BatchAct name="intent" value="hide" isDisabled={isBusy}>
          Hide
        </BatchAct>
      </BatchBar>
      {table}
    </Form>
  )
}

type FeedEntryProps = {
  row: FeedRow
  feed: ActivityFeed
  /** Null: can't be selected. */
  selection: Selection | null
}

function FeedEntry({ row, feed, selection }: FeedEntryProps) {
  const { uuid, title, text, productTitle, city, country, occurredAt, receivedAt } = row
  const { language, direction, isPublished, now } = feed
  // The city is as reported: nudges name one only if at least five people share it.
  const product = productTitle !== null && text.includes(productTitle) ? null : productTitle
  const about = [product, city, country].filter(Boolean).join(' · ')
  return (
    <Row>
      {selection && (
        <Cell label="" place="start">
          <SelectRow selection={selection} uuid={uuid} label={`Select: ${title} ${text}`} />
        </Cell>
      )}
      <RowHead>
        <Link className="text-link" to={`/data-feeds/activities/${uuid}`}>
          <span lang={language} dir={direction}>
            {title} {text}
          </span>
        </Link>
        {about !== '' && <span className="table__below muted">{about}</span>}
      </RowHead>
      <Cell label="Status">
        {row.state === 'live' ? (
          // Nearly all rows are live, which needs no badge.
          <span className="muted feed__usual">
            {isPublished ? activityStateLabels.live : 'Ready'}
          </span>
        ) : (
          <ActivityBadge {...row} isPublished={isPublished} />
        )}
      </Cell>
      <Cell label="Source">
        <span className="table__whole">{activitySourceLabel(row)}</span>
      </Cell>
      <Cell label="Date, received">
        <span>
          <RelativeTime at={occurredAt} now={now} />
          <span className="table__below muted feed__received">
            <RelativeTime at={receivedAt} now={now} />
          </span>
        </span>
      </Cell>
      {selection && (
        <Cell label="" place="end">
          <RowMenu row={row} />
        </Cell>
      )}
    </Row>
  )
}

function RowMenu({ row: { uuid, title, text, state, trust } }: { row: FeedRow }) {
  const name = `${title} ${text}`
  const isWaiting = state === 'waiting'
  return (
    <Menu label={`Actions for ${name}`} isBrief>
      <Link
        className="menu-entry"
        to={`/data-feeds/activities/${uuid}`}
        aria-label={`View details of ${name}`}
      >
        View details
      </Link>
      {(isWaiting || (state === 'hidden' && trust !== 'unknown')) && (
        <MenuAct
          name="intent"
          value={`show ${uuid}`}
          aria-label={`${isWaiting ? 'Approve' : 'Show'} ${name}`}
        >
          {isWaiting ? 'Approve' : 'Show'}
        </MenuAct>
      )}
      {state !== 'hidden' && (
        <MenuAct name="intent" value={`hide ${uuid}`} aria-label={`Hide ${name}`}>
          Hide
        </MenuAct>
      )}
    </Menu>
  )
}
