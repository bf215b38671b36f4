/** Frame of a demo shop's pages. hono/html escapes values. */
import { html, raw } from 'hono/html'
import type { Html } from '../../shop/pages/frame.ts'
import { amountText, type ShopState } from '../state/shop-state.ts'
import type { AnalyticsEvent } from './analytics-events.ts'
import { readQuantity, type CartLines } from './cart.ts'

export type StorePage = {
  title: string
  main: Html
  /** Events for the shop's web pixel. */
  events: readonly AnalyticsEvent[]
}

export type StoreFrame = {
  shop: ShopState
  /** Path of the shop, without a trailing slash. */
  root: string
  adminUrl: string
  lines: CartLines
  /** HTML of the theme's app embeds. Empty at checkout, where there is no theme. */
  embeds: string
  /** Null: the shop has no web pixel. */
  webPixel: { settings: string } | null
  hasConsent: boolean
}

export function frameStorePage({ title, main, events }: StorePage, frame: StoreFrame): Html {
  const { shop, root, adminUrl, lines, embeds, webPixel, hasConsent } = frame
  const pieces = lines.reduce((sum, { quantity }) => sum + readQuantity(quantity), 0)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${shop.title}</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        <script
          src="/storefront.js"
          data-shop="${shop.domain}"
          data-root="${root}/"
          data-currency="${shop.currency}"
          data-locale="en"
        ></script>
      </head>
      <body class="shop">
        <a class="skip" href="#main">Skip to content</a>
        <div class="box">
          <p>Demo store for trying the app. <a href="${adminUrl}">Open the demo admin</a></p>
        </div>
        <header class="row between">
          <a class="logo" href="${root}/">${shop.title}</a>
          <nav class="row" aria-label="Shop">
            <a href="${root}/">Products</a>
            <a href="${root}/cart">
              Cart <span aria-hidden="true">${pieces}</span>
              <span class="hidden">with ${pieces} ${pieces === 1 ? 'item' : 'items'}</span>
            </a>
          </nav>
        </header>
        <main id="main" tabindex="-1">${main}</main>
        <footer class="hint">
          <p>This is a demo. You won’t be charged, and nothing ships.</p>
          <p>
            Tracking:
            <button type="button" data-consent="yes">Allow</button>
            <button type="button" data-consent="no">Don’t allow</button>
          </p>
        </footer>
        ${raw(embeds)} ${webPixel ? pixelScripts(frame, { events, webPixel, hasConsent }) : ''}
      </body>
    </html>`
}

type PixelPart = {
  events: readonly AnalyticsEvent[]
  webPixel: { settings: string }
  hasConsent: boolean
}

const pixelScripts = ({ root }: StoreFrame, { events, webPixel, hasConsent }: PixelPart) => html`
  <script type="application/json" id="web-pixel">
    ${raw(
      scriptJson({
        sandboxUrl: `${root}/web-pixel-sandbox`,
        settings: JSON.parse(webPixel.settings) as unknown,
        events,
        isAllowed: hasConsent,
      }),
    )}
  </script>
  <script src="/pixel-harness.js"></script>
`

/** Safe between script tags. */
export const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

export const priceText = ({ currency }: ShopState, cents: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(amountText(cents)))
