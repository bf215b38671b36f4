/** Forms on the pages of the shop, and what the pixel tells of them. */
import { createHash } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { PixelForm } from '#app/contract/forms.ts'
import type { PixelEvent } from '#app/contract/pixel-events.ts'
import type { EdgeSite } from './edge-double.ts'
import { nudgeOf, payloadOf } from './shop-test.ts'

/** A payload with something to show, so that a test sees when the page is ready. */
export const formsPayload = (...forms: PixelForm[]) => payloadOf([nudgeOf()], {}, { forms })

/** Adds forms to the page. The page sends them by a script of its own unless they are to be sent. */
export const addForms = (page: Page, html: string, isSent = false) =>
  page.evaluate(
    ([markup, isReallySent]) => {
      document.querySelector('main')?.insertAdjacentHTML('afterbegin', markup)
      if (isReallySent) return
      document.addEventListener('submit', (event) => {
        event.preventDefault()
      })
    },
    [html, isSent] as const,
  )

/** Sends forms as a visitor does, one after the other. */
export const sendForms = (page: Page, ...selectors: string[]) =>
  page.evaluate((all) => {
    for (const one of all) {
      const form = document.querySelector(one)
      if (!form) throw new Error(`There is no ${one}.`)
      // Fields may have taken the names of the form's own functions.
      HTMLFormElement.prototype.requestSubmit.call(form)
    }
  }, selectors)

export const hashOf = (email: string) => createHash('sha256').update(email).digest('hex')

/** What was told, in the order in which it came. */
export const signUpsOf = ({ events }: EdgeSite) =>
  events.flatMap((event) => (event.type === 'activity' ? [event.activity] : []))

/**
 * The sign-ups that leave the page from now on, in the order in which they leave: on their way one may
 * overtake another.
 */
export const watchSignUps = (page: Page) => {
  const left: unknown[] = []
  page.on('request', (request) => {
    const { events } = JSON.parse(request.postData() ?? '{}') as { events?: PixelEvent[] }
    for (const event of events ?? []) if (event.type === 'activity') left.push(event.activity)
  })
  return left
}

/** A form whose sign-up comes after all that was told before: then it can be said what was not. */
export const control = {
  rule: { selector: '#control', email: 'control_email' },
  html: `<form id="control"><input name="control_email" value="control@shop.example"></form>`,
  hash: hashOf('control@shop.example'),
}
