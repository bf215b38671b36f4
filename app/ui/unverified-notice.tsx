import { useFetcher } from '@remix-run/react'
import { Banner, Button } from '@shopify/polaris'
import type { FormAnswer } from '#app/lib/form-answer.ts'

/** Reminds of an address that is not confirmed yet, and has the link sent again. */
export function UnverifiedNotice({ email }: { email: string }) {
  const { Form, data, state } = useFetcher<FormAnswer | { isSent: true }>()
  const isSent = data !== undefined && 'isSent' in data
  const refusal = data !== undefined && 'errors' in data ? data.message : null

  return (
    <div className="unverified-notice" role="status">
      <Banner tone={isSent ? 'success' : 'warning'}>
        {isSent ? (
          <p>A new link is on its way to {email}.</p>
        ) : (
          <Form method="post" action="/auth/verify" className="unverified-notice__ask">
            <p>{refusal ?? `Confirm your address: a link was sent to ${email}.`}</p>
            <input type="hidden" name="intent" value="send" />
            <Button submit variant="plain" loading={state !== 'idle'}>
              Send it again
            </Button>
          </Form>
        )}
      </Banner>
    </div>
  )
}
