/** A page of activities. People who can edit them can select some or all of the page. */
import { Link } from '@remix-run/react'
import { Checkbox } from '@shopify/polaris'
import { useState } from 'react'
import type { ActivityFeed, FeedRow } from '#app/presenters/activity-feed/activity-feed.server.ts'
import { sources } from '#app/domain/activities/sources.ts'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { ActivityBadge } from './activity-badge.tsx'

type FeedTableProps = { feed: ActivityFeed; many: string; mayChange: boolean }

const columns = [
  { label: 'As visitors see it' },
  { label: 'Status' },
  {
    label: 'Source',
    about: 'Where the data came from: the REST API, one of your pages or an imported file.',
  },
  { label: 'Product' },
  {
    label: 'Location',
    about: 'As reported. Nudges name a city only if at least five people share it.',
  },
  { label: 'Date' },
  { label: 'Received' },
]

export function FeedTable({ feed, many, mayChange }: FeedTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { Form, ref, answer, isBusy } = useFormFetcher(() => {
    setChosen(new Set())
  })

  const choose = (uuids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const uuid of uuids) {
      if (isChosen) next.add(uuid)
      else next.delete(uuid)
    }
    setChosen(next)
  }
  const all = feed.rows.map(({ uuid }) => uuid)
  const table = (
    <div className="feed-table">
      <Table
        caption={`The ${many}, newest first`}
        columns={mayChange ? [{ label: 'Selected', isSilent: true }, ...columns] : columns}
      >
        {feed.rows.map((row) => (
          <FeedEntry
            key={row.uuid}
            row={row}
            feed={feed}
            chosen={mayChange ? chosen.has(row.uuid) : null}
            choose={choose}
          />
        ))}
      </Table>
    </div>
  )
  if (!mayChange) return table

  return (
    <Form ref={ref} method="post" noValidate>
      <FormMessage answer={answer} />
      <div className="bulk">
        <Checkbox
          label={chosen.size === 0 ? 'Select all on this page' : `${String(chosen.size)} selected`}
          checked={chosen.size === 0 ? false : chosen.size === all.length || 'indeterminate'}
          onChange={(isChosen) => {
            choose(all, isChosen)
          }}
        />
        <button className="bulk__act" name="intent" value="show" disabled={isBusy}>
          Approve
        </button>
        <button className="bulk__act" name="intent" value="hide" disabled={isBusy}>
          Hide
        </button>
      </div>
      {table}
    </Form>
  )
}

type FeedEntryProps = {
  row: FeedRow
  feed: ActivityFeed
  /** Null: can't be selected. */
  chosen: boolean | null
  choose: (uuids: readonly string[], isChosen: boolean) => void
}

function FeedEntry({ row, feed, chosen, choose }: FeedEntryProps) {
  const { uuid, title, text, source, productTitle, city, country, occurredAt, receivedAt } = row
  const { language, direction, isPublished, now } = feed
  return (
    <Row>
      {chosen !== null && (
        <Cell label="">
          <Checkbox
            name="uuid"
            value={uuid}
            label={`Select: ${title} ${text}`}
            labelHidden
            checked={chosen}
            onChange={(isChosen) => {
              choose([uuid], isChosen)
            }}
          />
        </Cell>
      )}
      <RowHead>
        <Link className="text-link" to={`/data-feeds/activities/${uuid}`}>
          <span lang={language} dir={direction}>
            {title} {text}
          </span>
        </Link>
      </RowHead>
      <Cell label="Status">
        <ActivityBadge state={row.state} rule={row.rule} isPublished={isPublished} />
      </Cell>
      <Cell label="Source">{sources[source].label}</Cell>
      <Cell label="Product">{productTitle ?? '–'}</Cell>
      <Cell label="Location">{[city, country].filter(Boolean).join(', ') || '–'}</Cell>
      <Cell label="Date">
        <RelativeTime at={occurredAt} now={now} />
      </Cell>
      <Cell label="Received">
        <RelativeTime at={receivedAt} now={now} />
      </Cell>
    </Row>
  )
}
