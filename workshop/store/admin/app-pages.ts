/** Pages of the admin about the app: installation, its frame, charges, theme, webhooks. */
import { html, raw } from 'hono/html'
import type { Html } from '../../shop/pages/frame.ts'
import { gid, type Purchase, type ShopState, type Subscription } from '../state/shop-state.ts'
import { scriptJson } from '../storefront/shop-frame.ts'
import type { ThemeBlock } from '../storefront/theme-extension.server.ts'
import type { Delivery } from '../wire/webhooks.server.ts'

export const appsMain = (shop: ShopState, handle: string): Html => html`
  <section class="box">
    <h2>${handle}</h2>
    ${
      shop.installation
        ? html`
            <p>Installed. Permissions: ${shop.installation.scopes.join(', ')}</p>
            <form class="row" method="post" action="/store/${shop.name}/apps">
              <a href="/store/${shop.name}/apps/${handle}">Open app</a>
              <button class="critical" name="action" value="uninstall">Uninstall</button>
            </form>
          `
        : html`
            <p>Not installed.</p>
            <p><a href="/store/${shop.name}/oauth/install">Install app</a></p>
          `
    }
  </section>
`

type InstallPage = { shop: ShopState; handle: string; scopes: readonly string[] }

export const installMain = ({ shop, handle, scopes }: InstallPage): Html => html`
  <section class="box">
    <h2>Install ${handle}</h2>
    <p>The app gets these permissions:</p>
    <ul>
      ${scopes.map((scope) => html`<li>${scope}</li>`)}
    </ul>
    <form method="post" action="/store/${shop.name}/apps">
      <button class="primary" name="action" value="install">Install</button>
    </form>
  </section>
`

/** The initial values of admin-frame.js. */
export type FrameConfig = {
  title: string
  shopTitle: string
  src: string
  appOrigin: string
  /** Path of the app in the admin, without a trailing slash. */
  appPath: string
  adminPath: string
  /** Where the script's calls go. */
  calls: string
  frameName: Record<string, unknown>
}

export const appMain = (config: FrameConfig): Html => html`
  <main class="app-main" id="main" tabindex="-1" aria-label="App">
    <div class="dark row" id="save-bar" role="region" aria-label="Unsaved changes" hidden></div>
    <div class="app-head row">
      <h1 id="app-title">${config.title}</h1>
      <div class="row" id="app-actions"></div>
    </div>
    <div class="loading" id="loading" role="status" aria-label="Loading" hidden></div>
    <div id="frame-place"></div>
    <div role="status"><ul class="plain toasts" id="toasts"></ul></div>
    <script type="application/json" id="frame-config">
      ${raw(scriptJson(config))}
    </script>
    <script src="/admin-frame.js"></script>
  </main>
`

export const chargeMain = (shop: ShopState, charge: Subscription | Purchase): Html => {
  const interval = 'interval' in charge ? intervals[charge.interval] : 'once'
  const price = charge.price
    ? `${charge.price.amount} ${charge.price.currencyCode} ${interval}`
    : ''
  return html`
    <section class="box">
      <h2>Approve charge</h2>
      <p><strong>${charge.name}</strong></p>
      <p>${price}</p>
      ${
        'cappedAmount' in charge && charge.cappedAmount
          ? html`<p>Up to ${charge.cappedAmount.amount} for usage. ${charge.terms}</p>`
          : ''
      }
      ${
        'trialDays' in charge && charge.trialDays > 0
          ? html`<p>Free for ${charge.trialDays} days.</p>`
          : ''
      }
      ${charge.isTest ? html`<p class="hint">Test charge: no money moves.</p>` : ''}
      ${
        charge.status === 'PENDING'
          ? html`
              <form
                class="row"
                method="post"
                action="/store/${shop.name}/charges/${String(charge.id)}"
              >
                <button class="primary" name="answer" value="approve">Approve</button>
                <button name="answer" value="decline">Decline</button>
              </form>
            `
          : html`<p>This charge is ${charge.status.toLowerCase()}.</p>`
      }
    </section>
  `
}

const intervals = { EVERY_30_DAYS: 'every 30 days', ANNUAL: 'a year' }

type ThemePage = {
  shop: ShopState
  blocks: readonly ThemeBlock[]
  /** Block that a link wants to be switched on or added. */
  wanted: string | null
  previewUrl: string
}

export const themeMain = ({ shop, blocks, wanted, previewUrl }: ThemePage): Html => {
  const embeds = blocks.filter(({ target }) => target !== 'section')
  const sections = blocks.filter(({ target }) => target === 'section')
  if (!shop.installation || blocks.length === 0) {
    return html`<section class="box"><p>No installed app adds anything to the theme.</p></section>`
  }
  return html`
    ${wantedNotice(blocks, wanted)}
    <section class="box">
      <h2>App embeds</h2>
      ${embeds.map((block) => blockForm(shop, block, shop.theme.embeds.has(block.handle)))}
    </section>
    <section class="box">
      <h2>App blocks on the product page</h2>
      ${sections.map((block) =>
        blockForm(
          shop,
          block,
          shop.theme.blocks.some(({ handle }) => handle === block.handle),
        ),
      )}
    </section>
    <section class="box">
      <h2>Preview</h2>
      <iframe class="preview" title="Preview of the theme" src="${previewUrl}"></iframe>
    </section>
  `
}

const wantedNotice = (blocks: readonly ThemeBlock[], wanted: string | null) => {
  const block = blocks.find(({ handle }) => handle === wanted)
  return block
    ? html`<p class="box" role="status">Switch on “${block.name}” below to finish.</p>`
    : ''
}

const blockForm = (shop: ShopState, { handle, name, target }: ThemeBlock, isOn: boolean) => {
  const [on, off] = target === 'section' ? ['Add', 'Remove'] : ['Switch on', 'Switch off']
  return html`
    <form class="row" method="post" action="/store/${shop.name}/themes">
      <input type="hidden" name="block" value="${handle}" />
      <button class="${isOn ? '' : 'primary'}" name="isOn" value="${isOn ? '0' : '1'}">
        ${isOn ? off : on} ${name}
      </button>
    </form>
  `
}

export const webhooksMain = (shop: ShopState, deliveries: readonly Delivery[]): Html => html`
  <div class="box scroll" tabindex="0" role="region" aria-label="Webhooks">
    <table>
      <thead>
        <tr>
          <th scope="col">Topic</th>
          <th scope="col">Time</th>
          <th scope="col">State</th>
          <th scope="col">Answers</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        ${deliveries.toReversed().map(
          ({ topic, triggeredAt, state, answers, webhookId }) => html`
            <tr>
              <th scope="row">${topic}</th>
              <td>${triggeredAt.toISOString()}</td>
              <td>${state}</td>
              <td>${answers.map((status) => (status === 0 ? 'none' : status)).join(', ')}</td>
              <td>
                <form method="post" action="/store/${shop.name}/webhooks">
                  <button name="webhookId" value="${webhookId}">Send again</button>
                </form>
              </td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`

/** App Bridge's report about the theme app extension. */
export const extensionInfo = (
  { theme }: ShopState,
  extension: { handle: string; blocks: readonly ThemeBlock[] } | null,
) =>
  extension
    ? [
        {
          handle: extension.handle,
          type: 'theme_app_extension',
          activations: extension.blocks.map(({ handle, name, target }) => {
            const themeId = gid('OnlineStoreTheme', theme.id)
            const placed =
              target === 'section'
                ? theme.blocks
                    .filter((block) => block.handle === handle)
                    .map(({ id }) => ({ target: `template--product/main/${id}`, themeId }))
                : theme.embeds.has(handle)
                  ? [{ target: handle, themeId }]
                  : []
            const status = placed.length > 0 ? 'active' : 'available'
            return { handle, name, target, status, activations: placed }
          }),
        },
      ]
    : []
