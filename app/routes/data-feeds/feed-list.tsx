import type { ProductFeed } from '#app/domain/products/feeds.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { ConfirmSubmit } from '#app/ui/forms/confirm-form.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Menu, MenuAct } from '#app/ui/menu.tsx'
import { PlanGate } from '#app/ui/plan-gate.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

type FeedListProps = {
  feeds: readonly ProductFeed[]
  now: Date
  mayChange: boolean
  /** The plan that has feeds. Null: the current one does. */
  neededPlan: string | null
}

export const FeedList = ({ feeds, now, mayChange, neededPlan }: FeedListProps) => (
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
            about: 'Products without an ID or a title. We leave them out.',
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
              <Cell label="" place="end">
                <FeedMenu feed={feed} />
              </Cell>
            )}
          </Row>
        ))}
      </Table>
    )}
    {feeds.map((feed) => feed.reasons.length > 0 && <FeedReasons key={feed.uuid} feed={feed} />)}
    {mayChange && (
      <PlanGate plan={neededPlan}>
        <ActionForm action="Add feed" hidden={{ intent: 'add' }} clears>
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
      </PlanGate>
    )}
  </>
)

const fieldLabels: Readonly<Record<string, string>> = {
  id: 'ID',
  title: 'Title',
  link: 'Link',
  price: 'Price',
  stock: 'Stock',
  availability: 'Availability',
}

/** Products can't be shown without these. */
const isNeeded = (field: string) => field === 'id' || field === 'title'

const FeedReasons = ({ feed: { url, reasons } }: { feed: ProductFeed }) => (
  <section aria-label={`Values we can’t read in ${url}`}>
    <p className="break-anywhere">
      <strong>Values we can’t read</strong> <span className="muted small">{url}</span>
    </p>
    <ul className="rows">
      {reasons.map(({ field, problem, count, example, line }) => (
        <li key={`${field} ${problem}`} className="rows__row">
          <span className="rows__words">
            <strong>{fieldLabels[field] ?? field}</strong>: {problem}
          </span>
          <span className="numbers">{countWithNoun(count, 'product')}</span>
          <span className="basis-full muted small break-anywhere">
            {example === null
              ? `Empty in line ${String(line)}`
              : `“${example}” in line ${String(line)}`}
            {isNeeded(field)
              ? '. These products are left out.'
              : '. We read the rest of the product.'}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

function FeedMenu({ feed: { uuid, url, products } }: { feed: ProductFeed }) {
  const { Form, ref, answer, isBusy } = useFormFetcher(undefined, { uuid })
  return (
    <Form ref={ref} method="post">
      <FormMessage answer={answer} />
      <input type="hidden" name="uuid" value={uuid} />
      <Menu label={`Actions for ${url}`} isBrief>
        <MenuAct name="intent" value="read" aria-label={`Fetch now: ${url}`}>
          Fetch now
        </MenuAct>
        <ConfirmSubmit
          as={MenuAct}
          name="intent"
          value="remove"
          action="Remove"
          actionLabel={`Remove: ${url}`}
          title="Remove this feed?"
          confirm="Remove feed"
          isDisabled={isBusy}
        >
          <p>This also removes its {countWithNoun(products, 'product')}.</p>
        </ConfirmSubmit>
      </Menu>
    </Form>
  )
}

function FeedState({ feed: { triedAt, fault } }: { feed: ProductFeed }) {
  if (fault !== null) {
    return (
      <>
        <Badge tone="critical">Error</Badge> <span className="muted small">{fault}</span>
      </>
    )
  }
  return triedAt === null ? <Badge>Pending</Badge> : <Badge tone="success">Up to date</Badge>
}
