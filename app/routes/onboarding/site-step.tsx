import { Form, useNavigation } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { useRef } from 'react'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { TextInput, useFocusFirstError } from '#app/ui/fields.tsx'
import { FormMessage } from '#app/ui/form-message.tsx'
import { StepScreen } from './step-screen.tsx'
import { Panel } from '#app/ui/panel.tsx'

type SiteStepProps = { answer: FormAnswer | undefined; organization: string | undefined }

export function SiteStep({ answer, organization }: SiteStepProps) {
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)

  return (
    <StepScreen
      step="site"
      title="Add your site"
      lead={`The website of ${organization ?? 'your organization'} on which nudges will appear.`}
    >
      <Panel>
        <Form key="site" ref={form} method="post" className="step__form" noValidate>
          <input type="hidden" name="intent" value="site" />
          <FormMessage answer={answer} />
          <TextInput
            name="name"
            label="Site name"
            autoComplete="off"
            helpText="Only you see it."
            answer={answer}
          />
          <TextInput
            name="url"
            label="Site address"
            type="url"
            autoComplete="url"
            placeholder="https://shop.com"
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
