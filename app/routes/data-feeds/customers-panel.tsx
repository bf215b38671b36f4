import { useState } from 'react'
import { useHost } from '#app/browser/host.ts'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** Asks the merchant of a shop to allow what sign-ups need. Only in the shop's admin. */
export function CustomersPanel({ scope }: { scope: string }) {
  const { admin } = useHost()
  const { submit, isBusy } = useFormFetcher()
  const [isDeclined, setIsDeclined] = useState(false)
  if (!admin) return null

  const ask = async () => {
    const isGranted = await admin.requestScopes([scope])
    setIsDeclined(!isGranted)
    if (isGranted) submit({ intent: 'customers' }, { method: 'post' })
  }

  return (
    <Panel>
      <h2 className="part-title">Sign-ups from your shop</h2>
      <p className="part-lead">
        Shopify asks you to allow access to customers. From then on, each new customer of your shop
        appears here as a sign-up.
      </p>
      <Button loading={isBusy} onClick={() => void ask()}>
        Allow access to customers
      </Button>
      <p role="status" className="part-lead">
        {isDeclined && 'Access was declined. You can allow it here at any time.'}
      </p>
    </Panel>
  )
}
