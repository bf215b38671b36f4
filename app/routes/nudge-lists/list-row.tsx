import { Link } from '@remix-run/react'
import { memo } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { ListedNudge } from '#app/presenters/nudge-list/nudge-list.server.ts'
import { queryOriginLabel } from '#app/domain/activities/sources.ts'
import { formatHours } from '#app/domain/nudges/schedule/schedule-text.ts'
import { describePages, describePlacement } from '#app/presenters/nudge-list/words.ts'
import { SelectRow, type Selection } from '#app/ui/batch.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { describeSchedule } from '#app/ui/format/format-schedule.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Menu, MenuAct } from '#app/ui/menu.tsx'
import { Cell, Row, RowHead } from '#app/ui/table.tsx'
import { firstNudgeOnly, Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'
import { OrderCell } from './order-cell.tsx'
import type { Drag } from './use-order.ts'

export type RowProps = {
  nudge: ListedNudge
  payload: PixelPayload | null | undefined
  now: Date
  /** The site's. */
  timeZone: string
  isInline: boolean
  isArchived: boolean
  /** Null: nothing can be changed. */
  selection: Selection | null
  /** Null: the list is filtered or sorted, so its order can't be changed. */
  drag: Drag | null
}

export function ListRow({ selection, drag, ...facts }: RowProps) {
  const { uuid, name } = facts.nudge
  return (
    <Row {...(drag === null ? {} : rowProps(drag))}>
      {selection && (
        <Cell label="" place="start">
          <SelectRow selection={selection} uuid={uuid} label={`Select ${name}`} />
        </Cell>
      )}
      {drag && <OrderCell uuid={uuid} name={name} start={drag.start} />}
      <Facts {...facts} canChange={selection !== null} canMove={drag !== null} />
    </Row>
  )
}

type FactsProps = Omit<RowProps, 'selection' | 'drag'> & { canChange: boolean; canMove: boolean }

/** Most of a row. Memoized, because selecting and dragging render every row again and don't change this part. */
const Facts = memo(function Facts(props: FactsProps) {
  const { nudge, payload, now, timeZone, isInline, isArchived, canChange, canMove } = props
  const { uuid, shortId, name, typeName, figures } = nudge
  return (
    <>
      <RowHead>
        <span className="row gap-8">
          <Thumbnail payload={firstNudgeOnly(payload, shortId)} label={name} isSmall />
          <span className="flex-1 min-w-0">
            <Link className="text-link nudge-clamp" to={`/nudges/${uuid}`}>
              {name}
            </Link>
            <span className="nudge-detail ellipsis">{typeName}</span>
          </span>
        </span>
      </RowHead>
      <Cell label="Status">
        <State {...{ nudge, now, timeZone }} canSwitch={canChange && !isArchived} />
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
        <Where nudge={nudge} isInline={isInline} now={now} />
      </Cell>
      <Cell label="Impressions, hovers" isNumber>
        <Pair first={figures.shown} second={figures.hovers} />
      </Cell>
      <Cell label="Clicks, dismissals" isNumber>
        <Pair first={figures.clicks} second={figures.closes} />
      </Cell>
      <Cell label="Lift">
        <LiftWords experiment={nudge.experiment} />
      </Cell>
      {canChange && (
        <Cell label="" place="end">
          <Menu label={`Actions for ${name}`} isBrief>
            <MenuAct name="act" value={`duplicate ${uuid}`} aria-label={`Duplicate ${name}`}>
              Duplicate
            </MenuAct>
            <MenuAct
              name="act"
              value={`${isArchived ? 'restore' : 'archive'} ${uuid}`}
              aria-label={`${isArchived ? 'Restore' : 'Archive'} ${name}`}
            >
              {isArchived ? 'Restore' : 'Archive'}
            </MenuAct>
            {canMove && <Moves uuid={uuid} name={name} />}
          </Menu>
        </Cell>
      )}
    </>
  )
})

/** For phones, where a row has no room for its arrows. */
const Moves = ({ uuid, name }: Pick<ListedNudge, 'uuid' | 'name'>) => (
  <>
    <MenuAct name="act" value={`up ${uuid}`} aria-label={`Move ${name} up the list`}>
      Move up
    </MenuAct>
    <MenuAct name="act" value={`down ${uuid}`} aria-label={`Move ${name} down the list`}>
      Move down
    </MenuAct>
  </>
)

const Pair = ({ first, second }: { first: number; second: number }) => (
  <>
    {formatCount(first)} <span className="nudge-detail">{formatCount(second)}</span>
  </>
)

const LiftWords = ({ experiment }: Pick<ListedNudge, 'experiment'>) =>
  experiment === null ? (
    <>
      <span aria-hidden>–</span>
      <span className="visually-hidden">No experiment yet</span>
    </>
  ) : (
    <span className="nudge-lift">
      {experiment.summary}
      <span className="nudge-detail">
        {experiment.kind === 'draft' && 'New draft, '}
        {experiment.endedAt === null ? 'running' : 'ended'}
      </span>
    </span>
  )

/** The whole row is a drop target and shows where the dragged row would land. */
const rowProps = ({ landing, isDragged, over, drop, end }: Drag) => ({
  'data-drag': isDragged ? 'self' : landing,
  onDragOver: over,
  onDrop: drop,
  onDragEnd: end,
})

type StateProps = { nudge: ListedNudge; canSwitch: boolean; now: Date; timeZone: string }

function State({ nudge, canSwitch, now, timeZone }: StateProps) {
  const { uuid, name, state, hasDraft, publishAt } = nudge
  const isOn = state === 'published'
  return (
    <span className="stack gap-4 at-start">
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
      {publishAt ? (
        <span className="nudge-detail">{describeSchedule(publishAt, { now, timeZone })}</span>
      ) : (
        state !== 'draft' && hasDraft && <span className="nudge-detail">Unpublished changes</span>
      )}
    </span>
  )
}

/** An issue is shown in the place of the pages, because it has to be read first. */
function Where({ nudge, isInline, now }: { nudge: ListedNudge; isInline: boolean; now: Date }) {
  const { issues, placement, rules, source, newestAt } = nudge
  const [issue, ...others] = issues
  if (issue) {
    return (
      <span className="bad nudge-clamp small">
        {issue.kind === 'silent' ? 'Not showing: ' : 'Can’t publish: '}
        {issue.sentence}
        {others.length > 0 && ` And ${String(others.length)} more.`}
      </span>
    )
  }
  const age = newestAt && <RelativeTime at={newestAt} now={now} />
  return (
    <span className="nudge-clamp">
      {isInline && `${describePlacement(placement) ?? 'No placement yet'} · `}
      {describePages(rules)}
      {rules.hours && `, ${formatHours(rules.hours)}`}
      <span className="nudge-detail">
        {source !== null && `${queryOriginLabel(source)}, `}
        {newestAt !== undefined && (age ? <>Latest data: {age}</> : 'No data received yet')}
      </span>
    </span>
  )
}
