/** The checkout form. */
import { html } from 'hono/html'
import { countriesByName } from '#app/lib/countries.ts'
import { noErrors, type FieldErrors } from '#app/lib/errors.ts'
import { totalOf, type Cart } from '../cart.ts'
import { priceText } from '../catalog.ts'
import type { Buyer } from '../order.ts'
import type { ShopPage } from './frame.ts'

const countries = countriesByName('en')

export const emptyBuyer: Buyer = { first_name: '', city: '', country: '' }

type CheckoutState = {
  orderId: string
  buyer: Buyer
  /** Why the previous attempt failed. */
  message?: string
  errors?: FieldErrors
}

export const checkoutPage = (cart: Cart, state: CheckoutState): ShopPage => ({
  title: state.message ? 'Error: checkout' : 'Checkout',
  main: html`
    <h1>Checkout</h1>
    ${problemBox(state)}
    <div class="grid">
      <form method="post" action="/demo/checkout" novalidate>
        <input type="hidden" name="order" value="${state.orderId}" />
        <p class="hint">All fields are optional. Without a name, the nudge says “Someone”.</p>
        ${textField(state, { name: 'first_name', label: 'First name', hint: null })}
        ${textField(state, {
          name: 'city',
          label: 'City',
          hint: 'Nudges name a city only after five orders from it. Until then they show the country.',
        })}
        ${countryField(state)}
        <button class="primary" type="submit">Place order</button>
        <p class="hint">Demo: no charge, no delivery.</p>
      </form>
      <section class="box" aria-labelledby="summary">
        <h2 id="summary">Your order</h2>
        <ul class="plain">
          ${cart.map(
            ({ product, quantity }) => html`
              <li class="row between">
                <span>${quantity} × ${product.title}</span>
                <span>${priceText(product.price * quantity)}</span>
              </li>
            `,
          )}
        </ul>
        <p class="row between">Total <strong>${priceText(totalOf(cart))}</strong></p>
      </section>
    </div>
  `,
})

/** Also shows errors that belong to no field of the form. */
function problemBox({ message, errors = noErrors }: CheckoutState) {
  if (!message) return ''
  const elsewhere = Object.entries(errors).filter(([field]) => !(field in emptyBuyer))
  return html`
    <div class="box problem" role="alert">
      <p>${message}</p>
      ${elsewhere.map(([field, messages]) => html`<p>${field}: ${messages.join(' ')}</p>`)}
    </div>
  `
}

type TextField = { name: 'first_name' | 'city'; label: string; hint: string | null }

function textField({ buyer, errors = noErrors }: CheckoutState, { name, label, hint }: TextField) {
  const fieldErrors = errors[name]
  return html`
    <div class="field">
      <label for="${name}">${label} <span class="hint">(optional)</span></label>
      <input
        id="${name}"
        name="${name}"
        value="${buyer[name]}"
        autocomplete="${name === 'city' ? 'address-level2' : 'given-name'}"
        maxlength="200"
        aria-describedby="${name}-hint ${name}-error"
        aria-invalid="${fieldErrors ? 'true' : 'false'}"
      />
      ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
      ${fieldErrors ? html`<p class="error" id="${name}-error">${fieldErrors.join(' ')}</p>` : ''}
    </div>
  `
}

function countryField({ buyer, errors = noErrors }: CheckoutState) {
  const fieldErrors = errors['country']
  return html`
    <div class="field">
      <label for="country">Country <span class="hint">(optional)</span></label>
      <select
        id="country"
        name="country"
        autocomplete="country"
        aria-describedby="country-error"
        aria-invalid="${fieldErrors ? 'true' : 'false'}"
      >
        <option value="">Not specified</option>
        ${countries.map(
          ({ code, name }) =>
            html`<option value="${code}" ${code === buyer.country ? 'selected' : ''}>
              ${name}
            </option>`,
        )}
      </select>
      ${fieldErrors ? html`<p class="error" id="country-error">${fieldErrors.join(' ')}</p>` : ''}
    </div>
  `
}
