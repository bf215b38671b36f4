/** Frame of the admin's pages. hono/html escapes values. */
import { html } from 'hono/html'
import type { Html } from '../../shop/pages/frame.ts'
import type { ShopState, Staff } from '../state/shop-state.ts'

export type AdminPage = {
  title: string
  /** Last part of its URL; marks the link to it. */
  at: string
  main: Html
}

export type AdminFrame = {
  shop: ShopState
  viewer: Staff
  storefrontUrl: string
  /** Null while the app isn't installed. */
  appPath: string | null
}

const sections = [
  ['', 'Home'],
  ['orders', 'Orders'],
  ['products', 'Products'],
  ['customers', 'Customers'],
  ['themes', 'Online store'],
  ['apps', 'Apps'],
  ['webhooks', 'Webhooks'],
  ['testing', 'Testing'],
] as const

const roleOf = ({ isOwner }: Staff) => (isOwner ? 'owner' : 'collaborator')

const nameOf = ({ firstName, lastName }: Staff) => `${firstName} ${lastName}`

export function frameAdminPage({ title, at, main }: AdminPage, frame: AdminFrame): Html {
  const { shop, viewer, storefrontUrl, appPath } = frame
  const root = `/store/${shop.name}`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${shop.title} · Demo admin</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        <link rel="stylesheet" href="/admin.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="dark row">
          <strong>Demo admin</strong>
          <strong>${shop.title}</strong>
          <a href="${storefrontUrl}/">View store</a>
          <span></span>
          <form class="row" method="post" action="${root}/staff">
            <label for="viewer">Logged in as</label>
            <select id="viewer" name="viewer">
              ${shop.staff.map(
                (one) => html`
                  <option value="${String(one.id)}" ${one === viewer ? 'selected' : ''}>
                    ${nameOf(one)}, ${roleOf(one)}
                  </option>
                `,
              )}
            </select>
            <button type="submit">Switch</button>
          </form>
        </header>
        <div class="layout row">
          <nav class="side" aria-label="Admin">
            <ul class="plain row">
              ${sections.map(
                ([path, label]) => html`
                  <li>
                    <a href="${root}${path && `/${path}`}" ${at === path ? current : ''}
                      >${label}</a
                    >
                    ${path === 'apps' && appPath ? appLinks(appPath) : ''}
                  </li>
                `,
              )}
            </ul>
          </nav>
          ${main}
        </div>
      </body>
    </html>`
}

const current = html`aria-current="page"`

/** The app adds its pages to the list. */
const appLinks = (appPath: string) => html`
  <ul class="plain">
    <li><a href="${appPath}">Installed app</a></li>
  </ul>
  <ul class="plain row" id="app-nav"></ul>
`

export const contentOf = (title: string, content: Html): Html => html`
  <main id="main" tabindex="-1">
    <h1>${title}</h1>
    ${content}
  </main>
`
