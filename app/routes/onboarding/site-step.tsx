import { Form, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { siteCategories } from '#app/domain/sites/categories.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
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
        <Form ref={form} method="post" className="step__form" noValidate>
          <input type="hidden" name="intent" value={site ? 'correct' : 'site'} />
          <FormMessage answer={answer} />
          <TextInput
            name="url"
            label="Site URL"
            type="url"
            autoComplete="url"
            placeholder="https://shop.com"
            initial={site?.url ?? ''}
            answer={answer}
          />
          {organization === null && (
            <TextInput
              name="organization"
              label="Organization name"
              autoComplete="organization"
              helpText="Usually your company name. Sites and billing belong to the organization."
              answer={answer}
            />
          )}
          <SelectInput
            name="category"
            label="Category (optional)"
            options={categories}
            initial={site?.category ?? ''}
            answer={answer}
          />
          <div className="row gap-20">
            <Button submit variant="primary" size="large" loading={state !== 'idle'}>
              Continue
            </Button>
          </div>
        </Form>
      </Panel>
    </StepScreen>
  )
}
