/** Product list and product page. */
import { html } from 'hono/html'
import { maxQuantity } from '../cart.ts'
import { priceText, type DemoProduct } from '../catalog.ts'
import type { ShopPage } from './frame.ts'

export const storefrontPage = (products: readonly DemoProduct[]): ShopPage => ({
  title: 'Products',
  main: html`
    <section class="intro">
      <h1>Tableware and home goods</h1>
      <p>
        There are no fake customers here. Place an order: the next page shows a nudge about it, and
        the dashboard counts the impression.
      </p>
    </section>
    <ul class="grid">
      ${products.map(card)}
    </ul>
  `,
})

const card = (product: DemoProduct) => html`
  <li class="card">
    <a href="/demo/products/${product.slug}">
      <img src="/demo/images/${product.picture}.svg" alt="" width="400" height="400" />
      <span class="card-title">${product.title}</span>
      <span class="price">${priceText(product.price)}</span>
    </a>
  </li>
`

export const productPage = (product: DemoProduct): ShopPage => ({
  title: product.title,
  main: html`
    <article class="product">
      <img
        src="/demo/images/${product.picture}.svg"
        alt="Drawing of the ${product.title.toLowerCase()}"
        width="400"
        height="400"
      />
      <div>
        <h1>${product.title}</h1>
        <p class="price">${priceText(product.price)}</p>
        <p>${product.description}</p>
        <form method="post" action="/demo/cart" class="add">
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
          <button class="button" type="submit">Add to cart</button>
        </form>
      </div>
    </article>
  `,
})
