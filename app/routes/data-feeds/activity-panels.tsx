/** The parts of one activity's story. */
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { activitySourceLabel, sources } from '#app/domain/activities/sources.ts'
import { clickRateDefinition, definitions } from '#app/domain/stats/definitions.ts'
import { clickRate } from '#app/domain/stats/totals.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { OneActivity } from '#app/presenters/activity-feed/one-activity.server.ts'
import { CountedUntil } from '#app/ui/counted-until.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Tip } from '#app/ui/toasts/tooltip.tsx'
import { ActivityBadge } from './activity-badge.tsx'
import { activityKindLabels } from './activity-kind-labels.ts'
import { SaleLine } from './sale-line.tsx'
import { describeShowing } from './showing-words.ts'

type About = { activity: OneActivity }

/** Its picture, whether visitors see it, and what can be done about that. */
export function StatePanel({ activity, mayChange }: About & { mayChange: boolean }) {
  const { kind, title, text, language, direction, state, rule, withheld, picture } = activity
  const labels = activityKindLabels[kind]
  const { sentence, way } = describeShowing(activity.showing, {
    labels,
    rule,
    withheld,
    occurredAt: activity.occurredAt,
  })
  const isShown = activity.showing.kind === 'shown'
  return (
    <Panel>
      <div className="columns gap-20 feed-pair">
        <Thumbnail payload={picture} label={labels.one} isLarge />
        <div>
          <h2 className="part-title">
            {isShown || activity.exposure.totals.impressions > 0
              ? 'As visitors see it'
              : 'As visitors would see it'}
          </h2>
          <p className="mt-8 break-anywhere feed-said" lang={language} dir={direction}>
            {title} {text}
          </p>
          {activity.hasPageImage && <p className="mt-8 muted">Image from the product’s page</p>}
          <p className="mt-12 prose">
            <ActivityBadge
              state={state}
              rule={null}
              withheld={null}
              isPublished={isShown}
              isBrief
            />{' '}
            {sentence}{' '}
            {way && (
              <Link className="text-link" to={way.to}>
                {way.label}
              </Link>
            )}
          </p>
          {activity.sale && <SaleLine sale={activity.sale} />}
          <p className="mt-12 muted break-anywhere">
            <span>Used by</span> {describeNudges(activity.nudges)}
          </p>
          {mayChange && <Acts activity={activity} />}
        </div>
      </div>
    </Panel>
  )
}

const mostNames = 5

function describeNudges(nudges: readonly { name: string }[]): string {
  if (nudges.length === 0) return 'no live nudge'
  const names = nudges.slice(0, mostNames).map(({ name }) => name)
  const more = nudges.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`
}

function Acts({ activity: { kind, state, trust, source, sale } }: About) {
  const { one } = activityKindLabels[kind]
  const isHideable = state !== 'hidden'
  const isShowable = (state === 'hidden' && trust !== 'unknown') || state === 'waiting'
  return (
    <div className="row gap-12 mt-12 feed-acts">
      {isShowable && (
        <ActionForm
          action={state === 'waiting' ? 'Approve' : 'Show'}
          hidden={{ intent: 'show' }}
          tone="primary"
        />
      )}
      {sale?.part === 'payment' && (
        <ActionForm action="Keep separate" hidden={{ intent: 'keep_apart' }} />
      )}
      {sale?.part === 'apart' && (
        <ActionForm action="Match again" hidden={{ intent: 'match_again' }} />
      )}
      {isHideable && <ActionForm action="Hide" hidden={{ intent: 'hide' }} />}
      <ConfirmForm
        action="Delete"
        title={`Delete this ${one}?`}
        confirm={`Delete ${one}`}
        hidden={{ intent: 'delete' }}
      >
        <p>
          This permanently deletes its data{sale?.part === 'order' && ', its payment'} and its
          claims. Its impressions, clicks and conversions stay in your statistics.{' '}
          {source !== 'integration' &&
            'If your shop or pages send it again, or you import it again, it’s stored again.'}
        </p>
      </ConfirmForm>
    </div>
  )
}

/** How often, when, in which nudges and on which pages. */
export function ExposurePanel({ activity }: About) {
  const { exposure, keptDays, receivedAt, countedUntil, now } = activity
  const { totals, firstAt, lastAt, pages, pageCount, nudges } = exposure
  const isOlder = now.getTime() - receivedAt.getTime() > keptDays * dayMillis
  const note = isOlder
    ? `Single events are kept for ${String(keptDays)} days, so older ones aren’t counted here.`
    : ''
  if (totals.impressions === 0) {
    return (
      <Panel>
        <h2 className="part-title">How often it was shown</h2>
        <Empty kind="nudge" title="No impressions yet">
          Impressions and clicks appear here once a visitor sees it. {note}
        </Empty>
        <CountedUntil until={countedUntil} now={now} />
      </Panel>
    )
  }
  return (
    <Panel>
      <h2 className="part-title">How often it was shown</h2>
      <p className="part-lead">
        {firstAt && lastAt && describeSpan(firstAt, lastAt)} Numbers that include it aren’t counted.{' '}
        {note}
      </p>
      <CountedUntil until={countedUntil} now={now} />
      <dl className="columns gap-12 m-0 mb-16 feed-counts">
        <Figure name={definitions.impressions.name} about={definitions.impressions.meaning}>
          {formatCount(totals.impressions)}
        </Figure>
        <Figure name={definitions.clicks.name} about={definitions.clicks.meaning}>
          {formatCount(totals.clicks)}
        </Figure>
        <Figure name={clickRateDefinition.name} about={clickRateDefinition.meaning}>
          {formatRate(clickRate(totals))}
        </Figure>
        <Figure name={definitions.closes.name} about={definitions.closes.meaning}>
          {formatCount(totals.closes)}
        </Figure>
      </dl>
      <div className="columns gap-20 feed-pair">
        <Counts
          caption="Impressions and clicks by page"
          label="Page"
          rows={pages.map((one) => ({
            key: one.page,
            name: one.page,
            counts: one,
          }))}
          more={pageCount - pages.length}
        />
        <Counts
          caption="Impressions and clicks by nudge"
          label="Nudge"
          rows={nudges.map((one) => ({
            key: one.uuid,
            name: (
              <Link className="text-link" to={`/nudges/${one.uuid}`}>
                {one.name}
              </Link>
            ),
            counts: one,
          }))}
          more={0}
        />
      </div>
    </Panel>
  )
}

const describeSpan = (first: Date, last: Date) =>
  first.getTime() === last.getTime()
    ? `Seen on ${formatDateTime(first)}.`
    : `First seen on ${formatDateTime(first)}, last on ${formatDateTime(last)}.`

type CountsProps = {
  caption: string
  label: string
  rows: readonly {
    key: string
    name: ReactNode
    counts: { impressions: number; clicks: number }
  }[]
  /** Rows that are left out. */
  more: number
}

const Counts = ({ caption, label, rows, more }: CountsProps) => (
  <div>
    <Table
      caption={caption}
      columns={[
        { label },
        { label: definitions.impressions.name, isNumber: true },
        { label: definitions.clicks.name, isNumber: true },
      ]}
    >
      {rows.map(({ key, name, counts }) => (
        <Row key={key}>
          <RowHead>{name}</RowHead>
          <Cell label={definitions.impressions.name} isNumber>
            {formatCount(counts.impressions)}
          </Cell>
          <Cell label={definitions.clicks.name} isNumber>
            {formatCount(counts.clicks)}
          </Cell>
        </Row>
      ))}
    </Table>
    {more > 0 && (
      <p className="mt-12 muted small">
        And {formatCount(more)} more {more === 1 ? 'page' : 'pages'}
      </p>
    )}
  </div>
)

type FigureProps = { name: string; about: string; children: ReactNode }

const Figure = ({ name, about, children }: FigureProps) => (
  <div>
    <dt className="muted small">
      <Tip text={about}>
        <button type="button" className="table__about">
          {name}
        </button>
      </Tip>
    </dt>
    <dd className="m-0 numbers feed-counts__value">{children}</dd>
  </div>
)

/** The claims that were shown, and the answer for visitors who ask about them. */
export function ClaimPanel({ activity: { claims, picture, language, direction } }: About) {
  const [newest] = claims
  const why = picture?.nudges[0]?.why ?? []
  return (
    <Panel>
      <h2 className="part-title">The claim</h2>
      {newest ? (
        <>
          <p className="mt-8 medium break-anywhere activity-claim" lang={language} dir={direction}>
            {newest.text}
          </p>
          <dl className="stack gap-12 mt-16 mb-16">
            <Fact term="Rule">{newest.rule}</Fact>
            <Fact term="On record since">
              {formatDateTime(claims.at(-1)?.createdAt ?? newest.createdAt)}
            </Fact>
            <Fact term="Made by">{[...new Set(claims.map(({ nudge }) => nudge))].join(', ')}</Fact>
          </dl>
        </>
      ) : (
        <p className="part-lead">
          Nothing has been claimed yet. A claim is recorded when a live nudge first contains it.
        </p>
      )}
      {why.length > 0 && (
        <>
          <h3 className="mb-8 strong">When visitors ask “Why am I seeing this?”</h3>
          <ul className="stack gap-6 m-0 muted prose activity-why" lang={language} dir={direction}>
            {why.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

const trustWords = {
  signed: 'Verified: sent by your server',
  origin: 'Reported by a page of your site',
  unknown: 'Unverified: we can’t confirm it came from your site',
} as const

/** Where the record came from. */
export function RecordPanel({ activity }: About) {
  const { source, tokenName, trust, occurredAt, receivedAt, productTitle, city, country } = activity
  const place = [city, country].filter(Boolean).join(', ')
  return (
    <Panel>
      <h2 className="part-title">The record</h2>
      <dl className="columns gap-12 m-0 mt-16">
        <Fact term="Trust">{sources[source].proof ?? trustWords[trust]}</Fact>
        <Fact term="Source">
          {activitySourceLabel(activity)}
          {tokenName !== null && `, token “${tokenName}”`}
        </Fact>
        <Fact term="Date">{formatDateTime(occurredAt)}</Fact>
        <Fact term="Received">{formatDateTime(receivedAt)}</Fact>
        {productTitle !== null && <Fact term="Product">{productTitle}</Fact>}
        {place !== '' && <Fact term="Location">{place}</Fact>}
      </dl>
    </Panel>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="muted small">{term}</dt>
    <dd className="m-0 break-anywhere">{children}</dd>
  </div>
)
