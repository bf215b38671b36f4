import { Form, useNavigation } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { useRef } from 'react'
import { siteCategories } from '#app/domain/sites/categories.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { SelectInput, TextInput, useFocusFirstError } from '#app/ui/forms/fields.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
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
  { value: '', label: 'Choose what fits best' },
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
          ? 'Where nudges will appear, and who owns it.'
          : `The website of ${organization} on which nudges will appear.`
      }
    >
      <Panel>
        <Form ref={form} method="post" className="step__form" noValidate>
          <input type="hidden" name="intent" value={site ? 'correct' : 'site'} />
          <FormMessage answer={answer} />
          <TextInput
            name="url"
            label="Site address"
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
              helpText="It owns your sites. Usually it is the name of your company."
              answer={answer}
            />
          )}
          <SelectInput
            name="category"
            label="What it sells (optional)"
            options={categories}
            initial={site?.category ?? ''}
            answer={answer}
          />
          <div className="step__actions">
            <Button submit variant="primary" size="large" loading={state !== 'idle'}>
              Continue
            </Button>
          </div>
        </Form>
      </Panel>
    </StepScreen>
  )
}
