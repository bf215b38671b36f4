/** Notices that need the owner’s attention before anything else. */
import { Link } from '@remix-run/react'
import type { PropsWithChildren } from 'react'
import type { BillingState } from '#app/domain/billing/billing-state.server.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate, formatDateTime } from '#app/ui/format/format-time.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import {
  collectionWords,
  nameOfPlan,
  notSetUp,
  owedWords,
  processingWords,
  waitingTitle,
  waitingWords,
} from './billing-text.ts'
import { OperationForm } from './operation-form.tsx'

type Subscription = NonNullable<BillingState['subscription']>

type NoticesProps = {
  subscription: Subscription | null
  trialEndsAt: Date | null
  /** Null: nothing is owed. */
  openPayment: BillingState['openPayment']
  /** Null: no order of a first plan waits for its payment. */
  firstPayment: BillingState['firstPayment']
  /** Null: no switch waits for its payment. */
  waiting: BillingState['switchPayment']['waiting']
  /** Null: the bank is processing no payment. */
  processing: BillingState['processing']
  /** Name of the plan after the one that is paid. */
  nextPlan: string
  /** Name of the plan that the organization has. */
  plan: string
  isDiscontinued: boolean
  canResume: boolean
  /** The company that charges in place of a card. */
  company: string | null
  /** False: no one can pay here. */
  isConfigured: boolean
  operation: string
  /** The version of what the screen shows. */
  version: string
  now: Date
}

/** Whether the organization has a trial without a subscription. */
export const isOnTrial = (
  { subscription, trialEndsAt }: Pick<NoticesProps, 'subscription' | 'trialEndsAt'>,
  now: Date,
): boolean => subscription === null && trialEndsAt !== null && trialEndsAt > now

/** The most urgent one, and a debt of a plan that has ended, which is paid apart from it. */
export function Notices(props: NoticesProps) {
  const { openPayment, processing } = props
  // Nothing else is paid until the bank has answered.
  const isOwed = openPayment?.hasEnded === true && processing === null
  return (
    <>
      {isOwed && <Owed {...props} openPayment={openPayment} />}
      <PlanNotice {...props} />
    </>
  )
}

/** One at a time, the most urgent first. */
function PlanNotice(props: NoticesProps) {
  const { subscription, trialEndsAt, waiting, processing, plan } = props
  const { isDiscontinued, isConfigured, now } = props
  if (processing) {
    return (
      <Banner tone="info" title="Your payment is being processed">
        <p>{processingWords(processing, { subscription, waiting })}</p>
      </Banner>
    )
  }
  if (subscription && subscription.pastDueSince !== null)
    return <PastDue {...props} subscription={subscription} />
  if (subscription?.state === 'incomplete') return <Unpaid {...props} subscription={subscription} />
  if (subscription?.state === 'paused') return <Paused {...props} subscription={subscription} />
  if (waiting) return <WaitingSwitch {...props} waiting={waiting} />
  if (subscription?.state === 'cancelled')
    return <Canceled {...props} subscription={subscription} />
  if (subscription?.collectionPaused) {
    return (
      <Banner tone="info" title={`Payments for your ${plan} plan are paused`}>
        <p>{collectionWords(subscription.collectionPaused, plan)}</p>
      </Banner>
    )
  }
  if (subscription?.state === 'trialing' && subscription.trialEndsAt) {
    return (
      <Banner tone="info" title="Your trial is running">
        <p>
          Your {plan} plan is free until {formatDateTime(subscription.trialEndsAt)}. After that,
          your payment method is charged.
        </p>
      </Banner>
    )
  }
  if (trialEndsAt && isOnTrial({ subscription, trialEndsAt }, now)) {
    return (
      <Banner tone="info" title="Your trial is running">
        <p>
          It ends on {formatDateTime(trialEndsAt)}.{' '}
          {isConfigured ? 'Choose a plan to keep what you use now.' : notSetUp}
        </p>
      </Banner>
    )
  }
  if (isDiscontinued) {
    return (
      <Banner tone="warning" title={`The ${plan} plan is no longer offered`}>
        <p>You can keep it for as long as you like. Once you leave it, you can’t return to it.</p>
      </Banner>
    )
  }
  return null
}

export const NotSetUp = () => (
  <Banner tone="info" title="Plans can’t be bought here yet">
    <p>{notSetUp}</p>
  </Banner>
)

type NoticeProps = NoticesProps & { subscription: Subscription }

function PastDue({ subscription, openPayment, company, canResume, now, ...form }: NoticeProps) {
  const { planId, planEndsAt, pastDueSince } = subscription
  const name = nameOfPlan(planId)
  const isCanceled = subscription.state === 'cancelled'
  const hasEnded = planEndsAt !== null && planEndsAt <= now
  return (
    <Banner tone="critical" title="Your last payment failed">
      <p>
        {pastDueSince &&
          `${company ?? 'We'} couldn’t collect the payment due on ${formatDate(pastDueSince)}. `}
        {planEndsAt && endWords(subscription, { name, planEndsAt, now })}
        {isCanceled && openPayment?.hasEnded === false && ` ${owedWords(openPayment)}`}
        {company !== null && !hasEnded && ` Pay your shop’s bill in ${company} to keep it.`}
      </p>
      {company === null && (
        <div className="billing-acts row mt-16">
          <Button url="/billing/card" variant="primary">
            Update card
          </Button>
          <Retry {...form} action="Try payment again" />
          {isCanceled && canResume && !hasEnded && <Resume {...form} name={name} />}
        </div>
      )}
    </Banner>
  )
}

const Resume = ({ operation, version, name }: Confirmed & { name: string }) => (
  <OperationForm
    intent="resume"
    operation={operation}
    version={version}
    action={`Resume ${name}`}
  />
)

/** Also for a day that is over, while the job that ends the plan is yet to run. */
function endWords(
  { state, endsAt }: Subscription,
  { name, planEndsAt, now }: { name: string; planEndsAt: Date; now: Date },
): string {
  const at = formatDateTime(planEndsAt)
  if (planEndsAt <= now) {
    // The same reason as in the email about the end (`whyEnded`).
    const isCanceled = state === 'cancelled' && endsAt !== null && endsAt <= now
    const why = isCanceled ? 'the subscription was canceled' : 'it wasn’t paid'
    return `Your ${name} plan ended on ${at}, because ${why}.`
  }
  if (state !== 'cancelled') return `Your ${name} plan ends on ${at} unless it’s paid.`
  const ends = `Your ${name} plan is canceled and ends on ${at}`
  const isEarlier = endsAt !== null && endsAt > planEndsAt
  return isEarlier ? `${ends}, or on ${formatDateTime(endsAt)} if it’s paid.` : `${ends}.`
}

/** Its payment methods are asked for nothing but what is still owed. */
function Paused({ subscription, openPayment, plan, ...form }: NoticeProps) {
  const name = nameOfPlan(subscription.planId)
  const isOwed = openPayment?.hasEnded === false
  return (
    <Banner tone="warning" title={`Your ${name} plan is paused`}>
      <p>
        You’re on the {plan} plan until it’s resumed, and {name} isn’t charged until then. Contact
        support to resume it, or cancel it to choose another plan.
        {isOwed && ` ${owedWords(openPayment)}`}
      </p>
      {isOwed && (
        <div className="billing-acts row mt-16">
          <Button url="/billing/card" variant="primary">
            Update card
          </Button>
          <Retry {...form} action="Try payment again" />
        </div>
      )}
    </Banner>
  )
}

function Owed({
  openPayment: { planId, cents, currency },
  ...form
}: NoticesProps & { openPayment: NonNullable<NoticesProps['openPayment']> }) {
  const name = nameOfPlan(planId)
  return (
    <Banner tone="critical" title="You have an unpaid invoice">
      <p>
        Your {name} plan has ended, and {formatPrice(cents, currency)} for it is still open. Paying
        it doesn’t start the plan again.
      </p>
      <div className="billing-acts row mt-16">
        <Button url="/billing/card" variant="primary">
          Update card
        </Button>
        <Retry {...form} action="Try payment again" intent="retry-debt" />
      </div>
    </Banner>
  )
}

type Confirmed = Pick<NoticesProps, 'operation' | 'version'>

/** Pays what the notice shows, and nothing that was ordered since. */
const Retry = ({
  operation,
  version,
  action,
  intent = 'retry',
}: Confirmed & { action: string; intent?: 'retry' | 'retry-debt' }) => (
  <OperationForm intent={intent} operation={operation} version={version} action={action} />
)

const FinishPayment = ({ operation, version, children }: PropsWithChildren<Confirmed>) => (
  <div className="billing-acts row mt-16">
    <Retry operation={operation} version={version} action="Finish payment" />
    <Link className="text-link" to="/billing/card">
      Use another card
    </Link>
    {children}
  </div>
)

function Unpaid({ subscription, firstPayment, company, ...form }: NoticeProps) {
  const name = nameOfPlan(subscription.planId)
  return (
    <Banner tone="warning" title={`Your payment for the ${name} plan isn’t complete`}>
      <p>
        {firstPayment === null
          ? 'The plan starts once the payment is confirmed. It hasn’t been charged yet.'
          : `The plan starts once ${formatPrice(firstPayment.cents, firstPayment.currency)} is paid, until ${formatDateTime(firstPayment.payBy)}. It hasn’t been charged yet. After that, the order is canceled. If you used a coupon code that works once, it can’t be used again then.`}
      </p>
      <FinishPayment {...form}>
        {company === null && (
          <Link className="text-link" to="/billing/cancel">
            Cancel order
          </Link>
        )}
      </FinishPayment>
    </Banner>
  )
}

function WaitingSwitch({
  waiting,
  subscription,
  plan,
  ...form
}: NoticesProps & { waiting: NonNullable<NoticesProps['waiting']> }) {
  return (
    <Banner tone="warning" title={waitingTitle(waiting)}>
      <p>
        {waitingWords(waiting, plan)}
        {subscription?.state === 'cancelled' && ` Then your ${plan} plan stays canceled.`}
      </p>
      <FinishPayment {...form} />
    </Banner>
  )
}

function Canceled({ subscription, canResume, nextPlan, company, ...form }: NoticeProps) {
  const { endsAt, planId, currentPeriodEndsAt: nextAt } = subscription
  // An end that was set at the provider.
  const isCharged = company === null && endsAt !== null && nextAt !== null && nextAt < endsAt
  const name = nameOfPlan(planId)
  return (
    <Banner tone="warning" title={`Your ${name} plan is canceled`}>
      <p>
        {endsAt && `Everything in it keeps working until ${formatDateTime(endsAt)}. `}
        After that, you’re on the {nextPlan} plan.
        {isCharged &&
          ' It’s charged as before until then. To end it earlier, resume it and cancel it again.'}
      </p>
      {canResume && (
        <div className="billing-acts row mt-16">
          <Resume {...form} name={name} />
        </div>
      )}
    </Banner>
  )
}
