/** Canceling the plan: when it ends, what pauses then, and one offer to stay. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { acceptOffer, cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import { companies } from '#app/domain/billing/channel-words.ts'
import { monthlyCents } from '#app/domain/billing/discounts.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
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
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { nameOfPlan, owedWords } from './billing-text.ts'
import { requirePayer } from './billing-team.server.ts'
import { OperationForm } from './operation-form.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Cancel plan')

const cancellable = ['active', 'trialing', 'past_due']

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requirePayer(args)
  const { services } = args.context
  const billing = await readBilling(services, team.scope)
  const { subscription, offerCents, abilities, channel, openPayment, nextPlanId } = billing
  const canCancel = subscription !== null && cancellable.includes(subscription.state)
  if (!canCancel || subscription.isLifetime || !abilities.cancels) throw redirect('/billing')
  const next = findPlan(nextPlanId)
  return {
    name: nameOfPlan(subscription.planId),
    next: nameOfPlan(nextPlanId),
    // As the next invoice will be.
    price: formatPrice(
      monthlyCents(subscription, subscription.currentPeriodEndsAt ?? services.now()),
      subscription.currency,
    ),
    // Some channels end a plan immediately.
    endsAt: abilities.resumes ? subscription.currentPeriodEndsAt : null,
    planEndsAt: subscription.planEndsAt,
    // A debt of another plan isn’t part of it.
    openPayment: openPayment?.hasEnded ? null : openPayment,
    company: companies[channel],
    isDiscontinued: findPlan(subscription.planId)?.isActive === false,
    offerCents,
    pauses: next ? await readAddedPauses(services, team.scope, next) : [],
    operation: newOperation(),
    version: billing.version,
  }
}

/** @param graceEndsAt when the plan ends unless its overdue payment arrives. Null: none is overdue */
function keptWords(endsAt: Date, graceEndsAt: Date | null): string {
  if (graceEndsAt === null || graceEndsAt >= endsAt) {
    return `It keeps working until ${formatDateTime(endsAt)}. You can resume it until then.`
  }
  return `It keeps working until ${formatDateTime(graceEndsAt)}, or until ${formatDateTime(endsAt)} if the open payment is paid. You can resume it until then.`
}

const cancelInput = z.object({
  intent: z.enum(['cancel', 'stay']),
  /** The subscription that the screen showed. */
  version: z.string().max(200).optional(),
  ...operationInput,
})

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requirePayer(args)
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['operation'])
  const form = await readForm(args.request, cancelInput)
  if (!form.ok) return invalidOperationForm(form.errors, typed)

  const change = { operation: form.value.operation, userId: account.id }
  try {
    if (form.value.intent === 'stay') await acceptOffer(services, team.scope, change)
    else await cancelPlan(services, team.scope, { ...change, version: form.value.version })
    return redirect('/billing')
  } catch (error) {
    return refusedOperation(error, typed)
  }
}

export default function Cancel() {
  const loaded = useLoaderData<typeof loader>()
  const { name, next, price, endsAt, company, isDiscontinued, offerCents, pauses } = loaded
  const { openPayment } = loaded
  const refused = useActionData<FormResponse>()
  const operation = refused?.values['operation'] ?? loaded.operation
  useFaultToast(refused)
  return (
    <Screen
      title={`Cancel the ${name} plan?`}
      lead={
        endsAt
          ? keptWords(endsAt, loaded.planEndsAt)
          : `It ends immediately.${company === null ? '' : ` ${company} credits what you’ve paid and not used.`}`
      }
    >
      <div className="parts">
        <FormMessage answer={refused} />
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
              action={`Keep ${name} for ${formatPrice(offerCents)}`}
            />
          </Panel>
        )}
        <Panel>
          <h2 className="part-title">What happens</h2>
          <ul className="points stack gap-6 prose break-anywhere mt-12">
            <li>
              You’re on the {next} plan {endsAt ? 'after that' : 'from now on'}
              {openPayment ? '.' : ', and nothing more is charged.'}
            </li>
            {openPayment && <li>{owedWords(openPayment)}</li>}
            <li>Nothing is deleted: sites, nudges, data and invoices stay.</li>
            {isDiscontinued && <li>{name} is no longer offered, so you can’t choose it again.</li>}
            {pauses.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <div className="billing-acts row mt-16">
            <OperationForm
              intent="cancel"
              operation={operation}
              action="Cancel plan"
              tone="critical"
            >
              <input type="hidden" name="version" value={loaded.version} />
            </OperationForm>
            <Link className="text-link" to="/billing">
              Keep plan
            </Link>
          </div>
        </Panel>
      </div>
    </Screen>
  )
}
