/** All ways in, with their logins. */
import { html } from 'hono/html'
import { productName } from '#app/lib/product.ts'
import type { Door } from '../doors.ts'
import type { ShopPage } from './frame.ts'

/** @param appUrl where the logins are shown */
export const doorsPage = (
  doors: readonly Door[],
  { appUrl, isElsewhere }: { appUrl: string; isElsewhere: boolean },
): ShopPage => ({
  title: 'All doors',
  main: isElsewhere
    ? html`<h1>All doors</h1>
        <p>Logins are only shown at <a href="${appUrl}/demo/doors">${appUrl}/demo/doors</a>.</p>`
    : html`<h1>All doors</h1>
        <p>${productName} and everything that runs next to it, on this machine only.</p>
        <ul class="plain stack">
          ${doors.map(entry)}
        </ul>`,
})

const entry = ({ name, about, url, login }: Door) => html`
  <li class="box">
    <h2><a href="${url}">${name}</a></h2>
    <p>${about}</p>
    ${
      login
        ? html`<p>
            Email <code>${login.email}</code>, password <code>${login.password}</code>${
              login.code === null
                ? ''
                : html`, code <code>${login.code}</code>. Each code works once, for half a minute.
                    Reload the page for the next one`
            }.
          </p>`
        : ''
    }
  </li>
`
