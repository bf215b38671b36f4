/** Canceling the plan: when it ends, what pauses then, and one offer to stay. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readBilling, type BillingState } from '#app/domain/billing/billing-state.server.ts'
import { acceptOffer, cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import { companies } from '#app/domain/billing/channel-words.ts'
import { monthlyCents, withoutOnce } from '#app/domain/billing/discounts.ts'
import { describeCharges } from '#app/domain/billing/stored/charges-at-bank.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { formatAmounts } from '#app/lib/money.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import {
  confirmedInput,
  invalidOperationForm,
  newOperation,
  refusedOperation,
} from '#app/lib/web/operation-form.server.ts'
import { readAddedPauses } from '#app/presenters/billing/plan-comparison.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import {
  atBankWords,
  canceledWhileProcessing,
  endsIfItFails,
  hasMoreOpen,
  nameOfPlan,
  owedWords,
  unpaidWords,
} from './billing-text.ts'
import { requirePayer } from './billing-team.server.ts'
import { OperationForm } from './operation-form.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  refreshAfterConflict as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Cancel plan')

const cancellable = ['active', 'trialing', 'past_due', 'paused']

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requirePayer(args)
  const { services } = args.context
  const billing = await readBilling(services, team.scope)
  const { subscription, offerCents, abilities, channel, openPayment, nextPlanId } = billing
  const isOrder = isWaitingOrder(billing)
  const canCancel = subscription !== null && (isOrder || cancellable.includes(subscription.state))
  if (!canCancel || subscription.isLifetime || !abilities.cancels) throw redirect('/billing')
  const next = findPlan(nextPlanId)
  return {
    isOrder,
    isPaused: subscription.state === 'paused',
    name: nameOfPlan(subscription.planId),
    current: nameOfPlan(billing.planId),
    next: nameOfPlan(nextPlanId),
    // As invoices will be, without a discount of one month alone.
    price: formatPrice(
      monthlyCents(
        { ...subscription, discount: withoutOnce(subscription.discount) },
        subscription.currentPeriodEndsAt ?? services.now(),
      ),
      subscription.currency,
    ),
    // Some channels end a plan immediately.
    endsAt:
      abilities.resumes && subscription.state !== 'paused'
        ? subscription.currentPeriodEndsAt
        : null,
    planEndsAt: subscription.planEndsAt,
    waitsForBank: endsIfItFails(subscription),
    openPayment,
    processing: billing.processing,
    atBank: { invoices: billing.atBank.invoices, amounts: formatAmounts(billing.atBank.sums) },
    unpaid: billing.unpaid,
    charges: describeCharges(billing.atBank.sums, billing.unpaid),
    company: companies[channel],
    isDiscontinued: findPlan(subscription.planId)?.isActive === false,
    offerCents,
    pauses: next ? await readAddedPauses(services, team.scope, next) : [],
    operation: newOperation(),
    version: billing.version,
  }
}

/** A first plan whose payment hasn’t arrived. While its bank is processing it, it can still be charged. */
const isWaitingOrder = ({ subscription, channel, processing }: BillingState): boolean =>
  subscription?.state === 'incomplete' && channel === 'card' && processing === null

type Kept = {
  /** When the plan ends unless its overdue payment arrives. Null: none is overdue, or that day has passed. */
  planEndsAt: Date | null
  /** That day has passed, and the plan ends once the bank declines. */
  waitsForBank: boolean
}

/** @param endsAt when the plan ends if all of it is paid */
function keptWords(endsAt: Date, { planEndsAt: graceEndsAt, waitsForBank }: Kept): string {
  if (waitsForBank) {
    return `It ends if your payment fails. If it’s paid, it keeps working until ${formatDateTime(endsAt)}, and you can resume it until then.`
  }
  if (graceEndsAt === null || graceEndsAt >= endsAt) {
    return `It keeps working until ${formatDateTime(endsAt)}. You can resume it until then.`
  }
  return `It keeps working until ${formatDateTime(graceEndsAt)}, or until ${formatDateTime(endsAt)} if the open payment is paid. You can resume it until then.`
}

const cancelInput = z.object({
  intent: z.enum(['cancel', 'stay']),
  charges: z.string().max(200).optional(),
  ...confirmedInput,
})

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requirePayer(args)
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['operation'])
  const form = await readForm(args.request, cancelInput)
  if (!form.ok) return invalidOperationForm(form.errors, typed)

  const { operation, version, charges } = form.value
  const change = { operation, version, userId: account.id }
  try {
    if (form.value.intent === 'cancel') {
      await cancelPlan(services, team.scope, { ...change, charges })
    } else if ((await acceptOffer(services, team.scope, change)) === 'applies') {
      return data<Saved>({ saved: 'This offer already applies to your plan' })
    }
    return redirect('/billing')
  } catch (error) {
    return refusedOperation(error, typed)
  }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function leadWords(loaded: Loaded): string {
  const { isOrder, endsAt, company } = loaded
  if (isOrder) return 'It hasn’t been paid, and can’t be paid any more once it’s canceled.'
  if (endsAt) return keptWords(endsAt, loaded)
  return `It ends immediately.${company === null ? '' : ` ${company} credits what you’ve paid and not used.`}`
}

/** The plan that the organization has then. An order that isn't paid has given none, and a pause took it. */
function planWords({ isOrder, isPaused, current, next, endsAt }: Loaded): string {
  if (isOrder || isPaused) return `You stay on the ${current} plan`
  return `You’re on the ${next} plan ${endsAt ? 'after that' : 'from now on'}`
}

export default function Cancel() {
  const loaded = useLoaderData<typeof loader>()
  const { isOrder, name, price, isDiscontinued, offerCents } = loaded
  const { openPayment, processing } = loaded
  const isMoreCharged =
    openPayment !== null ||
    processing !== null ||
    loaded.atBank.invoices > 0 ||
    loaded.unpaid.count > 0
  const isMoreOpen = openPayment !== null && hasMoreOpen(openPayment, processing)
  const answer = useActionData<FormResponse | Saved>()
  const refused = answer && 'errors' in answer ? answer : undefined
  const operation = refused?.values['operation'] ?? loaded.operation
  useFaultToast(refused)
  return (
    <Screen
      title={isOrder ? `Cancel your order for the ${name} plan?` : `Cancel the ${name} plan?`}
      lead={leadWords(loaded)}
    >
      <div className="parts">
        <FormMessage answer={refused} />
        {answer && 'saved' in answer && <Banner tone="success">{answer.saved}</Banner>}
        {offerCents !== null && (
          <Panel>
            <h2 className="part-title">Stay for {formatPrice(offerCents)} a month</h2>
            <p className="part-lead">
              Keep {name} with everything in it for {formatPrice(offerCents)} instead of {price} a
              month. We offer this once.
            </p>
            <OperationForm
              intent="stay"
              operation={operation}
              version={loaded.version}
              action={`Keep ${name} for ${formatPrice(offerCents)}`}
            />
          </Panel>
        )}
        <Panel>
          <h2 className="part-title">What happens</h2>
          <ul className="points stack gap-6 prose break-anywhere mt-12">
            <li>
              {planWords(loaded)}
              {isMoreCharged ? '.' : `, and nothing ${isOrder ? '' : 'more '}is charged.`}
            </li>
            {isOrder && <li>If you used a coupon code that works once, it can’t be used again.</li>}
            {processing && <li>{canceledWhileProcessing(processing)}</li>}
            {loaded.atBank.invoices > 0 && <li>{atBankWords(loaded.atBank)}</li>}
            {loaded.unpaid.count > 0 && <li>{unpaidWords(loaded.unpaid)}</li>}
            {isMoreOpen && <li>{owedWords(openPayment)}</li>}
            {!isOrder && <li>Nothing is deleted: sites, nudges, data and invoices stay.</li>}
            {isDiscontinued && <li>{name} is no longer offered, so you can’t choose it again.</li>}
            {!isOrder && loaded.pauses.map((sentence) => <li key={sentence}>{sentence}</li>)}
          </ul>
          <div className="billing-acts row mt-16">
            <OperationForm
              intent="cancel"
              operation={operation}
              version={loaded.version}
              charges={loaded.charges}
              action={isOrder ? 'Cancel order' : 'Cancel plan'}
              tone="critical"
            />
            <Link className="text-link" to="/billing">
              {isOrder ? 'Keep order' : 'Keep plan'}
            </Link>
          </div>
        </Panel>
      </div>
    </Screen>
  )
}
