/** Where the purchase of an add-on ends. The provider reports what was paid, never the address. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { NextSteps } from './next-steps.tsx'
import { describeUnpaid } from './purchase-text.ts'
import { readPurchase, type ShownPurchase } from './read-purchase.server.ts'

export { headers } from '#app/platforms/headers.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Your add-on')

export const loader = (args: LoaderFunctionArgs) => readPurchase(args, 'add_on')

export default function AddOnsSuccess() {
  const { purchase, isUnknown } = useLoaderData<typeof loader>()
  const { title, lead } =
    describeUnpaid({ purchase, isUnknown }, 'add-on') ?? describePaid(purchase)
  return (
    <Screen title={title} lead={lead}>
      <Panel>
        <NextSteps next={null} receipt={purchase?.receiptUrl ?? null} />
      </Panel>
    </Screen>
  )
}

function describePaid(purchase: ShownPurchase | null) {
  const expiresAt = purchase?.expiresAt
  return {
    title: 'Your add-on is active',
    lead: expiresAt ? `Until ${formatDateTime(expiresAt)}.` : 'It applies to all your sites.',
  }
}
