import { Link, useFetcher } from '@remix-run/react'
import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { IssuedToken } from './token.ts'

type SendPurchaseProps = {
  endpoint: string
  /** Others see whom to ask. */
  mayMakeToken: boolean
  /** Data has arrived, so only a token that isn't saved yet is still needed. */
  isDone: boolean
}

/**
 * How to send a purchase through the REST API, with a token that is shown once. A new token stays
 * until the owner has saved it, because the first test order arrives before that.
 */
export function SendPurchase({ endpoint, mayMakeToken, isDone }: SendPurchaseProps) {
  const fetcher = useFetcher<IssuedToken | FormResponse>()
  const [isSaved, setSaved] = useState(false)
  const isHydrated = useHydrated()
  const { data } = fetcher
  const token = isSaved || !data || !('token' in data) ? undefined : data.token
  const refused = data && 'errors' in data ? data : undefined
  if (isDone && !token) return null

  return (
    <div className="send-purchase">
      <Panel>
        <div className="step__form">
          <h2 className="step__heading">Send your first purchase</h2>
          <p className="step__text">
            Your server sends each paid order with one API call. Create a token that can only add
            activity to this site.
          </p>
          {!mayMakeToken && (
            <p className="step__text">
              Ask your organization’s owner or an admin to create a token.
            </p>
          )}
          {token && (
            <div role="status" className="step__form">
              <p className="step__text">
                <strong>Copy your token now. You won’t see it again.</strong> Treat it like a
                password. We store only a hash of it.
              </p>
              <CopyCode code={token} name="API token" />
              <div>
                <Button
                  onClick={() => {
                    setSaved(true)
                  }}
                >
                  I’ve saved it
                </Button>
              </div>
            </div>
          )}
          {(token !== undefined || isSaved) && (
            <p className="step__text">
              You can revoke it under{' '}
              <Link className="text-link" to="/account/api-tokens">
                API tokens
              </Link>{' '}
              in your account.
            </p>
          )}
          <FormMessage answer={refused} />
          {refused && (
            <p className="step__text">
              You’ll find them under{' '}
              <Link className="text-link" to="/account/api-tokens">
                API tokens
              </Link>{' '}
              in your account.
            </p>
          )}
          {!token && !isSaved && mayMakeToken && (
            <fetcher.Form method="post" action="/onboarding/token">
              {/* Without a script the browser would show another route's JSON. */}
              <Button submit disabled={!isHydrated} loading={fetcher.state !== 'idle'}>
                Create API token
              </Button>
            </fetcher.Form>
          )}
          <p className="step__text">Send one of your orders like this:</p>
          <CopyCode code={exampleCall(endpoint, token ?? 'YOUR_TOKEN')} name="example call" />
        </div>
      </Panel>
    </div>
  )
}

const exampleCall = (endpoint: string, token: string) =>
  `curl ${endpoint} \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "kind": "purchase",
    "id": "ORDER NUMBER",
    "occurred_at": "TIME LIKE 2026-01-31T09:30:00Z",
    "person": { "first_name": "FIRST NAME", "country": "TWO LETTERS" },
    "items": [{ "title": "PRODUCT", "url": "PRODUCT PAGE" }]
  }'`
