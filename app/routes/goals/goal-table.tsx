import { Link } from '@remix-run/react'
import type { Goal } from '#app/domain/goals/goal.ts'
import { kindLabels, matchLabels, uniqueRule } from '#app/domain/goals/goal-words.ts'
import { changeOf } from '#app/domain/stats/comparison.ts'
import { usualDays } from '#app/domain/stats/range.ts'
import type { GoalOrder, Reached } from '#app/presenters/goal-list.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { formatCount, formatMoney } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Cell, Row, RowHead, sortBy, Table, type Column } from '#app/ui/table.tsx'
import { formatGoalValue } from './goal-value.ts'

type ListedGoal = Omit<Goal, 'id' | 'createdAt'> & { reached: Reached }

type GoalTableProps = {
  goals: readonly ListedGoal[]
  /** Null: oldest first. */
  order: GoalOrder | null
  now: Date
  mayEdit: boolean
}

const period = `Last ${String(usualDays)} days`

const sortOf = (order: GoalOrder | null, by: GoalOrder['by']) =>
  sortBy({ path: '/goals', query: new URLSearchParams(), order }, by, by !== 'name')

const columnsOf = (order: GoalOrder | null): readonly Column[] => [
  { label: 'Goal', sort: sortOf(order, 'name') },
  { label: 'Value', about: 'Value of one conversion: a fixed amount or the order total.' },
  {
    label: 'Counting',
    about: 'Whether repeat conversions count. The same order number only ever counts once.',
  },
  {
    label: 'Last conversion',
    about: 'Most recent conversion reported to us.',
    sort: sortOf(order, 'last'),
  },
  {
    label: period,
    isNumber: true,
    about:
      'Conversions in your site’s time zone, today included. The change compares full days with the previous period, as in Statistics.',
    sort: sortOf(order, 'conversions'),
  },
  { label: 'Status' },
]

export function GoalTable({ goals, order, now, mayEdit }: GoalTableProps) {
  const columns = columnsOf(order)
  const shown = mayEdit ? [...columns, { label: 'On or off', isSilent: true }] : columns
  return (
    <Table caption="Goals of this site" columns={shown}>
      {goals.map((goal) => (
        <GoalRow key={goal.uuid} goal={goal} now={now} mayEdit={mayEdit} />
      ))}
    </Table>
  )
}

function GoalRow({ goal, now, mayEdit }: { goal: ListedGoal; now: Date; mayEdit: boolean }) {
  const { uuid, name, isActive, reached } = goal
  const change = describeChange(reached)
  return (
    <Row>
      <RowHead>
        <Link className="text-link" to={`/goals/${uuid}`}>
          {name}
        </Link>
        <span className="table__below muted small">{ruleOf(goal)}</span>
      </RowHead>
      <Cell label="Value">{formatGoalValue(goal)}</Cell>
      <Cell label="Counting">{uniqueRule(goal)}</Cell>
      <Cell label="Last conversion">
        {reached.lastConversionAt ? (
          <RelativeTime at={reached.lastConversionAt} now={now} />
        ) : (
          'Never'
        )}
      </Cell>
      <Cell label={period} isNumber>
        {formatCount(reached.conversions)}
        {reached.amounts.map(({ currency, cents }) => (
          <span key={currency} className="table__below muted small">
            {formatMoney(cents, currency)}
          </span>
        ))}
        {change !== null && <span className="table__below muted small">{change}</span>}
      </Cell>
      <Cell label="Status">
        <span className="nowrap">
          <Badge {...(isActive ? { tone: 'success' as const } : {})}>
            {isActive ? 'On' : 'Off'}
          </Badge>
        </span>
      </Cell>
      {mayEdit && (
        <Cell label="">
          <ActionForm
            className="nowrap"
            hidden={{ goal: uuid, intent: isActive ? 'off' : 'on' }}
            action={isActive ? 'Turn off' : 'Turn on'}
            actionLabel={`Turn ${isActive ? 'off' : 'on'}: ${name}`}
          />
        </Cell>
      )}
    </Row>
  )
}

/** Summary of what reaches it. */
function ruleOf({ kind, match, pattern, selector }: ListedGoal): string {
  const { name } = kindLabels[kind]
  if (kind === 'url') return `${name} · path ${matchLabels[match ?? 'exact']} ${pattern ?? ''}`
  return selector === null ? name : `${name} · ${selector}`
}

const changeFormat = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** Null: nothing was counted in either period. */
function describeChange({ compared: { total, before }, conversions }: Reached): string | null {
  const change = changeOf(total, before)
  if (change === null) return conversions === 0 ? null : 'none in the previous period'
  return `${changeFormat.format(change)} vs. ${formatCount(before)}`
}
