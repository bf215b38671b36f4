/** One plan, before it is chosen: what is charged now and next, and what pauses. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { Banner, Button } from '@shopify/polaris'
import { useRef } from 'react'
import { z } from 'zod'
import { refuseWhileImpersonating, requireRight, requireTeam } from '#app/auth/guards.server.ts'
import { readBilling, type BillingState } from '#app/domain/billing/billing-state.server.ts'
import { choosePlan, elsewhereFirst, previewPlan } from '#app/domain/billing/choose-plan.server.ts'
import { planIssues } from '#app/domain/billing/plan-issues.server.ts'
import { findPlan, planLimitOf, type Plan } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import {
  invalidOperationForm,
  newOperation,
  operationInput,
  refusedOperation,
} from '#app/lib/web/operation-form.server.ts'
import { readAddedPauses } from '#app/presenters/billing/plan-comparison.server.ts'
import { planReturnUrl } from '#app/presenters/billing/return-urls.server.ts'
import type { Services } from '#app/services.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatUnits } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { paymentStep } from './answers.server.ts'
import { companies, describeCard, nameOfPlan, notSetUp, together } from './billing-text.ts'
import { ManagedElsewhere } from './managed-elsewhere.tsx'
import { Fact } from './payment-sections.tsx'
import { isPaymentStep, NextPaymentStep, type PaymentStep } from './payment-step.tsx'
import { Sums } from './sums.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Change plan')

/** @throws Refusal `not_found` for a plan that the team can't choose, for example of another channel */
async function requirePlan(args: LoaderFunctionArgs) {
  const { account, team } = await requireTeam(args)
  requireRight(team, 'billing:manage')
  const { services } = args.context
  const plan = findPlan(args.params['id'] ?? '')
  const issues = plan && (await planIssues(services, team.scope, plan.id))
  if (!plan || !issues || issues.notEligible) {
    throw new Refusal('not_found', errorCatalog.notFound(new URL(args.request.url).pathname))
  }
  return { account, team, plan, issues }
}

export async function loader(args: LoaderFunctionArgs) {
  const { team, plan, issues } = await requirePlan(args)
  const { services } = args.context
  const billing = await readBilling(services, team.scope)
  const { subscription } = billing
  const isCurrent = billing.planId === plan.id && subscription?.state !== 'cancelled'
  if (isCurrent && subscription?.state !== 'incomplete') throw redirect('/billing')
  // What ends is canceled, with what it means and the offer.
  if (plan.priceCents === 0 && subscription !== null) throw redirect('/billing/cancel')
  return {
    plan: {
      id: plan.id,
      name: plan.name,
      priceCents: plan.priceCents,
      meteredBy: plan.meteredBy,
      limit: planLimitOf(plan, plan.meteredBy),
      reviewsLimit: plan.reviewsLimit,
    },
    current: nameOfPlan(billing.planId),
    isSwitch: subscription !== null && subscription.state !== 'incomplete',
    isPastDue: subscription?.state === 'past_due',
    tooManyMembers: issues.tooManyMembers,
    pauses: await readAddedPauses(services, team.scope, plan),
    preview: await readPreview(services, team.scope, plan.id),
    card: billing.card,
    channel: billing.channel,
    isConfigured: billing.isConfigured,
    elsewhere: readElsewhere(billing, plan),
    takesCoupons: billing.abilities.takesCoupons && plan.priceCents > 0,
    operation: newOperation(),
  }
}

/** Why the provider doesn't switch to the plan, and its page for that. Null: it does. */
function readElsewhere(
  { abilities: { managedAt }, subscription }: BillingState,
  { id, priceCents }: Plan,
): { why: string; page: string } | null {
  if (managedAt === undefined || subscription === null) return null
  if (priceCents > subscription.unitCents) return null
  return { why: elsewhereFirst(subscription.planId === id), page: managedAt }
}

/** `isUnknown`: the provider can't be reached. Then nothing can be chosen either. */
async function readPreview(services: Services, scope: TeamScope, planId: string) {
  try {
    return {
      charge: await previewPlan(services, scope, planId),
      isUnknown: false,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ err: error, teamId: scope.teamId }, 'a change of plan wasn’t previewed')
    return { charge: null, isUnknown: true }
  }
}

const choiceInput = z.object({
  coupon: z.string().max(100, 'This coupon code is invalid.').default(''),
  /** Of the preview that was shown. */
  counted_from: z.iso.datetime().or(z.literal('')).default(''),
  ...operationInput,
})

export async function action(args: ActionFunctionArgs) {
  const { account, team, plan } = await requirePlan(args)
  refuseWhileImpersonating(account)
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['coupon', 'operation', 'counted_from'])
  const form = await readForm(args.request, choiceInput)
  if (!form.ok) return invalidOperationForm(form.errors, typed)

  const { coupon, operation, counted_from: countedFrom } = form.value
  try {
    const step = await choosePlan(services, team.scope, {
      planId: plan.id,
      coupon: coupon.trim() === '' ? null : coupon.trim(),
      operation,
      actor: { userId: account.id },
      returnUrl: await planReturnUrl(services, team.scope),
      countedFrom: countedFrom === '' ? null : new Date(countedFrom),
    })
    const next = paymentStep(services, step)
    if (next === null) return redirect('/billing/checkout/success')
    return data<PaymentStep>(next, {
      headers: { 'Cache-Control': 'no-store' },
    })
  } catch (error) {
    return refusedOperation(error, typed)
  }
}

export default function ChoosePlan() {
  const loaded = useLoaderData<typeof loader>()
  const { plan, current, isSwitch, pauses } = loaded
  const answer = useActionData<FormResponse | PaymentStep>()
  const refused = answer && 'errors' in answer ? answer : undefined
  useFaultToast(refused)
  return (
    <Screen
      title={isSwitch ? `Switch from ${current} to ${plan.name}` : `Start the ${plan.name} plan`}
      lead="Check what changes before you confirm."
    >
      <div className="parts">
        <FormMessage answer={refused} />
        {answer && isPaymentStep(answer) && <NextPaymentStep step={answer} />}
        <Panel>
          <h2 className="part-title">{plan.name} plan</h2>
          <dl className="facts">
            <Fact name="Price">{formatPrice(plan.priceCents)} a month</Fact>
            <Fact name="Monthly limit">
              {plan.limit === null
                ? `Unlimited ${plan.meteredBy}`
                : formatUnits(plan.limit, plan.meteredBy)}
            </Fact>
            <Fact name="Reviews per nudge">{plan.reviewsLimit}</Fact>
          </dl>
        </Panel>
        {pauses.length > 0 && (
          <Panel>
            <h2 className="part-title">What pauses</h2>
            <p className="part-lead">
              Nothing is deleted. All of it continues on a plan that includes it.
            </p>
            <ul className="billing-points">
              {pauses.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Panel>
        )}
        <Panel>
          <h2 className="part-title">What you pay</h2>
          <Charge loaded={loaded} />
          <Confirm loaded={loaded} refused={refused} />
        </Panel>
      </div>
    </Screen>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function Charge({ loaded }: { loaded: Loaded }) {
  const { plan, preview, channel, isSwitch, current } = loaded
  const company = companies[channel]
  if (plan.priceCents === 0) return <p className="part-lead">Nothing. {plan.name} is free.</p>
  if (preview.isUnknown) {
    return (
      <p className="part-lead">
        We can’t reach the payment provider, so we don’t know what this change costs. Reload this
        page in a minute.
      </p>
    )
  }
  if (company !== null) {
    return (
      <p className="part-lead">
        {formatPrice(plan.priceCents)} a month, billed by {company + together(company)}. {company}{' '}
        shows the exact charge before you approve it.
      </p>
    )
  }
  const { charge } = preview
  if (charge === null) {
    return isSwitch ? (
      <p className="part-lead">
        {formatPrice(plan.priceCents)} a month in place of the {current} plan.
      </p>
    ) : (
      <p className="part-lead">
        {formatPrice(plan.priceCents)} now, then every month until you cancel. Tax is added where it
        applies, and coupons are deducted.
      </p>
    )
  }
  const { dueNowCents } = charge
  return (
    <>
      <Sums
        charge={{ ...charge, dueCents: dueNowCents }}
        label={dueNowCents < 0 ? 'Credit for your next invoice' : 'Due now'}
      />
      <p className="part-lead billing-next">
        Next invoice: {formatPrice(charge.nextCents)}
        {charge.nextAt && ` on ${formatDate(charge.nextAt)}`}.
      </p>
    </>
  )
}

function Confirm({ loaded, refused }: { loaded: Loaded; refused: FormResponse | undefined }) {
  const { plan, card, channel, isConfigured, isPastDue, tooManyMembers, isSwitch } = loaded
  const form = useRef<HTMLFormElement>(null)
  const { state } = useNavigation()
  useFocusFirstError(form, refused)
  const back = (
    <Link className="text-link" to="/billing">
      Back to billing
    </Link>
  )
  const problem =
    loaded.elsewhere?.why ?? problemOf({ channel, isConfigured, isPastDue, tooManyMembers })
  if (problem !== null) {
    return (
      <>
        <Banner tone="warning">{problem}</Banner>
        <p className="billing-links">
          {loaded.elsewhere && <ManagedElsewhere page={loaded.elsewhere.page} />}
          {back}
        </p>
      </>
    )
  }
  if (channel === 'card' && plan.priceCents > 0 && card === null) {
    return (
      <>
        <p className="part-lead">Add a card first. You won’t be charged until you confirm here.</p>
        <div className="billing-acts">
          <Button url={`/billing/card?plan=${plan.id}`} variant="primary">
            Add a card
          </Button>
          {back}
        </div>
      </>
    )
  }
  return (
    <Form ref={form} method="post" className="form" noValidate>
      <input
        type="hidden"
        name="operation"
        value={refused?.values['operation'] ?? loaded.operation}
      />
      <input
        type="hidden"
        name="counted_from"
        value={
          refused?.values['counted_from'] ?? loaded.preview.charge?.countedFrom.toISOString() ?? ''
        }
      />
      {card && (
        <p className="part-lead">
          Charged to {describeCard(card)}.{' '}
          <Link className="text-link" to={`/billing/card?plan=${plan.id}`}>
            Change card
          </Link>
        </p>
      )}
      {loaded.takesCoupons && (
        <TextInput
          name="coupon"
          label="Coupon code (optional)"
          autoComplete="off"
          answer={refused}
        />
      )}
      <div className="billing-acts">
        <Button submit variant="primary" loading={state === 'submitting'}>
          {isSwitch ? `Switch to ${plan.name}` : `Start ${plan.name}`}
        </Button>
        {back}
      </div>
    </Form>
  )
}

function problemOf({
  isConfigured,
  channel,
  isPastDue,
  tooManyMembers,
}: Pick<Loaded, 'channel' | 'isConfigured' | 'isPastDue' | 'tooManyMembers'>): string | null {
  if (!isConfigured) return notSetUp
  if (isPastDue) {
    const company = companies[channel]
    const first = company === null ? 'Update your card' : `Pay your shop’s bill in ${company}`
    return `Your last payment failed. ${first} first, then change your plan.`
  }
  if (!tooManyMembers) return null
  return 'Your organization has more members than this plan allows. Remove members to choose it.'
}
