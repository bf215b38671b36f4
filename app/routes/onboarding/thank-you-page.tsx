/** Orders that the shop's thank-you page reports. Anyone can call a page, so each one needs approval. */
import { useState } from 'react'
import { platformNames, type ShopPlatform } from '#app/domain/sites/home-page/platform.ts'
import { thankYouScripts, type ThankYouScript } from '#app/presenters/thank-you-scripts.ts'
import { useNamedSystems } from '#app/platforms/other-systems.ts'
import { productName } from '#app/lib/product.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { PlaceTabs, type PlaceTab } from './place-tabs.tsx'

export type ThankYouPageProps = {
  platform: ShopPlatform | null
  /** The site is a Shopify shop with the app. */
  hasApp: boolean
}

export function ThankYouPage({ platform, hasApp }: ThankYouPageProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const isNamed = useNamedSystems()
  const known: PlaceTab[] = [
    ...thankYouScripts.map((script) => ({
      id: script.id,
      name: script.name,
      panel: <Script script={script} />,
    })),
    { id: 'shopify', name: platformNames.shopify, panel: <Shopify hasApp={hasApp} /> },
  ]
  const tabs = known.filter(({ name }) => isNamed(name))
  const found = tabs.find(({ id }) => id === platform)
  const ordered = found ? [found, ...tabs.filter((tab) => tab !== found)] : tabs

  return (
    <div className="step__form">
      <PlaceTabs
        label="Shop systems"
        tabs={ordered}
        open={chosen ?? ordered[0]?.id ?? ''}
        onOpen={setChosen}
      />
    </div>
  )
}

const Script = ({ script }: { script: ThankYouScript }) => (
  <div className="step__form">
    <ol className="order-steps">
      {script.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <CopyCode code={script.code} name={`script for ${script.name}`} />
    <p className="step__text">
      Each order needs your approval before visitors can see it, because anyone could send data as
      your page. New orders appear on this screen.
    </p>
  </div>
)

const Shopify = ({ hasApp }: { hasApp: boolean }) => (
  <p className="step__text">
    {hasApp
      ? 'Your shop is connected. New orders arrive automatically and need no approval.'
      : `Shopify’s thank-you page runs no theme code. Install the ${productName} app in your Shopify admin: it sends each order automatically, without approval.`}
  </p>
)
