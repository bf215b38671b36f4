/** Where a shop's orders come from: a file, its thank-you page, or its server. */
import { useSearchParams } from '@remix-run/react'
import { useId, useState } from 'react'
import { orderSources, type OrderSource } from '#app/presenters/onboarding/order-sources.ts'
import type { ConnectOffer } from '#app/presenters/onboarding/connect-offer.server.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { Panel } from '#app/ui/panel.tsx'
import { useLate } from '#app/ui/use-late.ts'
import { OrdersUpload } from './orders-file.tsx'
import { LookFirst } from './sample-preview.tsx'
import { SendPurchase } from './send-purchase.tsx'
import type { ThankYouPageProps } from './thank-you-page.tsx'

const loadConnectShop = () => import('./connect-shop.tsx')
const loadThankYouPage = () => import('./thank-you-page.tsx')

const words: Record<OrderSource, { title: string; about: string }> = {
  file: { title: 'From a file', about: 'Export your orders as CSV. No developer needed.' },
  page: { title: 'From your thank-you page', about: 'A short script. You approve each order.' },
  sample: { title: 'Just look first', about: 'A sample order that only you see.' },
  server: { title: 'From your server', about: 'A developer adds one API call per order.' },
}

type BringOrdersProps = ThankYouPageProps & {
  /** Orders were uploaded, and wait to be imported. */
  hasFile: boolean
  easiest: OrderSource
  /** With a nudge of sample orders while there are no real ones. */
  pictures: PixelPayload | null
  endpoint: string
  mayMakeToken: boolean
  /** Data has arrived. */
  isDone: boolean
  connect: ConnectOffer | null
}

export function BringOrders({
  hasFile,
  easiest,
  isDone,
  platform,
  hasApp,
  pictures,
  connect,
  ...sending
}: BringOrdersProps) {
  // The shop itself reports its orders to the app.
  const offered = orderSources.filter((one) => !hasApp || one === 'file' || one === 'sample')
  const [source, setSource] = useSource(offered, easiest)
  const group = useId()
  const isAsked = !isDone && !hasFile
  const ordered = [easiest, ...offered.filter((one) => one !== easiest)]

  return (
    <>
      {isAsked && connect && <LateConnectShop offer={connect} />}
      {isAsked && (
        <fieldset className="order-sources">
          <legend className="step__heading">{legendOf({ connect, hasApp })}</legend>
          {ordered.map((one) => (
            <label key={one} className="choice-card">
              <input
                type="radio"
                name={group}
                checked={source === one}
                {...(source === one ? { 'aria-describedby': `${group}-about` } : {})}
                onChange={() => {
                  setSource(one)
                }}
              />
              {words[one].title}
            </label>
          ))}
          <p id={`${group}-about`} className="step__text">
            {words[source].about}
          </p>
        </fieldset>
      )}
      {isAsked && source === 'file' && (
        <Panel>
          <OrdersUpload />
        </Panel>
      )}
      {isAsked && source === 'page' && (
        <Panel>
          <LateThankYouPage platform={platform} hasApp={hasApp} />
        </Panel>
      )}
      {isAsked && source === 'sample' && (
        <Panel>
          <LookFirst pictures={pictures} />
        </Panel>
      )}
      {/* Stays while hidden: a token is shown only once. */}
      {!hasApp && (
        <div hidden={source !== 'server'}>
          <SendPurchase {...sending} isDone={isDone || hasFile} />
        </div>
      )}
    </>
  )
}

function legendOf({ connect, hasApp }: Pick<BringOrdersProps, 'connect' | 'hasApp'>): string {
  if (hasApp) return 'Before your next order'
  return connect ? 'Other ways' : 'Where do your orders come from?'
}

function LateConnectShop(props: { offer: ConnectOffer }) {
  const part = useLate(loadConnectShop)
  return part && <part.ConnectShop {...props} />
}

/** Most setups don’t need its scripts. */
function LateThankYouPage(props: ThankYouPageProps) {
  const part = useLate(loadThankYouPage)
  return part && <part.ThankYouPage {...props} />
}

/** Also in the URL, so a reload keeps the choice. The screen doesn't wait for that. */
function useSource(offered: readonly OrderSource[], easiest: OrderSource) {
  const [query, setQuery] = useSearchParams()
  const [chosen, setChosen] = useState(offered.find((one) => one === query.get('from')))
  const setSource = (from: OrderSource) => {
    setChosen(from)
    setQuery({ step: 'nudge', from }, { replace: true, preventScrollReset: true })
  }
  return [chosen ?? easiest, setSource] as const
}
