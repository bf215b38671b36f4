/** The current organization’s plan, use and payments. */
import { data, type ActionFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { resumePlan } from '#app/domain/billing/cancel-plan.server.ts'
import { companies } from '#app/domain/billing/channel-words.ts'
import { applyCoupon, retryPayment } from '#app/domain/billing/pay.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import {
  confirmedInput,
  invalidOperationForm,
  refusedOperation,
} from '#app/lib/web/operation-form.server.ts'
import { exceptLifted } from '#app/domain/plans/except-lifted.ts'
import { PlanUsage } from '#app/ui/billing/plan-usage.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { paymentStep } from './answers.server.ts'
import { requirePayer } from './billing-team.server.ts'
import { ManagedElsewhere } from '#app/ui/billing/managed-elsewhere.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { isOnTrial, Notices, NotSetUp } from './notices.tsx'
import {
  Coupon,
  Credit,
  CurrentPlan,
  Details,
  Invoices,
  NextInvoice,
  PaymentMethod,
} from './payment-sections.tsx'
import { isPaymentStep, NextPaymentStep, type PaymentStep } from './payment-step.tsx'
import { PlanAnswerPanel } from './plans/plan-answer-panel.tsx'
import { PlanCards, type Sale } from './plans/plan-cards.tsx'
import { readBillingScreen } from './read-screen.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  refreshAfterConflict as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Billing')

export const loader = readBillingScreen

const billingInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resume'), ...confirmedInput }),
  z.object({ intent: z.literal('retry'), ...confirmedInput }),
  // The debt of a plan that has ended.
  z.object({ intent: z.literal('retry-debt'), ...confirmedInput }),
  z.object({
    intent: z.literal('coupon'),
    coupon: z
      .string()
      .trim()
      .min(1, 'Enter a coupon code.')
      .max(100, 'This coupon code is invalid.'),
    ...confirmedInput,
  }),
])

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requirePayer(args)
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['coupon', 'operation'])
  const form = await readForm(args.request, billingInput)
  if (!form.ok) return invalidOperationForm(form.errors, typed)

  const { operation, version } = form.value
  const change = { operation, version, userId: account.id }
  try {
    switch (form.value.intent) {
      case 'resume':
        await resumePlan(services, team.scope, change)
        return data<Saved>({ saved: 'Plan resumed' })
      case 'coupon': {
        const { coupon: code } = form.value
        const outcome = await applyCoupon(services, team.scope, { ...change, code })
        return data<Saved>({ saved: couponOutcomes[outcome] })
      }
      case 'retry':
      case 'retry-debt': {
        const isOfEnded = form.value.intent === 'retry-debt'
        const taken = await retryPayment(services, team.scope, { ...change, isOfEnded })
        const step = paymentStep(services, taken)
        return step === null
          ? data<Saved>({ saved: taken.kind === 'done' ? 'Payment received' : 'Payment started' })
          : data<PaymentStep>(step, {
              headers: { 'Cache-Control': 'no-store' },
            })
      }
    }
  } catch (error) {
    return refusedOperation(error, typed)
  }
}

const couponOutcomes = {
  applied: 'Coupon applied',
  applies: 'This coupon already applies to your plan',
}

export default function Billing() {
  const loaded = useLoaderData<typeof loader>()
  const { organization, meter, plan, channel, isConfigured, comparison, owner, payment } = loaded
  const answer = useActionData<FormResponse | Saved | PaymentStep>()
  const refused = answer && 'errors' in answer ? answer : undefined
  useFaultToast(refused)
  const company = companies[channel]
  const sale: Sale = {
    mayChoose: mayChoosePlan(loaded),
    isCanceled: payment?.subscription?.state === 'cancelled',
    above: payment?.abilities.managedAt ? (payment.subscription?.unitCents ?? null) : null,
  }
  return (
    <Screen title="Billing" lead={`Plan, usage and payments of ${organization}.`}>
      <div className="parts">
        <FormMessage answer={refused} />
        {answer && 'saved' in answer && <Banner tone="success">{answer.saved}</Banner>}
        {answer && isPaymentStep(answer) && <NextPaymentStep step={answer} />}
        {payment && (
          <Notices
            subscription={payment.subscription}
            trialEndsAt={payment.trialEndsAt}
            openPayment={payment.openPayment}
            firstPayment={payment.firstPayment}
            waiting={payment.waiting}
            processing={payment.processing}
            nextPlan={payment.nextPlan}
            plan={plan.name}
            isDiscontinued={plan.isDiscontinued}
            canResume={payment.abilities.resumes}
            company={company}
            isConfigured={isConfigured}
            operation={refused?.values['operation'] ?? loaded.operation}
            version={payment.version}
            now={loaded.now}
          />
        )}
        {!isConfigured && payment && !isOnTrial(payment, loaded.now) && <NotSetUp />}
        {meter.isLimitReached && <LimitReached loaded={loaded} />}
        <PlanAnswerPanel comparison={comparison} sale={sale} />
        <div className="parts billing-pair">
          <CurrentPlan plan={plan} subscription={payment?.paid} company={company}>
            {owner !== null && (
              <p className="part-lead">Only the owner can change the plan. Ask {owner}.</p>
            )}
            {payment && <PlanLinks loaded={loaded} />}
          </CurrentPlan>
          <PlanUsage meter={meter} plan={plan.name} />
        </div>
        {loaded.pausedNow.length > 0 && <PausedNow pauses={loaded.pausedNow} />}
        <PlanCards comparison={comparison} sale={sale} />
        {payment?.isByCard && <CardParts loaded={loaded} refused={refused} />}
        {payment && !payment.isByCard && payment.invoices.length > 0 && (
          <>
            {payment.openPayment && <PaymentMethod card={payment.card} />}
            <Invoices invoices={payment.invoices} />
          </>
        )}
      </div>
    </Screen>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** Not while a bank is processing a payment: an order is refused until its answer is there. */
const mayChoosePlan = ({ payment, isConfigured }: Loaded): boolean =>
  payment !== null && payment.processing === null && isConfigured

function LimitReached({ loaded }: { loaded: Loaded }) {
  const { teamId, payment, meter } = loaded
  return (
    <Banner tone="warning" title="Monthly plan limit reached">
      <p>
        Nudges are paused until {formatDateTime(meter.renewsAt)}
        {exceptLifted(meter.siteBoosts)}. You’re never billed beyond the limit.
        {payment && mayChoosePlan(loaded) && (
          <>
            {' '}
            To continue now, choose a plan below
            {payment.abilities.sells && (
              <>
                {' '}
                or{' '}
                <Link
                  className="text-link"
                  to={`/settings/teams/${String(teamId)}/plan#/visitor-boosts`}
                >
                  buy a boost
                </Link>
              </>
            )}
            .
          </>
        )}
      </p>
    </Banner>
  )
}

function PlanLinks({ loaded }: { loaded: Loaded }) {
  const { teamId, payment, channel } = loaded
  const isPaid = ['active', 'trialing', 'past_due', 'paused'].includes(
    payment?.subscription?.state ?? '',
  )
  const canCancel = isPaid && payment?.abilities.cancels && !payment.subscription?.isLifetime
  return (
    <p className="billing-acts row mt-16">
      {channel !== 'free' && !payment?.processing && (
        <Link className="text-link" to="#plans">
          Change plan
        </Link>
      )}
      <Link className="text-link" to={`/settings/teams/${String(teamId)}/plan`}>
        Usage by site and month
      </Link>
      {payment?.subscription && payment.abilities.managedAt && (
        <ManagedElsewhere page={payment.abilities.managedAt} />
      )}
      {canCancel && (
        <Link className="text-link" to="/billing/cancel">
          Cancel plan
        </Link>
      )}
    </p>
  )
}

const PausedNow = ({ pauses }: { pauses: readonly string[] }) => (
  <Panel>
    <h2 className="part-title">Paused by your plan</h2>
    <p className="part-lead">Nothing is deleted. All of it continues on a plan that includes it.</p>
    <ul className="bullets stack gap-6 prose break-anywhere mt-12">
      {pauses.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Panel>
)

function CardParts({ loaded, refused }: { loaded: Loaded; refused: FormResponse | undefined }) {
  const { payment } = loaded
  if (payment === null) return null
  const { subscription, abilities, card, details, vatStatus, next, invoices, credit } = payment
  const isRunning = subscription?.state === 'active' || subscription?.state === 'trialing'
  const takesCoupon =
    isRunning && !subscription.isLifetime && abilities.takesCoupons && payment.waiting === null
  return (
    <>
      <div className="parts billing-pair">
        {next && (next.invoice || next.isUnknown) && <NextInvoice invoice={next.invoice} />}
        {credit !== null && <Credit credit={credit} />}
        <PaymentMethod card={card} />
        <Details details={details} vatStatus={vatStatus} />
        {takesCoupon && (
          <Coupon
            operation={refused?.values['operation'] ?? loaded.operation}
            version={payment.version}
            answer={refused}
            subscription={subscription}
          />
        )}
      </div>
      <Invoices invoices={invoices} />
    </>
  )
}
