/** Where a shop's orders come from: a file, its thank-you page, or its server. */
import { useSearchParams } from '@remix-run/react'
import { lazy, Suspense, useId, useState } from 'react'
import { easiestSource, orderSources, type OrderSource } from '#app/presenters/thank-you-scripts.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { Panel } from '#app/ui/panel.tsx'
import { OrdersFile, type WaitingFile } from './orders-file.tsx'
import { SendPurchase } from './send-purchase.tsx'
import type { ThankYouPageProps } from './thank-you-page.tsx'

// Loaded once they are chosen.
const LookFirst = lazy(async () => ({ default: (await import('./look-first.tsx')).LookFirst }))
const ThankYouPage = lazy(async () => ({
  default: (await import('./thank-you-page.tsx')).ThankYouPage,
}))

const words: Record<OrderSource, { title: string; about: string }> = {
  file: { title: 'From a file', about: 'Export your orders as CSV. No developer needed.' },
  page: { title: 'From your thank-you page', about: 'A short script. You approve each order.' },
  sample: { title: 'Just look first', about: 'A sample order that only you see.' },
  server: { title: 'From your server', about: 'A developer adds one API call per order.' },
}

type BringOrdersProps = ThankYouPageProps & {
  /** Uploaded and not imported yet. */
  file: WaitingFile | null
  /** With a nudge of sample orders while there are no real ones. */
  pictures: PixelPayload | null
  endpoint: string
  mayMakeToken: boolean
  /** Data has arrived. */
  isDone: boolean
}

export function BringOrders({
  file,
  isDone,
  platform,
  hasApp,
  pictures,
  ...sending
}: BringOrdersProps) {
  const easiest = easiestSource(platform)
  const [source, setSource] = useSource(easiest)
  const group = useId()
  const isAsked = !isDone && file === null
  const ordered = [easiest, ...orderSources.filter((one) => one !== easiest)]

  return (
    <>
      {isAsked && (
        <fieldset className="order-sources">
          <legend className="step__heading">Where do your orders come from?</legend>
          {ordered.map((one) => (
            <label key={one} className="order-source">
              <input
                type="radio"
                name={group}
                checked={source === one}
                onChange={() => {
                  setSource(one)
                }}
              />
              <span>
                <strong>{words[one].title}</strong>
                <span className="step__text">{words[one].about}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {(file !== null || (isAsked && source === 'file')) && (
        <Panel>
          <OrdersFile file={file} />
        </Panel>
      )}
      {isAsked && source === 'page' && (
        <Panel>
          <Suspense>
            <ThankYouPage platform={platform} hasApp={hasApp} />
          </Suspense>
        </Panel>
      )}
      {isAsked && source === 'sample' && (
        <Panel>
          <Suspense>
            <LookFirst pictures={pictures} />
          </Suspense>
        </Panel>
      )}
      {/* Stays while hidden: a token is shown only once. */}
      <div hidden={source !== 'server'}>
        <SendPurchase {...sending} isDone={isDone || file !== null} />
      </div>
    </>
  )
}

/** Also in the URL, so that a reload keeps the choice. The screen doesn't wait for that. */
function useSource(easiest: OrderSource) {
  const [query, setQuery] = useSearchParams()
  const [chosen, setChosen] = useState(orderSources.find((one) => one === query.get('from')))
  const setSource = (from: OrderSource) => {
    setChosen(from)
    setQuery({ step: 'nudge', from }, { replace: true, preventScrollReset: true })
  }
  return [chosen ?? easiest, setSource] as const
}
