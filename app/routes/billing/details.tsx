/** Whom invoices are for: name, address, VAT ID and extra information. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { billingDetailsInput, detailsOf, inputOf } from '#app/domain/billing/billing-details.ts'
import { saveBillingDetails } from '#app/domain/billing/save-details.server.ts'
import { countriesByName } from '#app/lib/countries.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { invalidOperationForm, refusedOperation } from '#app/lib/web/operation-form.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { FormBody } from '#app/ui/forms/form-body.tsx'
import { useUnsavedFields } from '#app/ui/forms/unsaved-fields.ts'
import { Unsaved } from '#app/ui/forms/unsaved.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { AddressFields, detailNames, TaxFields } from './address-fields.tsx'
import { notSetUp, vatSentences } from './billing-text.ts'
import { requireCardPayer, requireSameTeam } from './billing-team.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Billing details')

export async function loader(args: LoaderFunctionArgs) {
  const { billing, team } = await requireCardPayer(args)
  const { details, vatStatus, isConfigured } = billing
  return {
    organization: team.scope.teamId,
    fields: inputOf(details),
    vatStatus,
    isConfigured,
    countries: countriesByName('en'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team, billing } = await requireCardPayer(args)
  const typed = await readSubmittedValues(args.request, detailNames)
  const { organization } = await readSubmittedValues(args.request, ['organization'])
  const form = await readForm(args.request, billingDetailsInput)
  if (!form.ok) return invalidOperationForm(form.errors, typed)

  try {
    requireSameTeam(organization, team)
    if (!billing.isConfigured) throw new Refusal('conflict', notSetUp)
    await saveBillingDetails(args.context.services, team.scope, {
      details: detailsOf(form.value, account.email),
      userId: account.id,
    })
    return data<Saved>({ saved: 'Billing details saved' })
  } catch (error) {
    return refusedOperation(error, typed)
  }
}

export default function BillingDetails() {
  const { organization, fields, vatStatus, isConfigured, countries } =
    useLoaderData<typeof loader>()
  const answer = useActionData<FormResponse | Saved>()
  const refused = answer && 'errors' in answer ? answer : undefined
  const form = useRef<HTMLFormElement>(null)
  const { state } = useNavigation()
  useFocusFirstError(form, refused)
  useFaultToast(refused)
  const done = refused ? undefined : answer
  const isBusy = state === 'submitting'
  const { unsaved, compare, ...body } = useUnsavedFields({
    ref: form,
    answer: refused,
    done,
    isBusy,
  })
  return (
    <Screen title="Billing details" lead="Shown on your invoices.">
      <div className="parts">
        {answer && 'saved' in answer && <Banner tone="success">{answer.saved}</Banner>}
        <Panel>
          {isConfigured ? (
            <Form ref={form} method="post" className="form" noValidate onChange={compare}>
              <Unsaved {...unsaved} />
              <input type="hidden" name="organization" value={organization} />
              <FormBody {...body}>
                {(shown) => (
                  <>
                    <AddressFields fields={fields} countries={countries} answer={shown} />
                    <TaxFields
                      fields={fields}
                      answer={shown}
                      vatState={fields.vat_id !== '' && vatStatus ? vatSentences[vatStatus] : null}
                    />
                  </>
                )}
              </FormBody>
              <div className="billing-acts row mt-16">
                <Button submit variant="primary" loading={isBusy}>
                  Save details
                </Button>
                <Back />
              </div>
            </Form>
          ) : (
            <>
              <p className="part-lead">{notSetUp}</p>
              <Back />
            </>
          )}
        </Panel>
      </div>
    </Screen>
  )
}

const Back = () => (
  <Link className="text-link" to="/billing">
    Back to billing
  </Link>
)
