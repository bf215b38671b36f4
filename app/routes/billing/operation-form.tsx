/** A button that changes something at the provider. Sending it twice changes nothing twice. */
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button } from '#app/ui/kit/button.tsx'

type OperationFormProps = {
  intent: string
  /** Uuid of the form. */
  operation: string
  /** Label of the button. */
  action: string
  tone?: 'primary' | 'critical'
  children?: ReactNode
}

export function OperationForm({ intent, operation, action, tone, children }: OperationFormProps) {
  const { formData, state } = useNavigation()
  const isBusy = state !== 'idle' && formData !== undefined
  const isSending = isBusy && formData.get('intent') === intent
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="operation" value={operation} />
      {children}
      <Button
        submit
        loading={isSending}
        disabled={isBusy && !isSending}
        {...(tone === 'primary' ? { variant: 'primary' as const } : {})}
        {...(tone === 'critical' ? { tone } : {})}
      >
        {action}
      </Button>
    </Form>
  )
}
