/** Product list and product page. */
import { html } from 'hono/html'
import { maxQuantity } from '../cart.ts'
import { priceText, type DemoProduct } from '../catalog.ts'
import type { ShopPage } from './frame.ts'

export const storefrontPage = (products: readonly DemoProduct[]): ShopPage => ({
  title: 'Products',
  main: html`
    <section>
      <h1>Tableware and home goods</h1>
      <p>
        There are no fake customers here. Place an order: the next page shows a nudge about it, and
        the dashboard counts the impression.
      </p>
    </section>
    <ul class="plain grid">
      ${products.map(card)}
    </ul>
  `,
})

const card = (product: DemoProduct) => html`
  <li>
    <a class="box stack" href="/demo/products/${product.slug}">
      <img src="/demo/images/${product.picture}.svg" alt="" width="400" height="400" />
      <span class="strong">${product.title}</span>
      <span class="hint">${priceText(product.price)}</span>
    </a>
  </li>
`

export const productPage = (product: DemoProduct): ShopPage => ({
  title: product.title,
  main: html`
    <article class="grid">
      <img
        src="/demo/images/${product.picture}.svg"
        alt="Drawing of the ${product.title.toLowerCase()}"
        width="400"
        height="400"
      />
      <div>
        <h1>${product.title}</h1>
        <p class="hint">${priceText(product.price)}</p>
        <p>${product.description}</p>
        <form method="post" action="/demo/cart" class="row">
          <input type="hidden" name="product" value="${product.slug}" />
          <label>
            Quantity
            <input
              type="number"
              name="quantity"
              value="1"
              min="1"
              max="${maxQuantity}"
              inputmode="numeric"
              required
            />
          </label>
          <button class="primary" type="submit">Add to cart</button>
        </form>
      </div>
    </article>
  `,
})
