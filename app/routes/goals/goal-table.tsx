import { Link } from '@remix-run/react'
import { Badge } from '@shopify/polaris'
import { goalDays, type Goal } from '#app/domain/goals/goal.ts'
import type { Reached } from '#app/domain/goals/overview.server.ts'
import { kindLabels, matchLabels, uniqueRule } from '#app/domain/goals/goal-words.ts'
import { changeOf } from '#app/domain/stats/comparison.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { formatCount, formatMoney } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Cell, Row, RowHead, Table, type Column } from '#app/ui/table.tsx'
import { formatGoalValue } from './goal-value.ts'

type ListedGoal = Omit<Goal, 'id' | 'createdAt'> & { reached: Reached }

type GoalTableProps = { goals: readonly ListedGoal[]; now: Date; mayEdit: boolean }

const period = `Last ${String(goalDays)} days`

const columns: readonly Column[] = [
  { label: 'Goal' },
  { label: 'Worth', about: 'What one hit is worth: a fixed amount, or what the order tells.' },
  {
    label: 'Counts',
    about: 'When the same visitor or order counts again. The same order number never does.',
  },
  { label: 'Last hit', about: 'When it was reached last, as far as anybody told us.' },
  {
    label: period,
    isNumber: true,
    about: `Hits up to now, and how many more or fewer than in the ${String(goalDays)} days before.`,
  },
  { label: 'State' },
]

export function GoalTable({ goals, now, mayEdit }: GoalTableProps) {
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
  return (
    <Row>
      <RowHead>
        <Link className="text-link" to={`/goals/${uuid}`}>
          {name}
        </Link>
        <span className="goal-detail">{ruleOf(goal)}</span>
      </RowHead>
      <Cell label="Worth">{formatGoalValue(goal)}</Cell>
      <Cell label="Counts">{uniqueRule(goal)}</Cell>
      <Cell label="Last hit">
        {reached.lastConversionAt ? (
          <RelativeTime at={reached.lastConversionAt} now={now} />
        ) : (
          'Never'
        )}
      </Cell>
      <Cell label={period} isNumber>
        {formatCount(reached.conversions)}
        <span className="goal-detail goal-whole">{changeWords(reached)}</span>
        {reached.amounts.map(({ currency, cents }) => (
          <span key={currency} className="goal-detail">
            {formatMoney(cents, currency)}
          </span>
        ))}
      </Cell>
      <Cell label="State">
        <span className="goal-whole">
          <Badge {...(isActive ? { tone: 'success' as const } : {})}>
            {isActive ? 'On' : 'Off'}
          </Badge>
        </span>
      </Cell>
      {mayEdit && (
        <Cell label="">
          <ActionForm
            className="goal-whole"
            hidden={{ goal: uuid, intent: isActive ? 'off' : 'on' }}
            action={isActive ? 'Switch off' : 'Switch on'}
            actionLabel={`Switch ${isActive ? 'off' : 'on'}: ${name}`}
          />
        </Cell>
      )}
    </Row>
  )
}

/** Summary of what reaches it. */
function ruleOf({ kind, match, pattern, selector }: ListedGoal): string {
  const { name } = kindLabels[kind]
  if (kind === 'url') return `${name} · address ${matchLabels[match ?? 'exact']} ${pattern ?? ''}`
  return selector === null ? name : `${name} · ${selector}`
}

const changeFormat = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

function changeWords({ conversions: hits, previousConversions: hitsBefore }: Reached): string {
  const change = changeOf(hits, hitsBefore)
  if (change === null) return 'none before'
  return `${changeFormat.format(change)} against ${formatCount(hitsBefore)}`
}
