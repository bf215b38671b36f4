import { Form, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { siteCategories } from '#app/domain/sites/categories.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { FormBody } from '#app/ui/forms/form-body.tsx'
import { useUnsavedFields } from '#app/ui/forms/unsaved-fields.ts'
import { Unsaved } from '#app/ui/forms/unsaved.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { StepScreen, type StepStates } from './step-screen.tsx'

type SiteStepProps = {
  answer: FormResponse | undefined
  way: StepStates
  /** Null: it is created here. */
  organization: string | null
  /** The site that was added already and can be corrected here. */
  site: { url: string; category: string } | null
}

const categories = [
  { value: '', label: 'Select a category' },
  ...siteCategories.map(({ identity, name }) => ({ value: identity, label: name })),
]

export function SiteStep({ answer, way, organization, site }: SiteStepProps) {
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  const isBusy = state !== 'idle'
  const fields = { ref: form, answer, done: undefined, isBusy, isNew: true }
  const { unsaved, compare, ...body } = useUnsavedFields(fields)

  return (
    <StepScreen
      step="site"
      way={way}
      title={site ? 'Your site' : 'Add your site'}
      lead={
        organization === null
          ? 'Where will your nudges appear?'
          : `The ${organization} website your nudges will appear on.`
      }
    >
      <Panel>
        <Form ref={form} method="post" className="step__form" noValidate onChange={compare}>
          <Unsaved {...unsaved} />
          <FormBody {...body} hidden={{ intent: site ? 'correct' : 'site' }}>
            {(shown) => (
              <>
                <TextInput
                  name="url"
                  label="Site URL"
                  type="url"
                  autoComplete="url"
                  placeholder="https://shop.com"
                  initial={site?.url ?? ''}
                  answer={shown}
                />
                {organization === null && (
                  <TextInput
                    name="organization"
                    label="Organization name"
                    autoComplete="organization"
                    helpText="Usually your company name. Sites and billing belong to the organization."
                    answer={shown}
                  />
                )}
                <SelectInput
                  name="category"
                  label="Category (optional)"
                  options={categories}
                  initial={site?.category ?? ''}
                  answer={shown}
                />
              </>
            )}
          </FormBody>
          <div className="row gap-20">
            <Button submit variant="primary" size="large" loading={isBusy}>
              Continue
            </Button>
          </div>
        </Form>
      </Panel>
    </StepScreen>
  )
}
