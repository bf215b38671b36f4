/** Pages of the admin about the shop: home, orders, products, customers. */
import { html } from 'hono/html'
import type { Html } from '../../shop/pages/frame.ts'
import {
  amountText,
  totalOf,
  type Order,
  type Product,
  type ShopState,
} from '../state/shop-state.ts'

const dateText = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')

export const homeMain = (shop: ShopState, storefrontUrl: string): Html => html`
  <section class="box">
    <p>
      This admin and its store run on your computer, so that you can try the app without an account.
      They forget everything when they stop.
    </p>
    <ol>
      <li><a href="/store/${shop.name}/apps">Install the app</a>, and set it up.</li>
      <li><a href="/store/${shop.name}/themes">Switch its app embed on</a> in the theme.</li>
      <li><a href="${storefrontUrl}/">Place an order in the store</a>.</li>
    </ol>
  </section>
  <section class="box">
    <h2>Today</h2>
    <p>
      ${shop.orders.length} orders, ${shop.products.length} products, ${shop.customers.length}
      customers
    </p>
  </section>
`

const table = (headings: readonly string[], rows: readonly Html[]) => html`
  <div class="box scroll" tabindex="0" role="region" aria-label="Table">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>
`

export const ordersMain = (shop: ShopState): Html => html`
  <form class="box row" method="post" action="/store/${shop.name}/orders">
    <label for="product">New order of</label>
    <select id="product" name="product">
      ${shop.products.map(({ id, title }) => html`<option value="${String(id)}">${title}</option>`)}
    </select>
    <label for="city">to</label>
    <select id="city" name="city">
      <option>Ottawa</option>
      <option>Köln</option>
      <option>Galway</option>
    </select>
    <button class="primary" type="submit">Create order</button>
  </form>
  ${table(
    ['Order', 'Date', 'Items', 'Total', 'Status', 'Actions'],
    shop.orders.map((order) => orderRow(shop, order)),
  )}
`

const statusOf = ({ cancelledAt, refundedAt }: Order) =>
  refundedAt ? 'Refunded' : cancelledAt ? 'Canceled' : 'Paid'

const orderRow = (shop: ShopState, order: Order) => html`
  <tr>
    <th scope="row">#${order.number}</th>
    <td>${dateText(order.createdAt)}</td>
    <td>
      ${order.lineItems.map(({ quantity, title }) => `${String(quantity)} × ${title}`).join(', ')}
    </td>
    <td>${amountText(totalOf(order.lineItems))} ${shop.currency}</td>
    <td>${statusOf(order)}</td>
    <td>
      <form class="row" method="post" action="/store/${shop.name}/orders/${String(order.id)}">
        ${order.cancelledAt ? '' : html`<button name="action" value="cancel">Cancel</button>`}
        ${order.refundedAt ? '' : html`<button name="action" value="refund">Refund</button>`}
      </form>
    </td>
  </tr>
`

export const productsMain = (shop: ShopState): Html => html`
  <form class="box row" method="post" action="/store/${shop.name}/products">
    <label for="title">New product</label>
    <input id="title" name="title" required maxlength="100" />
    <label for="price">Price</label>
    <input class="number" id="price" name="price" inputmode="decimal" value="10.00" required />
    <button class="primary" type="submit">Create product</button>
  </form>
  ${table(
    ['Product', 'Price', 'Stock', 'Actions'],
    shop.products.map((one) => productRow(shop, one)),
  )}
`

const productRow = (shop: ShopState, product: Product) => {
  const action = `/store/${shop.name}/products/${String(product.id)}`
  return html`
    <tr>
      <th scope="row">${product.title}${product.status === 'DRAFT' ? ' (draft)' : ''}</th>
      <td>
        <form class="row" method="post" action="${action}">
          <input
            class="number"
            name="price"
            aria-label="Price of ${product.title}"
            value="${amountText(product.variants[0]?.price ?? 0)}"
          />
          <button name="action" value="price">Set</button>
        </form>
      </td>
      <td>
        ${product.variants.map(
          ({ id, title, stock }) => html`
            <form class="row" method="post" action="/store/${shop.name}/variants/${String(id)}">
              ${product.option ? title : ''}
              <input
                class="number"
                type="number"
                name="stock"
                min="0"
                aria-label="Stock of ${product.title} ${product.option ? title : ''}"
                value="${stock ?? ''}"
              />
              <button>Set</button>
            </form>
          `,
        )}
      </td>
      <td>
        <form class="row" method="post" action="${action}">
          <button name="action" value="status">
            ${product.status === 'ACTIVE' ? 'Unpublish' : 'Publish'}
          </button>
          <button class="critical" name="action" value="delete">Delete</button>
        </form>
      </td>
    </tr>
  `
}

export const customersMain = (shop: ShopState): Html => html`
  <form class="box row" method="post" action="/store/${shop.name}/customers">
    <label for="firstName">First name</label>
    <input id="firstName" name="firstName" required maxlength="100" />
    <label for="email">Email</label>
    <input id="email" name="email" type="email" required maxlength="100" />
    <button class="primary" type="submit">Create customer</button>
  </form>
  ${table(
    ['Customer', 'Email', 'City', 'Privacy'],
    shop.customers.map(
      ({ id, firstName, lastName, email, address }) => html`
        <tr>
          <th scope="row">${firstName} ${lastName}</th>
          <td>${email}</td>
          <td>${address?.city ?? '–'}</td>
          <td>
            <form class="row" method="post" action="/store/${shop.name}/customers/${String(id)}">
              <button name="action" value="request">Request data</button>
              <button class="critical" name="action" value="redact">Erase data</button>
            </form>
          </td>
        </tr>
      `,
    ),
  )}
`
