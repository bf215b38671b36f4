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
          { label: 'Address' },
          { label: 'State' },
          { label: 'Products', isNumber: true },
          {
            label: 'Faulty',
            isNumber: true,
            about:
              'Entries without an id or a title, or with a price, a stock or a link that can not be read.',
          },
          { label: 'Last read' },
          ...(mayChange ? [{ label: 'Acts', isSilent: true }] : []),
        ]}
      >
        {feeds.map((feed) => (
          <Row key={feed.uuid}>
            <RowHead>{feed.url}</RowHead>
            <Cell label="State">
              <FeedState feed={feed} />
            </Cell>
            <Cell label="Products" isNumber>
              {feed.products}
            </Cell>
            <Cell label="Faulty" isNumber>
              {feed.faulty}
            </Cell>
            <Cell label="Last read">
              {feed.readAt === null ? 'Never' : <RelativeTime at={feed.readAt} now={now} />}
            </Cell>
            {mayChange && (
              <Cell label="">
                <div className="feed-acts">
                  <ActionForm
                    action="Read now"
                    actionLabel={`Read now: ${feed.url}`}
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
      <ActionForm action="Add the feed" className="feed-rule" hidden={{ intent: 'add' }} clears>
        {(answer) => (
          <TextInput
            name="url"
            type="url"
            label="Address of a feed"
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
        <Badge tone="critical">Faulty</Badge> <span className="feed__why">{fault}</span>
      </>
    )
  }
  return triedAt === null ? <Badge>Waits to be read</Badge> : <Badge tone="success">Read</Badge>
}
