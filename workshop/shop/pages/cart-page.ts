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
  <p><a class="button" href="/demo">Browse products</a></p>
`

const fullCart = (cart: Cart) => html`
  <h1>Cart</h1>
  <ul class="lines">
    ${cart.map(cartLine)}
  </ul>
  <p class="total">Total <strong>${priceText(totalOf(cart))}</strong></p>
  <p class="actions">
    <a class="button" href="/demo/checkout">Check out</a>
    <a href="/demo">Continue shopping</a>
  </p>
`

const cartLine = ({ product, quantity }: CartLine) => html`
  <li class="line">
    <img src="/demo/images/${product.picture}.svg" alt="" width="96" height="96" />
    <div class="line-name">
      <a href="/demo/products/${product.slug}">${product.title}</a>
      <span class="price">${priceText(product.price * quantity)}</span>
    </div>
    <form method="post" action="/demo/cart" class="line-form">
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
      <button class="button quiet" type="submit">Update</button>
    </form>
    <form method="post" action="/demo/cart">
      <input type="hidden" name="product" value="${product.slug}" />
      <input type="hidden" name="change" value="set" />
      <input type="hidden" name="quantity" value="0" />
      <button class="button quiet" type="submit">
        Remove <span class="hidden">${product.title}</span>
      </button>
    </form>
  </li>
`
