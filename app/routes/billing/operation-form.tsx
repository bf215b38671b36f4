/** A button that changes something at the provider. Sending it twice changes nothing twice. */
import { Form, useNavigation } from '@remix-run/react'
import { Button } from '#app/ui/kit/button.tsx'

type OperationFormProps = {
  intent: string
  /** Uuid of the form. */
  operation: string
  /** The version of what the screen shows. Absent: it doesn’t matter. */
  version?: string
  /** The charges that the screen shows as still to come. Absent: they don’t matter. */
  charges?: string
  /** Label of the button. */
  action: string
  tone?: 'primary' | 'critical'
}

export function OperationForm(props: OperationFormProps) {
  const { intent, operation, version, charges, action, tone } = props
  const { formData, state } = useNavigation()
  const isBusy = state !== 'idle' && formData !== undefined
  const isSending = isBusy && formData.get('intent') === intent
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="operation" value={operation} />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      {charges !== undefined && <input type="hidden" name="charges" value={charges} />}
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
