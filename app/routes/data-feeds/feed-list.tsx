import { Badge } from '@shopify/polaris'
import type { ProductFeed } from '#app/domain/products/feeds.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

type FeedListProps = { feeds: readonly ProductFeed[]; now: Date; mayChange: boolean }

export const FeedList = ({ feeds, now, mayChange }: FeedListProps) => (
  <>
    {feeds.length > 0 && (
      <Table
        caption="Product feeds"
        columns={[
          { label: 'Feed URL' },
          { label: 'Status' },
          { label: 'Products', isNumber: true },
          {
            label: 'Invalid',
            isNumber: true,
            about: 'Products with no ID or title, or with a price, stock or link we can’t read.',
          },
          { label: 'Last fetched' },
          ...(mayChange ? [{ label: 'Actions', isSilent: true }] : []),
        ]}
      >
        {feeds.map((feed) => (
          <Row key={feed.uuid}>
            <RowHead>{feed.url}</RowHead>
            <Cell label="Status">
              <FeedState feed={feed} />
            </Cell>
            <Cell label="Products" isNumber>
              {feed.products}
            </Cell>
            <Cell label="Invalid" isNumber>
              {feed.faulty}
            </Cell>
            <Cell label="Last fetched">
              {feed.readAt === null ? 'Never' : <RelativeTime at={feed.readAt} now={now} />}
            </Cell>
            {mayChange && (
              <Cell label="">
                <div className="feed-acts">
                  <ActionForm
                    action="Fetch now"
                    actionLabel={`Fetch now: ${feed.url}`}
                    className="feed-act"
                    hidden={{ intent: 'read', uuid: feed.uuid }}
                  />
                  <ActionForm
                    action="Remove"
                    actionLabel={`Remove: ${feed.url}`}
                    className="feed-act"
                    hidden={{ intent: 'remove', uuid: feed.uuid }}
                  />
                </div>
              </Cell>
            )}
          </Row>
        ))}
      </Table>
    )}
    {mayChange && (
      <ActionForm action="Add feed" className="feed-form" hidden={{ intent: 'add' }} clears>
        {(answer) => (
          <TextInput
            name="url"
            type="url"
            label="Feed URL"
            autoComplete="off"
            placeholder="https://"
            answer={answer}
          />
        )}
      </ActionForm>
    )}
  </>
)

function FeedState({ feed: { triedAt, fault } }: { feed: ProductFeed }) {
  if (fault !== null) {
    return (
      <>
        <Badge tone="critical">Error</Badge> <span className="feed__why">{fault}</span>
      </>
    )
  }
  return triedAt === null ? <Badge>Pending</Badge> : <Badge tone="success">Up to date</Badge>
}
