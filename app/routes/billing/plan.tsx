/** One plan, before it is chosen: what is charged now and next, and what pauses. */
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { z } from 'zod'
import { companies } from '#app/domain/billing/channel-words.ts'
import { choosePlan, previewPlan } from '#app/domain/billing/choose-plan.server.ts'
import { offerIn, withoutOffer } from '#app/domain/billing/discounts.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import {
  confirmedInput,
  invalidOperationForm,
  refusedOperation,
} from '#app/lib/web/operation-form.server.ts'
import { planReturnUrl } from '#app/presenters/billing/return-urls.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { paymentStep } from './answers.server.ts'
import {
  bothChargedWords,
  fixedEndWords,
  offerEndsWords,
  paymentWords,
  problemOf,
  replacedWords,
  together,
} from './billing-text.ts'
import { Compared, limitWords, priceWords, reviewsWords } from './plans/plan-cards.tsx'
import { ManagedElsewhere } from '#app/ui/billing/managed-elsewhere.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Fact } from './payment-sections.tsx'
import { isPaymentStep, NextPaymentStep, type PaymentStep } from './payment-step.tsx'
import { readPlanScreen, requirePlan } from './read-plan.server.ts'
import { NextCharge, PriceFields, Sums } from './sums.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  refreshAfterConflict as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Change plan')

export const loader = readPlanScreen

const choiceInput = z.object({
  coupon: z.string().max(100, 'This coupon code is invalid.').default(''),
  /** The coupon that the shown price is with. Absent: no price was shown. */
  shown_coupon: z.string().max(100).optional(),
  /** The `countedFrom` of the preview that was shown. */
  counted_from: z.iso.datetime().or(z.literal('')).default(''),
  /** Its `basis`. Absent: no price was shown. */
  price_basis: z.string().max(255).optional(),
  /** The amounts that were known to be still at the bank. Absent: nothing was shown. */
  at_bank: z.string().max(255).default(''),
  ...confirmedInput,
})

export async function action(args: ActionFunctionArgs) {
  const { account, team, plan } = await requirePlan(args)
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['coupon', 'operation', 'counted_from'])
  const form = await readForm(args.request, choiceInput)
  if (!form.ok) return invalidOperationForm(form.errors, typed)

  const { operation, counted_from: countedFrom, shown_coupon: shown, version } = form.value
  const coupon = form.value.coupon.trim()
  try {
    // No one is charged a price that wasn't shown: with another coupon it is shown first.
    if (shown !== undefined && shown !== coupon) {
      await previewPlan(services, team.scope, { planId: plan.id, coupon })
      const query = coupon === '' ? '' : `?${new URLSearchParams({ coupon }).toString()}`
      return redirect(`/billing/plan/${plan.id}${query}`)
    }
    const step = await choosePlan(services, team.scope, {
      planId: plan.id,
      coupon: coupon === '' ? null : coupon,
      operation,
      actor: { userId: account.id },
      returnUrl: await planReturnUrl(services, team.scope),
      countedFrom: countedFrom === '' ? null : new Date(countedFrom),
      basis: form.value.price_basis,
      version,
      atBank: form.value.at_bank,
    })
    const next = paymentStep(services, step)
    if (next === null) return redirect('/billing/checkout/success')
    return data<PaymentStep>(next, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    const { counted_from: shownAt, ...others } = typed
    // After a conflict another price is shown.
    const isShown =
      shownAt !== undefined && !(error instanceof Refusal && error.code === 'conflict')
    return refusedOperation(error, isShown ? typed : others)
  }
}

export default function ChoosePlan() {
  const loaded = useLoaderData<typeof loader>()
  const { plan, current, isSwitch, isCanceled, pauses } = loaded
  const now = isSwitch && current.id !== plan.id ? current : null
  const offer = offerIn(loaded.discounted?.discount ?? null)
  const answer = useActionData<FormResponse | PaymentStep>()
  const refused = answer && 'errors' in answer ? answer : undefined
  useFaultToast(refused)
  return (
    <Screen
      title={
        isSwitch ? `Switch from ${current.name} to ${plan.name}` : `Start the ${plan.name} plan`
      }
      lead="Check what changes before you confirm."
    >
      <div className="parts">
        <FormMessage answer={refused} />
        {answer && isPaymentStep(answer) && <NextPaymentStep step={answer} />}
        <Panel>
          <h2 className="part-title">{plan.name} plan</h2>
          <dl className="facts">
            <Fact name="Price">
              <Compared of={priceWords} plan={plan} current={now} today={loaded.currentPrice} />
            </Fact>
            <Fact name="Monthly limit">
              <Compared of={limitWords} plan={plan} current={now} />
            </Fact>
            <Fact name="Reviews per nudge">
              <Compared of={reviewsWords} plan={plan} current={now} />
            </Fact>
          </dl>
        </Panel>
        {pauses.length > 0 && (
          <Panel>
            <h2 className="part-title">What pauses</h2>
            <p className="part-lead">
              Nothing is deleted. All of it continues on a plan that includes it.
            </p>
            <ul className="bullets stack gap-6 prose break-anywhere mt-12">
              {pauses.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Panel>
        )}
        <Panel>
          <h2 className="part-title">What you pay</h2>
          <Charge loaded={loaded} />
          {now !== null && offer && (
            <p className="muted prose break-anywhere mt-12">
              {offerEndsWords(offer, current.name)}
            </p>
          )}
          {isCanceled && (
            <p className="muted prose break-anywhere mt-12">
              {loaded.fixedEnd === null
                ? `The ${current.name} plan is canceled. If you switch, ${plan.name} renews every month.`
                : fixedEndWords({
                    current: current.name,
                    plan: plan.name,
                    endsAt: loaded.fixedEnd,
                  })}
            </p>
          )}
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
  if (plan.priceCents === 0) return <p className="part-lead">This plan is free.</p>
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
  const { charge, coupon } = preview
  if (charge === null) {
    return isSwitch ? (
      <p className="part-lead">
        {formatPrice(plan.priceCents)} a month instead of the {current.name} plan.
      </p>
    ) : (
      <p className="part-lead">
        {formatPrice(plan.priceCents)} now, then every month until you cancel. Tax is added where it
        applies. You see the exact charge, also with a coupon, once you’ve added a card.
      </p>
    )
  }
  const { dueNowCents } = charge
  return (
    <>
      <Sums
        charge={{ ...charge, currency, dueCents: dueNowCents }}
        label={dueNowCents < 0 ? 'Credit for your next invoice' : 'Due now'}
      />
      <NextCharge charge={charge} coupon={coupon} />
    </>
  )
}

function Confirm({ loaded, refused }: { loaded: Loaded; refused: FormResponse | undefined }) {
  const { plan, card, channel, isConfigured, isPastDue, noSwitch, tooManyMembers } = loaded
  const form = useRef<HTMLFormElement>(null)
  const { state } = useNavigation()
  useFocusFirstError(form, refused)
  const back = (
    <Link className="text-link" to="/billing">
      Back to billing
    </Link>
  )
  const problem =
    loaded.elsewhere?.why ??
    problemOf({ channel, isConfigured, isPastDue, noSwitch, tooManyMembers })
  if (problem !== null) {
    return (
      <>
        <Banner tone="warning">{problem}</Banner>
        <p className="billing-acts row mt-16">
          {loaded.elsewhere?.page && <ManagedElsewhere page={loaded.elsewhere.page} />}
          {isPastDue && companies[channel] === null && (
            <Link className="text-link" to="/billing/card">
              Update card
            </Link>
          )}
          {back}
        </p>
      </>
    )
  }
  // No price is shown, so none can be confirmed.
  if (loaded.preview.isUnknown) return <p className="billing-acts row mt-16">{back}</p>
  if (channel === 'card' && plan.priceCents > 0 && card === null) {
    return (
      <>
        <p className="part-lead">
          Add a card first. The plan isn’t charged until you confirm here.
        </p>
        <div className="billing-acts row mt-16">
          <Button url={`/billing/card?plan=${plan.id}`} variant="primary">
            Add a card
          </Button>
          {back}
        </div>
      </>
    )
  }
  const { atBank, preview } = loaded
  const isCharged =
    plan.priceCents > 0 && (preview.charge === null || preview.charge.dueNowCents > 0)
  return (
    <Form ref={form} method="post" className="form" noValidate>
      {isCharged && atBank.invoices > 0 && (
        <Banner tone="warning">{bothChargedWords(atBank)}</Banner>
      )}
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
      <input type="hidden" name="version" value={loaded.version} />
      <input type="hidden" name="at_bank" value={loaded.atBank.amounts} />
      {card && (
        <p className="part-lead">
          {paymentWords(card, loaded.preview.charge?.dueNowCents ?? null)}{' '}
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
          initial={loaded.preview.coupon}
          {...couponHelp(loaded)}
        />
      )}
      {loaded.preview.charge && (
        <PriceFields coupon={loaded.preview.coupon} charge={loaded.preview.charge} />
      )}
      <div className="billing-acts row mt-16">
        <Button submit variant="primary" loading={state === 'submitting'}>
          {submitLabel(loaded)}
        </Button>
        {back}
      </div>
    </Form>
  )
}

function submitLabel({ isSwitch, plan, preview }: Loaded): string {
  if (preview.charge?.waiting?.isContinued) return 'Finish payment'
  return isSwitch ? `Switch to ${plan.name}` : `Start ${plan.name}`
}

/** Help at the coupon field, where its effect isn't obvious. */
function couponHelp({ preview, discounted }: Loaded): { helpText?: string } {
  const isContinued = preview.charge?.waiting?.isContinued ?? false
  const replaced =
    discounted && !isContinued && replacedWords(withoutOffer(discounted.discount), discounted)
  const first = preview.charge && 'You see the price with it before you confirm.'
  const help = [replaced, first].filter((sentence) => typeof sentence === 'string').join(' ')
  return help === '' ? {} : { helpText: help }
}
