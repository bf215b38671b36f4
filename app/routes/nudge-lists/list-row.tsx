import { Link } from '@remix-run/react'
import { Badge } from '@shopify/polaris'
import { ArrowDownIcon, ArrowUpIcon, DragHandleIcon } from '@shopify/polaris-icons'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { ListedNudge } from '#app/presenters/nudge-list/nudge-list.server.ts'
import { sources } from '#app/domain/activities/sources.ts'
import { formatHours } from '#app/domain/nudges/schedule/schedule-text.ts'
import { describePages, describePlacement } from '#app/presenters/nudge-list/words.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Cell, Row, RowHead } from '#app/ui/table.tsx'
import { firstNudgeOnly, Thumbnail } from './thumbnail.tsx'
import type { Drag } from './use-order.ts'

export type RowProps = {
  nudge: ListedNudge
  payload: PixelPayload | null | undefined
  now: Date
  isInline: boolean
  isArchived: boolean
  mayEdit: boolean
  /** Null: the list is filtered, so its order can't be changed. */
  drag: Drag | null
}

export function ListRow(props: RowProps) {
  const { nudge, payload, now, isInline, isArchived, mayEdit, drag } = props
  const { uuid, shortId, name, typeName, figures } = nudge
  return (
    <Row {...(drag === null ? {} : rowProps(drag))}>
      {mayEdit && (
        <Cell label="">
          <input type="checkbox" name="uuid" value={uuid} aria-label={`Select ${name}`} />
        </Cell>
      )}
      {drag && <OrderCell uuid={uuid} name={name} start={drag.start} />}
      <RowHead>
        <Link className="text-link" to={`/nudges/${uuid}`}>
          {name}
        </Link>
        <span className="nudge-detail">{typeName}</span>
        <Thumbnail payload={firstNudgeOnly(payload, shortId)} label={name} />
      </RowHead>
      <Cell label="Status">
        <State nudge={nudge} canSwitch={mayEdit && !isArchived} />
        {nudge.state === 'published' && !isArchived && (
          <Link
            className="text-link nudge-detail"
            to={`/statistics/not-shown?nudge=${uuid}`}
            aria-label={`Why? Times that ${name} wasn’t shown`}
          >
            Why?
          </Link>
        )}
      </Cell>
      <Cell label={isInline ? 'Placement and data' : 'Targeting and data'}>
        {isInline && (describePlacement(nudge.placement) ?? 'No placement yet')}
        <span className={isInline ? 'nudge-detail' : undefined}>{describePages(nudge.rules)}</span>
        {nudge.rules.hours && (
          <span className="nudge-detail">{formatHours(nudge.rules.hours)}</span>
        )}
        <Freshness nudge={nudge} now={now} />
      </Cell>
      <Cell label="Impressions" isNumber>
        {formatCount(figures.shown)}
      </Cell>
      <Cell label="Hovers" isNumber>
        {formatCount(figures.hovers)}
      </Cell>
      <Cell label="Clicks" isNumber>
        {formatCount(figures.clicks)}
      </Cell>
      <Cell label="Dismissals" isNumber>
        {formatCount(figures.closes)}
      </Cell>
      <Cell label="Lift">
        <EffectWords experiment={nudge.experiment} />
      </Cell>
      {mayEdit && (
        <Cell label="">
          <span className="nudge-acts">
            <Act name="act" value={`duplicate ${uuid}`} label={`Duplicate ${name}`}>
              Duplicate
            </Act>
            <Act
              name="act"
              value={`${isArchived ? 'restore' : 'archive'} ${uuid}`}
              label={`${isArchived ? 'Restore' : 'Archive'} ${name}`}
            >
              {isArchived ? 'Restore' : 'Archive'}
            </Act>
          </span>
        </Cell>
      )}
    </Row>
  )
}

const EffectWords = ({ experiment }: Pick<ListedNudge, 'experiment'>) =>
  experiment === null ? (
    <>
      <span aria-hidden>–</span>
      <span className="visually-hidden">No experiment yet</span>
    </>
  ) : (
    <span className="nudge-effect">
      {experiment.summary}
      <span className="nudge-detail">
        {experiment.kind === 'draft' ? 'New draft' : 'With vs. without'},{' '}
        {experiment.endedAt === null ? 'running' : 'ended'}
      </span>
    </span>
  )

type ActProps = { name: string; value: string; label: string; children: string }

const Act = ({ name, value, label, children }: ActProps) => (
  <button className="nudge-act" name={name} value={value} aria-label={label}>
    {children}
  </button>
)

/** The whole row is a drop target and shows where the dragged row would land. */
const rowProps = ({ landing, isDragged, over, drop, end }: Drag) => ({
  className: isDragged ? 'nudge-row--dragged' : landing === null ? '' : `nudge-row--${landing}`,
  onDragOver: over,
  onDrop: drop,
  onDragEnd: end,
})

/** Rendered once: repeated in each row they would be a fifth of the page. */
export const RowIcons = () => (
  <span hidden>
    <DragHandleIcon id="row-grip" />
    <ArrowUpIcon id="row-up" />
    <ArrowDownIcon id="row-down" />
  </span>
)

const Icon = ({ name }: { name: 'grip' | 'up' | 'down' }) => (
  <svg viewBox="0 0 20 20" aria-hidden>
    <use href={`#row-${name}`} />
  </svg>
)

type OrderProps = { uuid: string; name: string; start: Drag['start'] }

const OrderCell = ({ uuid, name, start }: OrderProps) => (
  <Cell label="">
    <span className="nudge-order">
      <span className="nudge-order__grip" draggable onDragStart={start} aria-hidden>
        <Icon name="grip" />
      </span>
      <button id={`up-${uuid}`} name="act" value={`up ${uuid}`} aria-label={`Move ${name} up`}>
        <Icon name="up" />
      </button>
      <button
        id={`down-${uuid}`}
        name="act"
        value={`down ${uuid}`}
        aria-label={`Move ${name} down`}
      >
        <Icon name="down" />
      </button>
    </span>
  </Cell>
)

type StateProps = { nudge: ListedNudge; canSwitch: boolean }

function State({ nudge, canSwitch }: StateProps) {
  const { uuid, name, state, hasDraft, publishAt, issues: problems } = nudge
  const isOn = state === 'published'
  return (
    <span className="nudge-state">
      {state === 'draft' || !canSwitch ? (
        <Badge {...(isOn ? { tone: 'success' as const } : {})}>
          {state === 'draft' ? 'Draft' : isOn ? 'On' : 'Off'}
        </Badge>
      ) : (
        <button
          className="nudge-switch"
          role="switch"
          aria-checked={isOn}
          aria-label={`Show ${name}`}
          name="act"
          value={`${isOn ? 'off' : 'on'} ${uuid}`}
        >
          <span className="nudge-switch__knob" aria-hidden />
        </button>
      )}
      {state !== 'draft' && hasDraft && <Badge tone="info">Unpublished changes</Badge>}
      {publishAt && <span className="nudge-detail">Scheduled for {formatDateTime(publishAt)}</span>}
      {problems.map(({ kind, sentence }) => (
        <span key={sentence} className="nudge-problem">
          {kind === 'silent' ? 'Not showing: ' : 'Can’t publish: '}
          {sentence}
        </span>
      ))}
    </span>
  )
}

const Freshness = ({ nudge: { source, newestAt }, now }: { nudge: ListedNudge; now: Date }) => (
  <>
    {source !== null && <span className="nudge-detail">{sources[source].originLabel}</span>}
    {newestAt !== undefined && (
      <span className="nudge-detail">
        {newestAt === null ? (
          'No data received yet'
        ) : (
          <>
            Latest data: <RelativeTime at={newestAt} now={now} />
          </>
        )}
      </span>
    )}
  </>
)
