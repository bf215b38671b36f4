import { Form, useNavigation } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { useRef } from 'react'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { TextInput, useFocusFirstError } from '#app/ui/fields.tsx'
import { FormMessage } from '#app/ui/form-message.tsx'
import { StepScreen } from './step-screen.tsx'
import { Panel } from '#app/ui/panel.tsx'

export function OrganizationStep({ answer }: { answer: FormAnswer | undefined }) {
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)

  return (
    <StepScreen
      step="organization"
      title="Name your organization"
      lead="It owns your sites. Usually it is the name of your company."
    >
      <Panel>
        <Form key="organization" ref={form} method="post" className="step__form" noValidate>
          <input type="hidden" name="intent" value="organization" />
          <FormMessage answer={answer} />
          <TextInput
            name="name"
            label="Organization name"
            autoComplete="organization"
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
