/** The cart. */
import { html } from 'hono/html'
import { maxQuantity, totalOf, type Cart, type CartLine } from '../cart.ts'
import { priceText } from '../catalog.ts'
import type { ShopPage } from './frame.ts'

export const cartPage = (cart: Cart): ShopPage => ({
  title: 'Cart',
  main: cart.length === 0 ? emptyCart() : fullCart(cart),
})

const emptyCart = () => html`
  <h1>Cart</h1>
  <p>Your cart is empty.</p>
  <p><a class="button primary" href="/demo">Browse products</a></p>
`

const fullCart = (cart: Cart) => html`
  <h1>Cart</h1>
  <ul class="plain">
    ${cart.map(cartLine)}
  </ul>
  <p class="row between">Total <strong>${priceText(totalOf(cart))}</strong></p>
  <p class="row">
    <a class="button primary" href="/demo/checkout">Check out</a>
    <a href="/demo">Continue shopping</a>
  </p>
`

const cartLine = ({ product, quantity }: CartLine) => html`
  <li class="line row">
    <img src="/demo/images/${product.picture}.svg" alt="" width="96" height="96" />
    <div class="stack">
      <a href="/demo/products/${product.slug}">${product.title}</a>
      <span class="hint">${priceText(product.price * quantity)}</span>
    </div>
    <form method="post" action="/demo/cart" class="row">
      <input type="hidden" name="product" value="${product.slug}" />
      <input type="hidden" name="change" value="set" />
      <label>
        <span class="hidden">Quantity of ${product.title}</span>
        <input
          type="number"
          name="quantity"
          value="${quantity}"
          min="0"
          max="${maxQuantity}"
          inputmode="numeric"
          required
        />
      </label>
      <button type="submit">Update</button>
    </form>
    <form method="post" action="/demo/cart">
      <input type="hidden" name="product" value="${product.slug}" />
      <input type="hidden" name="change" value="set" />
      <input type="hidden" name="quantity" value="0" />
      <button type="submit">Remove <span class="hidden">${product.title}</span></button>
    </form>
  </li>
`
