/** After the order: what happened to it, and where to see it. */
import { html } from 'hono/html'
import { productName } from '#app/lib/product.ts'
import type { DemoProduct } from '../catalog.ts'
import type { ShopPage } from './frame.ts'

type Thanks = {
  orderId: string
  /** Shown in the nudge: the order's first one. */
  product: DemoProduct
  /** Email address of the demo account, which sees the order. */
  email: string
}

export const thanksPage = ({ orderId, product, email }: Thanks): ShopPage => ({
  title: 'Thank you',
  main: html`
    <section class="thanks">
      <img src="/demo/images/${product.picture}.svg" alt="" width="160" height="160" />
      <h1>Thank you!</h1>
      <p>
        Your order was sent to ${productName} through its REST API. The nudge on this page shows the
        ${product.title.toLowerCase()} you ordered, and the dashboard counts your impression and
        clicks.
      </p>
      <p>
        To see it there, log in as <strong>${email}</strong>. The password is in the terminal where
        ${productName} was started. Other accounts don’t see this order.
      </p>
      <p class="hint">Order ${orderId}. Demo: no charge, no delivery.</p>
      <p class="row">
        <a class="button primary" href="/">Open the dashboard</a>
        <a href="/auth/register">Do this for your shop</a>
        <a href="/demo">Browse products</a>
      </p>
    </section>
  `,
})
