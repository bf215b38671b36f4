/** Subscribers of push nudges: how many, how that changes, and each of them without their address. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { removeSubscriber } from '#app/domain/push/subscribers.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { invalidFormResponse, refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import {
  countSubscribers,
  listSubscribers,
  readGrowth,
  type ListedSubscriber,
  type SubscriberCounts,
  type SubscriberGrowth,
} from '#app/presenters/push/subscribers.server.ts'
import { growthDays, kindWords } from '#app/presenters/push/words.ts'
import { Chart } from '#app/ui/charts/chart.tsx'
import { DownloadLink } from '#app/ui/links/download-link.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { countWithNoun, formatCount } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { links, PushLayout } from './push-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle('Push subscribers')

const path = '/push-nudges/subscribers'

/** The position in the list. */
const searchInput = z.object({ before: numericId.nullable().catch(null) })

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const services = shareReads(args.context.services)
  const query = new URL(args.request.url).searchParams
  const { before } = searchInput.parse({ before: query.get('before') })
  const [counts, growth, list] = await Promise.all([
    countSubscribers(services, scope),
    readGrowth(services, scope),
    listSubscribers(services, scope, before),
  ])
  return {
    counts,
    growth,
    ...list,
    isFirst: before === null,
    now: services.now(),
    mayEdit: mayDo(team.role, 'site:edit'),
  }
}

const deletion = z.object({
  intent: z.literal('delete', 'Choose an action.'),
  subscriber: z.uuid('Choose a subscriber.'),
})

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const form = await readForm(args.request, deletion)
  if (!form.ok) return invalidFormResponse(form.errors)
  try {
    await removeSubscriber(args.context.services, scope, form.value.subscriber)
    return data<Saved>({ saved: 'Subscriber deleted' })
  } catch (error) {
    return refusedFormResponse(error)
  }
}

export default function Subscribers() {
  const { counts, growth, subscribers, next, isFirst, now, mayEdit } =
    useLoaderData<typeof loader>()
  return (
    <PushLayout>
      <Growth {...{ counts, growth }} />
      <Panel>
        <h2 className="part-title">Subscribers</h2>
        {subscribers.length === 0 && isFirst ? (
          <Empty
            title="No subscribers yet"
            action={<Button url="/push-nudges/prompt">Set up prompt</Button>}
          >
            Visitors who accept the opt-in prompt on your site appear here.
          </Empty>
        ) : (
          <>
            <p className="part-lead">
              Newest first. A subscriber is one browser. We never show where it can be reached.
              {mayEdit && (
                <>
                  {' '}
                  <DownloadLink to={`${path}/export`} label="Download subscribers as a CSV file">
                    Download CSV
                  </DownloadLink>
                </>
              )}
            </p>
            <SubscriberTable {...{ subscribers, now, mayEdit }} />
          </>
        )}
        <Pagination
          of="subscribers"
          first={isFirst ? null : path}
          next={next === null ? null : `${path}?before=${String(next)}`}
        />
      </Panel>
    </PushLayout>
  )
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

type GrowthProps = { counts: SubscriberCounts; growth: SubscriberGrowth }

const Growth = ({ counts, growth }: GrowthProps) => (
  <Panel>
    <h2 className="part-title">{countWithNoun(counts.total, 'subscriber')}</h2>
    <p className="part-lead">
      In the last {growthDays} days (UTC): {formatCount(sumOf(growth.subscribed))} subscribed,{' '}
      {formatCount(sumOf(growth.unsubscribed))} opted out, {formatCount(sumOf(growth.gone))} ended
      by their browser.
    </p>
    {counts.byService.length > 0 && (
      <ul className="bullets prose mb-16">
        {counts.byService.map(({ name, subscribers }) => (
          <li key={name}>
            {name}: {formatCount(subscribers)}
          </li>
        ))}
      </ul>
    )}
    {sumOf(growth.subscribed) > 0 && (
      <Chart
        name="New subscribers"
        line={{ days: growth.days, values: growth.subscribed }}
        before={null}
        isLastOpen
        height={160}
      />
    )}
  </Panel>
)

type SubscriberTableProps = {
  subscribers: readonly ListedSubscriber[]
  now: Date
  mayEdit: boolean
}

const SubscriberTable = ({ subscribers, now, mayEdit }: SubscriberTableProps) => (
  <Table
    caption="Push subscribers"
    columns={[
      { label: 'Subscribed' },
      { label: 'Messages', about: 'Kinds of messages that they chose.' },
      { label: 'Where', about: 'Country, language and time zone, as their browser reported them.' },
      { label: 'Push service' },
      { label: 'Last visit' },
      ...(mayEdit ? [{ label: 'Delete', isSilent: true }] : []),
    ]}
  >
    {subscribers.map((subscriber) => (
      <Row key={subscriber.uuid}>
        <RowHead>
          <RelativeTime at={subscriber.createdAt} now={now} />
          <span className="table__below muted small break-anywhere">
            last agreed on {subscriber.consentPage}
          </span>
        </RowHead>
        <Cell label="Messages">
          {subscriber.kinds.map((kind) => kindWords[kind].name).join(', ') || 'None'}
        </Cell>
        <Cell label="Where">
          {subscriber.country ?? 'Unknown country'}
          <span className="table__below muted small">
            {subscriber.language}, {subscriber.timeZone}
          </span>
        </Cell>
        <Cell label="Push service">{subscriber.service}</Cell>
        <Cell label="Last visit">
          <RelativeTime at={subscriber.lastVisitAt} now={now} />
        </Cell>
        {mayEdit && (
          <Cell label="">
            <ConfirmForm
              hidden={{ intent: 'delete', subscriber: subscriber.uuid }}
              action="Delete"
              actionLabel={`Delete the subscriber of ${subscriber.createdAt.toISOString()}`}
              title="Delete this subscriber?"
              confirm="Delete subscriber"
            >
              <p>
                This permanently deletes the subscription, its consent and its messages. They get
                nothing more unless they subscribe again.
              </p>
            </ConfirmForm>
          </Cell>
        )}
      </Row>
    ))}
  </Table>
)
