/** The organization’s card. Its number is entered in Stripe’s own field and never reaches our server. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react'
import { billingDetailsInput, detailsOf, inputOf } from '#app/domain/billing/billing-details.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { startCardSetup, storeCard } from '#app/domain/billing/pay.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { writeTopTicket } from '#app/domain/shops/tenants/top-visits.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { countriesByName } from '#app/lib/countries.ts'
import { refuseField, Refusal } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import {
  invalidOperationForm,
  newOperation,
  refusedOperation,
} from '#app/lib/web/operation-form.server.ts'
import { topPath } from '#app/platforms/framed/frame-paths.ts'
import { pathOfVisit, readVisitName } from '#app/platforms/framed/top-visit.server.ts'
import type { Services } from '#app/services.ts'
import { LeaveFrame } from '#app/ui/billing/leave-frame.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { skipAfterFault, useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { detailNames } from './address-fields.tsx'
import { describeCard, notSetUp } from './billing-text.ts'
import { requireCardPayer, requireSameTeam } from './billing-team.server.ts'
import { BackToBilling, CardForm } from './card-form.tsx'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Payment method')

const cardPath = '/billing/card'

/** A card that was sent needs a new secret for the next one, whatever became of it. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formData?.has('payment_method') === true || skipAfterFault(change)

export async function loader(args: LoaderFunctionArgs) {
  const { account, team, billing } = await requireCardPayer(args)
  const { services } = args.context
  // Opening a card form creates a customer at the provider: staff who impersonate only look.
  const isInFrame = args.context.platform.frame !== undefined
  const maySetUp = billing.isConfigured && !account.impersonator && !isInFrame
  const visit = readVisitName(args.request)
  const wanted = findPlan(new URL(args.request.url).searchParams.get('plan') ?? '')
  return {
    organization: team.scope.teamId,
    card: billing.card,
    isConfigured: billing.isConfigured,
    isInFrame,
    isPastDue: billing.openPayment !== null,
    fields: inputOf(billing.details),
    countries: countriesByName('en'),
    setup: maySetUp ? await readSetup(services, team.scope) : null,
    returnUrl: services.config.appUrl + (visit === null ? cardPath : pathOfVisit(cardPath, visit)),
    /** The plan that the card was wanted for. */
    plan: wanted ? { id: wanted.id, name: wanted.name } : null,
  }
}

/** Null: the provider can't be reached, or its answer can't be used. */
async function readSetup(services: Services, scope: TeamScope) {
  try {
    return await startCardSetup(services, scope, newOperation())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ err: error, teamId: scope.teamId }, 'a card form can’t be shown')
    return null
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team, billing } = await requireCardPayer(args)
  const sent = await readSubmittedValues(args.request, ['intent', 'to'])
  if (sent['intent'] === 'leave-frame')
    return data({ leave: await urlAtTop(args, account, sent['to']) })
  const typed = await readSubmittedValues(args.request, detailNames)
  const { organization, payment_method: paymentMethod = '' } = await readSubmittedValues(
    args.request,
    ['organization', 'payment_method'],
  )
  const form = await readForm(args.request, billingDetailsInput)
  if (!form.ok) return invalidOperationForm(form.errors, typed)

  try {
    requireSameTeam(organization, team)
    if (!billing.isConfigured) throw new Refusal('conflict', notSetUp)
    if (!/^\w{1,255}$/.test(paymentMethod)) throw refuseField('payment_method', 'Enter your card.')
    // The VAT ID and the extra information have a form of their own, and stay as they are.
    const { vatId, extraBillingInformation } = billing.details
    const details = {
      ...detailsOf(form.value, account.email),
      vatId,
      extraBillingInformation,
    }
    await storeCard(args.context.services, team.scope, {
      paymentMethod,
      userId: account.id,
      details,
    })
    return data<Saved>({ saved: 'Card saved' })
  } catch (error) {
    return refusedOperation(error, typed)
  }
}

/** @throws Refusal `conflict` outside of a frame whose session is ours, and when it is over */
async function urlAtTop(
  { context: { services } }: ActionFunctionArgs,
  { frameSessionId }: Account,
  to = '/billing',
): Promise<string> {
  const pass = frameSessionId === null ? null : await writeTopTicket(services, frameSessionId)
  if (pass === null) throw new Refusal('conflict', 'Open the app from your dashboard again.')
  return `${services.config.appUrl}${topPath}?${new URLSearchParams({ pass, to }).toString()}`
}

export default function Card() {
  const loaded = useLoaderData<typeof loader>()
  const { card, isConfigured, isInFrame, isPastDue, setup, plan } = loaded
  const answer = useActionData<FormResponse | Saved | { leave: string }>()
  const refused = answer && 'errors' in answer ? answer : undefined
  const isSaved = answer !== undefined && 'saved' in answer
  useFaultToast(refused)
  return (
    <Screen title="Payment method" lead="Your card is stored by Stripe, not by us.">
      <div className="parts">
        {isSaved && <CardSaved isPastDue={isPastDue} plan={plan} />}
        <Panel>
          <h2 className="part-title">{card ? 'Your card' : 'Add a card'}</h2>
          {card && <p className="part-lead">{describeCard(card)}</p>}
          {!isConfigured && <p className="part-lead">{notSetUp}</p>}
          {isConfigured && isInFrame && (
            <>
              <p className="part-lead">
                Cards are entered on our page, outside of your dashboard. You come back afterwards.
              </p>
              <LeaveFrame
                to={plan ? `/billing/card?plan=${plan.id}` : '/billing/card'}
                label={card ? 'Change card' : 'Enter card'}
              />
            </>
          )}
          {isConfigured && !isInFrame && setup === null && (
            <p className="part-lead">
              The card form can’t be shown, because the payment provider didn’t answer as it should.
              Reload this page in a minute.
            </p>
          )}
          <noscript>
            <p className="part-lead">The card form needs JavaScript. Turn it on and reload.</p>
          </noscript>
          {setup && !isSaved ? (
            <CardForm {...loaded} setup={setup} answer={refused} />
          ) : (
            <p className="billing-acts row mt-16">
              <BackToBilling />
            </p>
          )}
        </Panel>
      </div>
    </Screen>
  )
}

type CardSavedProps = {
  isPastDue: boolean
  plan: { id: string; name: string } | null
}

function CardSaved({ isPastDue, plan }: CardSavedProps) {
  return (
    <Banner tone="success" title="Card saved">
      {isPastDue && <p>Your last payment is still open. Try it again with this card.</p>}
      <div className="billing-acts row mt-16">
        {isPastDue ? (
          <Button url="/billing" variant="primary">
            Pay now
          </Button>
        ) : plan ? (
          <Button
            url={`/billing/plan/${plan.id}`}
            variant="primary"
          >{`Continue with ${plan.name}`}</Button>
        ) : (
          <Button url="/billing">Back to billing</Button>
        )}
      </div>
    </Banner>
  )
}
