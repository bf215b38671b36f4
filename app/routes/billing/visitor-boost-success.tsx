/** Where the purchase of a boost ends. The provider reports what was paid, never the address. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatUnits } from '#app/ui/format/format-number.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { NextSteps, type NextStep } from './next-steps.tsx'
import { describeUnpaid } from './purchase-text.ts'
import { readPurchase, type ShownPurchase } from './read-purchase.server.ts'

export { headers } from '#app/platforms/headers.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Your boost')

export const loader = (args: LoaderFunctionArgs) => readPurchase(args, 'visitor_boost')

export default function VisitorBoostSuccess() {
  const loaded = useLoaderData<typeof loader>()
  const { purchase, isUnknown, meteredBy, now, site } = loaded
  const { title, lead } =
    describeUnpaid({ purchase, isUnknown }, 'boost') ??
    describePaid(purchase, { meteredBy, now, site })
  return (
    <Screen title={title} lead={lead}>
      <Panel>
        <NextSteps next={nextOf(loaded)} receipt={purchase?.receiptUrl ?? null} />
      </Panel>
    </Screen>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function nextOf({ purchase, isUnknown, now, teamId, mayPay }: Loaded): NextStep {
  const usage = `/settings/teams/${String(teamId)}/plan`
  const isOver =
    purchase?.state === 'paid' && purchase.expiresAt !== null && purchase.expiresAt <= now
  const isWaiting = isUnknown || purchase?.state === 'open'
  const canBuy = mayPay && !isWaiting && (isOver || purchase?.state !== 'paid')
  return canBuy
    ? { to: `${usage}#/visitor-boosts`, label: 'View boosts' }
    : { to: usage, label: 'View usage' }
}

function describePaid(
  purchase: ShownPurchase | null,
  { meteredBy, now, site }: { meteredBy: MeteredUnit; now: Date; site: string | null },
) {
  const { units = 0, expiresAt = null } = purchase ?? {}
  if (expiresAt && expiresAt <= now) {
    return {
      title: 'Your last boost has expired',
      lead: `It ended on ${formatDateTime(expiresAt)}. You can buy another one.`,
    }
  }
  return {
    title: 'Your boost is active',
    lead: `${formatUnits(units, meteredBy)} more per month${site === null ? '' : ` for ${site}`}${
      expiresAt ? ` until ${formatDateTime(expiresAt)}` : ''
    }. Nudges that the limit paused continue within seconds.`,
  }
}
