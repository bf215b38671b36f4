/** Subscriptions by state, the nightly checks, and purchases that wait. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireKiosk, requireKioskAct } from '#app/auth/staff-guard.server.ts'
import { markRefunded } from '#app/domain/billing/late/refunded-by-staff.server.ts'
import type { SubscriptionState } from '#app/domain/billing/subscription-states.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { readKioskBilling, type KioskSubscription } from '#app/presenters/kiosk/billing.server.ts'
import { staffReason } from '#app/domain/accounts/staff/staff-acts.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { ChecksTable, PurchasesTable, TeamPlanLink, UnfinishedEnds } from './billing-tables.tsx'
import { CardEndpoint } from './card-endpoint.tsx'
import { LateCharges } from './late-charges.tsx'
import { channelNames } from './metrics-tables.tsx'
import { collectionPauseWords, nameOfPlan, stateWords } from './plan-words.ts'
import { refusedStaffForm } from '../staff-form.server.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { links } from '#app/ui/site-screens.ts'
export const meta = screenTitle('Billing')

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const query = new URL(args.request.url).searchParams
  const state = shownStates.find((one) => one === query.get('state')) ?? 'past_due'
  const after = numericId.safeParse(query.get('after'))
  const page = { state, after: after.success ? after.data : null }
  const billing = await readKioskBilling(args.context.services, page)
  const refunded = query.get('refunded')
  return {
    ...billing,
    isFirst: page.after === null,
    // One that was marked in between has nothing to confirm.
    refunded: billing.lateCharges.find(({ providerId }) => providerId === refunded) ?? null,
  }
}

const refundedInput = z.object({ charge: z.string().max(255), reason: staffReason })

export async function action(args: ActionFunctionArgs) {
  const typed = await readSubmittedValues(args.request, ['reason'])
  try {
    const { actor } = await requireKioskAct(args)
    const form = await readForm(args.request, refundedInput)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    await markRefunded(args.context.services, { ...form.value, actor })
  } catch (error) {
    return refusedStaffForm(error, typed)
  }
  return redirect('/kiosk/billing')
}

/** In the order of the tabs. */
const shownStates = Object.keys(stateWords) as SubscriptionState[]

export default function Billing() {
  const { state, counts, subscriptions, next, isFirst, checks, purchases, endpoint, ...late } =
    useLoaderData<typeof loader>()
  const path = `/kiosk/billing?state=${state}`
  return (
    <Screen title="Billing" lead="What organizations pay, as their providers reported it.">
      <div className="parts">
        {late.lateCharges.length > 0 && (
          <LateCharges charges={late.lateCharges} refunded={late.refunded} />
        )}
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
        {late.unfinishedEnds.length > 0 && <UnfinishedEnds ends={late.unfinishedEnds} />}
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
        {endpoint && <CardEndpoint endpoint={endpoint} />}
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
          <TeamPlanLink team={row.team} />
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
  const pause = row.collectionPaused ? `, ${collectionPauseWords(row.collectionPaused)}` : ''
  return comingWords(row) + pause + owed
}

function comingWords(row: KioskSubscription): string {
  if (row.isLifetime) return 'Nothing: a lifetime deal'
  if (row.endedAt) return `Ended on ${formatDate(row.endedAt)}`
  if (row.isPaused) return 'Nothing until it’s resumed'
  if (row.waitsForBank) return 'The plan ends if its payment fails, which the bank is processing'
  if (row.daysLeft !== null) {
    if (row.daysLeft === 0) return 'The plan ends today'
    return `The plan ends in ${formatCount(row.daysLeft)} ${row.daysLeft === 1 ? 'day' : 'days'}`
  }
  if (row.endsAt) return `Ends on ${formatDate(row.endsAt)}`
  if (row.trialEndsAt) return `First payment on ${formatDate(row.trialEndsAt)}`
  return row.currentPeriodEndsAt ? `Renews on ${formatDate(row.currentPeriodEndsAt)}` : '–'
}
