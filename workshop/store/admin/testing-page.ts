/** The page of the admin that makes Shopify refuse and fail, to try what the app makes of it. */
import { html } from 'hono/html'
import type { Html } from '../../shop/pages/frame.ts'
import type { DemoShop } from '../demo-shop.server.ts'
import { refusalIds, refusals, type RefusalId } from '../refusals/published-refusals.ts'
import { protectedFields, type ShopState } from '../state/shop-state.ts'

const faults = [401, 402, 404, 423, 429, 500]

export const testingMain = (demoShop: DemoShop, message: string | null): Html => {
  const { state: shop } = demoShop
  const action = `/store/${shop.name}/testing`
  return html`
    ${message ? html`<p class="box" role="status">${message}</p>` : ''}
    <form class="box row" method="post" action="${action}">
      <button name="action" value="expire">Expire the session token now</button>
      <span class="hint">The app’s next request carries an expired token.</span>
    </form>
    <form class="box row" method="post" action="${action}">
      <button name="action" value="storage">
        ${shop.blocksStorage ? 'Allow storage in the app’s frame' : 'Block storage in the app’s frame'}
      </button>
      <span class="hint">
        Many browsers block what a page of another site stores. Reload the app to see it.
      </span>
    </form>
    ${subscriptionForm(shop, action)}
    <form class="box row" method="post" action="${action}">
      <span>Customer data that was approved for the app:</span>
      ${approvalBox('orders', 'orders', shop.dataAccess !== null)}
      ${protectedFields.map((field) =>
        approvalBox(field, field, shop.dataAccess?.includes(field) ?? false),
      )}
      <button name="action" value="approve">Set</button>
      <span class="hint">
        None is level 0, orders alone are level 1, and any of the others is level 2.
      </span>
    </form>
    <form class="box row" method="post" action="${action}">
      <label for="status">The Admin API answers its next request with</label>
      <select id="status" name="status">
        ${faults.map((status) => html`<option>${status}</option>`)}
      </select>
      <button name="action" value="fault">Set</button>
    </form>
    <section class="box">
      <h2>Refusals</h2>
      <p class="hint">Each is one that Shopify publishes, and lasts until it’s switched off.</p>
      ${refusalIds.map((id) => refusalForm(demoShop, id, action))}
    </section>
  `
}

const approvalBox = (name: string, label: string, isApproved: boolean): Html => html`
  <label><input type="checkbox" name="${name}" ${isApproved ? 'checked' : ''} /> ${label}</label>
`

const subscriptionForm = ({ installation }: ShopState, action: string): Html | string => {
  const paid = installation?.subscriptions.find(
    ({ status }) => status === 'ACTIVE' || status === 'FROZEN',
  )
  if (!paid) return ''
  const isFrozen = paid.status === 'FROZEN'
  return html`
    <form class="box row" method="post" action="${action}">
      <button name="action" value="${isFrozen ? 'thaw' : 'freeze'}">
        ${isFrozen ? 'Pay the shop’s bills' : 'Stop paying the shop’s bills'}
      </button>
      <span class="hint">The subscription “${paid.name}” is ${paid.status.toLowerCase()}.</span>
    </form>
  `
}

const refusalForm = ({ refusing }: DemoShop, id: RefusalId, action: string): Html => {
  const isOn = refusing.active().includes(id)
  return html`
    <form class="row" method="post" action="${action}">
      <input type="hidden" name="refusal" value="${id}" />
      <button name="action" value="${isOn ? 'allow' : 'refuse'}" aria-pressed="${String(isOn)}">
        ${refusals[id].label}
      </button>
    </form>
  `
}
