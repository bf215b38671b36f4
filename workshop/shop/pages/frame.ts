/** Frame of all demo shop pages. hono/html escapes values. */
import { html, raw } from 'hono/html'
import { installationCode } from '#app/domain/sites/site.ts'
import { productName } from '#app/lib/product.ts'
import { countPieces, type Cart } from '../cart.ts'

export type Html = ReturnType<typeof html>

export type ShopPage = { title: string; main: Html }

export type Surroundings = {
  appUrl: string
  /** Null before the demo is created, when there is no site to load the pixel for. */
  siteUuid: string | null
  cart: Cart
  /** The page was opened at another URL than the product's. */
  isElsewhere: boolean
}

const shopName = 'Demo shop'

export function framePage({ title, main }: ShopPage, around: Surroundings): Html {
  const { appUrl, siteUuid, cart, isElsewhere } = around
  const pieces = countPieces(cart)

  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${shopName}</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/demo/style.css" />
      </head>
      <body class="shop">
        <a class="skip" href="#main">Skip to content</a>
        <div class="box">
          <p>
            Demo shop. Place an order and see it appear as a nudge.
            <a href="${appUrl}/">Open the ${productName} dashboard</a>
          </p>
          ${isElsewhere ? elsewhereNotice(appUrl) : ''}
        </div>
        <header class="row between">
          <a class="logo" href="/demo">${shopName}</a>
          <nav class="row" aria-label="Shop">
            <a href="/demo">Products</a>
            <a href="/demo/cart">
              Cart <span aria-hidden="true">${pieces}</span>
              <span class="hidden">with ${pieces} ${pieces === 1 ? 'item' : 'items'}</span>
            </a>
          </nav>
        </header>
        <main id="main" tabindex="-1">${main}</main>
        <footer class="hint">
          <p>This is a demo. You won’t be charged, and nothing ships.</p>
        </footer>
        ${siteUuid === null ? '' : raw(installationCode(appUrl, siteUuid))}
      </body>
    </html>`
}

/** The site has the product's URL. On any other, the pixel neither loads nor counts. */
const elsewhereNotice = (appUrl: string) => html`
  <p>Nudges only work at <a href="${appUrl}/demo">${appUrl}/demo</a>. Continue there.</p>
`
