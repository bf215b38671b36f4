import { useFetcher } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { IssuedToken } from './token.ts'

type SendPurchaseProps = {
  endpoint: string
  /** Others see whom to ask. */
  mayMakeToken: boolean
}

/** How to send a purchase through the REST API, with a token that is shown once. */
export function SendPurchase({ endpoint, mayMakeToken }: SendPurchaseProps) {
  const fetcher = useFetcher<IssuedToken>()
  const token = fetcher.data?.token

  return (
    <div className="send-purchase">
      <Panel>
        <div className="step__form">
          <h2 className="step__heading">Send purchases from your shop</h2>
          <p className="step__text">
            Your shop’s server reports each paid order with one call. It needs an API token that may
            add activities to this site and nothing else.
          </p>
          {!mayMakeToken && (
            <p className="step__text">Your organization’s owner and admins make such tokens.</p>
          )}
          {token && (
            <div role="status" className="step__form">
              <p className="step__text">
                <strong>Your token, shown this one time.</strong> Keep it like a password; only a
                fingerprint of it stays with us.
              </p>
              <CopyCode code={token} name="API token" />
            </div>
          )}
          {!token && mayMakeToken && (
            <fetcher.Form method="post" action="/onboarding/token">
              <Button submit loading={fetcher.state !== 'idle'}>
                Create an API token
              </Button>
            </fetcher.Form>
          )}
          <p className="step__text">For example, with the details of one of your orders:</p>
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
