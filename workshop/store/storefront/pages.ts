/** Pages of a demo shop. */
import { html, raw } from 'hono/html'
import type { Html } from '../../shop/pages/frame.ts'
import { countriesByName } from '#app/lib/countries.ts'
import type { Order, Product, ShopState, Variant } from '../state/shop-state.ts'
import { cartTotal, maxQuantity, type CartLines } from './cart.ts'
import { priceText } from './shop-frame.ts'

const countries = countriesByName('en')

const image = (product: Product, size: number) => html`
  <img src="/images/${product.picture}.svg" alt="" width="${size}" height="${size}" />
`

export const homeMain = (shop: ShopState, root: string): Html => html`
  <section>
    <h1>${shop.title}</h1>
    <p>A demo store. Place an order, and it appears in the demo admin and in the app.</p>
  </section>
  <ul class="plain grid">
    ${shop.products
      .filter(({ status }) => status === 'ACTIVE')
      .map(
        (product) => html`
          <li>
            <a class="box stack" href="${root}/products/${product.handle}">
              ${image(product, 400)}
              <span class="strong">${product.title}</span>
              <span class="hint">${priceText(shop, product.variants[0]?.price ?? 0)}</span>
            </a>
          </li>
        `,
      )}
  </ul>
`

type ProductPage = {
  shop: ShopState
  root: string
  product: Product
  selected: Variant
  /** HTML of the theme's app blocks. */
  blocks: string
}

export const productMain = ({ shop, root, product, selected, blocks }: ProductPage): Html => html`
  <article class="grid">
    <img
      src="/images/${product.picture}.svg"
      alt="Drawing of the ${product.title.toLowerCase()}"
      width="400"
      height="400"
    />
    <div>
      <h1>${product.title}</h1>
      <p class="hint">${priceText(shop, selected.price)}</p>
      ${raw(blocks)}
      <p>${product.description}</p>
      <form method="post" action="${root}/cart/add" class="row">
        ${
          product.option
            ? html`<label>
                ${product.option}
                <select name="id">
                  ${product.variants.map((variant) => variantOption(variant, selected))}
                </select>
              </label>`
            : html`<input type="hidden" name="id" value="${String(selected.id)}" />`
        }
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
        ${
          product.variants.some(isAvailable)
            ? html`<button class="primary" type="submit">Add to cart</button>`
            : html`<p>Sold out</p>`
        }
      </form>
    </div>
  </article>
`

const isAvailable = ({ stock }: Variant) => stock === null || stock > 0

const variantOption = (variant: Variant, selected: Variant) => html`
  <option
    value="${String(variant.id)}"
    ${variant === selected ? 'selected' : ''}
    ${isAvailable(variant) ? '' : 'disabled'}
  >
    ${variant.title}
  </option>
`

export const cartMain = (shop: ShopState, root: string, lines: CartLines): Html =>
  lines.length === 0
    ? html`
        <h1>Cart</h1>
        <p>Your cart is empty.</p>
        <p><a class="button primary" href="${root}/">Browse products</a></p>
      `
    : html`
        <h1>Cart</h1>
        <ul class="plain">
          ${lines.map((line) => cartLine(shop, root, line))}
        </ul>
        <p class="row between">Total <strong>${priceText(shop, cartTotal(lines))}</strong></p>
        <form method="post" action="${root}/checkout" class="row">
          <button class="primary" type="submit">Check out</button>
          <a href="${root}/">Continue shopping</a>
        </form>
      `

const nameOf = ({ product, variant }: CartLines[number]) =>
  product.option ? `${product.title}, ${variant.title}` : product.title

const cartLine = (shop: ShopState, root: string, line: CartLines[number]) => html`
  <li class="line row">
    ${image(line.product, 96)}
    <div class="stack">
      <a href="${root}/products/${line.product.handle}">${nameOf(line)}</a>
      <span class="hint">${priceText(shop, line.variant.price * line.quantity)}</span>
    </div>
    <form method="post" action="${root}/cart/change" class="row">
      <input type="hidden" name="id" value="${String(line.variant.id)}" />
      <label>
        <span class="hidden">Quantity of ${nameOf(line)}</span>
        <input
          type="number"
          name="quantity"
          value="${line.quantity}"
          min="0"
          max="${maxQuantity}"
          inputmode="numeric"
          required
        />
      </label>
      <button type="submit">Update</button>
    </form>
    <form method="post" action="${root}/cart/change">
      <input type="hidden" name="id" value="${String(line.variant.id)}" />
      <input type="hidden" name="quantity" value="0" />
      <button type="submit">Remove <span class="hidden">${nameOf(line)}</span></button>
    </form>
  </li>
`

type CheckoutPage = {
  shop: ShopState
  action: string
  lines: CartLines
  /** Why the order wasn't placed. */
  message: string | null
}

export const checkoutMain = ({ shop, action, lines, message }: CheckoutPage): Html => html`
  <h1>Checkout</h1>
  ${message ? html`<div class="box problem" role="alert"><p>${message}</p></div>` : ''}
  <div class="grid">
    <form method="post" action="${action}">
      <p class="hint">All fields are optional. Without an email address you order as a guest.</p>
      ${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'email' })}
      ${field({ name: 'firstName', label: 'First name', autocomplete: 'given-name' })}
      ${field({ name: 'lastName', label: 'Last name', autocomplete: 'family-name' })}
      ${field({ name: 'city', label: 'City', autocomplete: 'address-level2' })}
      ${field({ name: 'province', label: 'State or province', autocomplete: 'address-level1' })}
      <div class="field">
        <label for="countryCode">Country <span class="hint">(optional)</span></label>
        <select id="countryCode" name="countryCode" autocomplete="country">
          <option value="">Not specified</option>
          ${countries.map(({ code, name }) => html`<option value="${code}">${name}</option>`)}
        </select>
      </div>
      <button class="primary" type="submit">Pay now</button>
      <p class="hint">Demo: no charge, no delivery.</p>
    </form>
    <section class="box" aria-labelledby="summary">
      <h2 id="summary">Your order</h2>
      <ul class="plain">
        ${lines.map(
          (line) => html`
            <li class="row between">
              <span>${line.quantity} × ${nameOf(line)}</span>
              <span>${priceText(shop, line.variant.price * line.quantity)}</span>
            </li>
          `,
        )}
      </ul>
      <p class="row between">Total <strong>${priceText(shop, cartTotal(lines))}</strong></p>
    </section>
  </div>
`

type Field = { name: string; label: string; autocomplete: string; type?: string }

const field = ({ name, label, autocomplete, type = 'text' }: Field) => html`
  <div class="field">
    <label for="${name}">${label} <span class="hint">(optional)</span></label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      maxlength="200"
      autocomplete="${autocomplete}"
    />
  </div>
`

export const thanksMain = (root: string, order: Order, adminUrl: string): Html => html`
  <section class="thanks">
    <h1>Thank you</h1>
    <p>Order #${String(order.number)} is paid. The app hears of it within seconds.</p>
    <p class="row">
      <a class="button primary" href="${root}/">Continue shopping</a>
      <a href="${adminUrl}/orders">See it in the demo admin</a>
    </p>
  </section>
`

export const missingMain = (root: string): Html => html`
  <h1>Page not found</h1>
  <p><a href="${root}/">Browse products</a></p>
`

export const countryName = (code: string) =>
  countries.find((country) => country.code === code)?.name ?? ''
