/**
 * Where a payment ends. The provider reports what was paid, never the address: opened by hand, this
 * page says what is true and changes nothing.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { companies } from '#app/domain/billing/channel-words.ts'
import { isDeclinedCharge } from '#app/domain/billing/channels/declined-charge.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { droppedWords } from '#app/domain/billing/stored/switch-payment.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { requireBilling } from './billing-team.server.ts'
import { nameOfPlan, processingWords, waitingTitle, waitingWords } from './billing-text.ts'
import { NextSteps, type NextStep } from './next-steps.tsx'
import { readAgain } from './answers.server.ts'

export { headers } from '#app/platforms/headers.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Your plan')

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireBilling(args)
  const { services } = args.context
  const mayPay = mayDo(team.role, 'billing:manage')
  const unknown = mayPay ? await readAgain(services, team.scope) : null
  const billing = await readBilling(services, team.scope)
  const { planId, subscription, channel } = billing
  const { waiting, dropped } = billing.switchPayment
  const { processing } = billing
  const charge = new URL(args.request.url).searchParams.get('charge_id')
  const [latest] = mayPay && channel === 'card' ? await listInvoices(services, team.scope) : []
  return {
    plan: nameOfPlan(planId),
    wanted: subscription && nameOfPlan(subscription.planId),
    state: subscription?.state ?? null,
    mayPay,
    endsAt: mayPay ? (subscription?.planEndsAt ?? subscription?.endsAt ?? null) : null,
    renewsAt: mayPay ? (subscription?.currentPeriodEndsAt ?? null) : null,
    company: companies[channel],
    waiting: mayPay ? waiting : null,
    processing:
      mayPay && processing ? processingWords(processing, { subscription, waiting }) : null,
    // Pages that asked the bank read it, too.
    dropped: mayPay && dropped ? droppedWords(dropped) : null,
    receipt: latest?.state === 'paid' ? latest.uuid : null,
    unknown,
    isDeclined: mayPay && (await isDeclinedCharge(services, team.scope, charge)),
  }
}

export default function CheckoutSuccess() {
  const loaded = useLoaderData<typeof loader>()
  const { title, lead, next } = describe(loaded)
  return (
    <Screen title={title} lead={lead}>
      <Panel>
        <NextSteps
          next={next}
          receipt={loaded.receipt && `/billing/invoices/${loaded.receipt}.pdf`}
        />
      </Panel>
    </Screen>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type Outcome = { title: string; lead: string; next: NextStep | null }

function describe(loaded: Loaded): Outcome {
  const { plan, wanted, state, endsAt, renewsAt, company, unknown, isDeclined, mayPay } = loaded
  const { waiting, dropped, processing } = loaded
  if (unknown !== null) {
    return {
      title: 'We couldn’t confirm your payment yet',
      lead: `${unknown} You’re on the ${plan} plan here.`,
      next: null,
    }
  }
  if (processing !== null) {
    return { title: 'Your payment is being processed', lead: processing, next: null }
  }
  if (state === 'incomplete') {
    return {
      title: 'Your payment isn’t complete',
      lead: `The ${wanted ?? ''} plan starts once the payment is confirmed. Finish it in billing.`,
      next: null,
    }
  }
  if (waiting) {
    return {
      title: waitingTitle(waiting),
      lead: waitingWords(waiting, plan),
      next: { to: '/billing', label: 'Finish payment' },
    }
  }
  if (dropped !== null) {
    const next = mayPay ? { to: '/billing#plans', label: 'View plans' } : null
    return { title: `You’re on the ${plan} plan`, lead: dropped, next }
  }
  if (state === 'paused') {
    return {
      title: `You’re on the ${plan} plan`,
      lead: `The ${wanted ?? ''} plan is paused, and isn’t charged until it’s resumed. Contact support to resume it.`,
      next: null,
    }
  }
  if (state === 'past_due') {
    return {
      title: 'Your last payment failed',
      lead: `You’re still on the ${plan} plan. ${company ? `Pay your shop’s bill in ${company}` : 'Update your card'} to keep it.`,
      next: company || !mayPay ? null : { to: '/billing/card', label: 'Update card' },
    }
  }
  const title = `You’re on the ${plan} plan`
  if (isDeclined) {
    return {
      title,
      lead: 'The charge wasn’t approved, so nothing was charged and your plan stays as it was.',
      next: mayPay ? { to: '/billing#plans', label: 'View plans' } : null,
    }
  }
  if (state === 'cancelled') {
    const until = endsAt === null ? '' : `, and it ends on ${formatDate(endsAt)}`
    return { title, lead: `It’s canceled${until}.`, next: null }
  }
  if (state === 'active' && renewsAt) {
    const bills = company ? `${company} bills it again` : 'Your next invoice comes'
    return {
      title,
      lead: `It applies to all your sites now. ${bills} on ${formatDate(renewsAt)}.`,
      next: toNudges,
    }
  }
  const isFree = state === null || state === 'ended'
  return {
    title,
    lead: 'It applies to all your sites.',
    next: isFree && mayPay ? { to: '/billing#plans', label: 'View plans' } : toNudges,
  }
}

const toNudges: NextStep = { to: '/popup-nudges/list', label: 'View your nudges' }
