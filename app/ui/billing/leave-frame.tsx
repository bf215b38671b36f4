/** From the frame of an admin to a screen of billing at the top, where cards can be entered and confirmed. */
import { useFetcher } from '@remix-run/react'
import { useHost } from '#app/browser/host.ts'
import { useEachAnswer } from '../forms/each-answer.ts'
import { Button } from '../kit/button.tsx'

/** @param to a path below /billing */
export function LeaveFrame({ to, label }: { to: string; label: string }) {
  const { openTop } = useHost()
  const { Form, data, state } = useFetcher<{ leave: string }>()
  useEachAnswer(data?.leave, openTop)
  return (
    <Form method="post" action="/billing/card">
      <input type="hidden" name="intent" value="leave-frame" />
      <input type="hidden" name="to" value={to} />
      <Button submit variant="primary" loading={state !== 'idle'}>
        {label}
      </Button>
    </Form>
  )
}
