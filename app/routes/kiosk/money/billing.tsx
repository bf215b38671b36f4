/** Subscriptions by state, the nightly checks, and purchases that wait. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import type { SubscriptionState } from '#app/domain/billing/subscription-states.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { readKioskBilling, type KioskSubscription } from '#app/presenters/kiosk/billing.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { ChecksTable, PurchasesTable, TeamLink } from './billing-tables.tsx'
import { channelNames } from './metrics-tables.tsx'
import { nameOfPlan, stateWords } from './plan-words.ts'

export { headers } from '#app/platforms/headers.ts'
export { links } from '#app/ui/site-screens.ts'
export const meta = screenTitle('Billing')

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const query = new URL(args.request.url).searchParams
  const state = shownStates.find((one) => one === query.get('state')) ?? 'past_due'
  const after = numericId.safeParse(query.get('after'))
  const page = { state, after: after.success ? after.data : null }
  return { ...(await readKioskBilling(args.context.services, page)), isFirst: page.after === null }
}

/** In the order of the tabs. */
const shownStates = Object.keys(stateWords) as SubscriptionState[]

export default function Billing() {
  const { state, counts, subscriptions, next, isFirst, checks, purchases } =
    useLoaderData<typeof loader>()
  const path = `/kiosk/billing?state=${state}`
  return (
    <Screen title="Billing" lead="What organizations pay, as their providers reported it.">
      <div className="parts">
        <Panel>
          <h2 className="part-title">Subscriptions</h2>
          <Tabs
            label="Subscriptions by state"
            tabs={shownStates.map((one) => ({
              to: `/kiosk/billing?state=${one}`,
              label: `${stateWords[one]} (${formatCount(counts.find((row) => row.state === one)?.count ?? 0)})`,
              isCurrent: one === state,
            }))}
          />
          {subscriptions.length === 0 ? (
            <p className="part-lead">No subscriptions in this state.</p>
          ) : (
            <SubscriptionTable rows={subscriptions} label={stateWords[state]} />
          )}
          <Pagination
            of="subscriptions"
            first={isFirst ? null : path}
            next={next === null ? null : `${path}&after=${String(next)}`}
          />
        </Panel>
        <Panel>
          <h2 className="part-title">Nightly checks</h2>
          <p className="part-lead">
            Each night, every organization that pays is compared with its provider. What differs is
            repaired.
          </p>
          {checks.length === 0 ? (
            <p className="part-lead">No check ran yet.</p>
          ) : (
            <ChecksTable checks={checks} />
          )}
        </Panel>
        <Panel>
          <h2 className="part-title">Open purchases</h2>
          {purchases.length === 0 ? (
            <p className="part-lead">No purchase waits for its payment.</p>
          ) : (
            <PurchasesTable purchases={purchases} />
          )}
        </Panel>
        <p>
          <Link className="text-link" to="/kiosk/coupons">
            Coupons
          </Link>
        </p>
      </div>
    </Screen>
  )
}

const SubscriptionTable = ({ rows, label }: { rows: KioskSubscription[]; label: string }) => (
  <Table
    caption={`Subscriptions: ${label}`}
    columns={[
      { label: 'Organization' },
      { label: 'Plan' },
      { label: 'Charged by' },
      { label: 'Per month', isNumber: true },
      { label: 'What comes next' },
    ]}
  >
    {rows.map((row) => (
      <Row key={row.id}>
        <RowHead>
          <TeamLink team={row.team} />
        </RowHead>
        <Cell label="Plan">{nameOfPlan(row.planId)}</Cell>
        <Cell label="Charged by">{channelNames[row.channel]}</Cell>
        <Cell label="Per month" isNumber>
          {formatPrice(row.quantity * row.unitCents, row.currency)}
        </Cell>
        <Cell label="What comes next">{nextWords(row)}</Cell>
      </Row>
    ))}
  </Table>
)

function nextWords(row: KioskSubscription): string {
  const owed = row.owedCents > 0 ? `, ${formatPrice(row.owedCents, row.currency)} unpaid` : ''
  return comingWords(row) + owed
}

function comingWords(row: KioskSubscription): string {
  if (row.isLifetime) return 'Nothing: a lifetime deal'
  if (row.endedAt) return `Ended on ${formatDate(row.endedAt)}`
  if (row.waitsForBank) return 'The plan ends if its payment fails, which the bank is processing'
  if (row.daysLeft !== null) {
    if (row.daysLeft === 0) return 'The plan ends today'
    return `The plan ends in ${formatCount(row.daysLeft)} ${row.daysLeft === 1 ? 'day' : 'days'}`
  }
  if (row.endsAt) return `Ends on ${formatDate(row.endsAt)}`
  if (row.trialEndsAt) return `First payment on ${formatDate(row.trialEndsAt)}`
  return row.currentPeriodEndsAt ? `Renews on ${formatDate(row.currentPeriodEndsAt)}` : '–'
}
