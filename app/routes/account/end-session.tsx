import { useFetcher } from '@remix-run/react'
import { Button } from '#app/ui/kit/button.tsx'

/** Ends one login of the screen of devices. */
export function End({ intent, name }: { intent: Record<string, string>; name: string | null }) {
  const { Form, state } = useFetcher()
  return (
    <Form method="post">
      {Object.entries(intent).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button
        submit
        loading={state !== 'idle'}
        accessibilityLabel={`Log out ${name ?? 'unknown browser'}`}
      >
        Log out
      </Button>
    </Form>
  )
}
