/** Forms on the shop's pages, and what the pixel reports about them. */
import { createHash } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { PixelForm } from '#app/contract/forms.ts'
import type { PixelEvent } from '#app/contract/pixel-events.ts'
import type { EdgeSite } from './edge-double.ts'
import { nudgeOf, payloadOf } from './shop-test.ts'

/** A payload with a nudge, which shows a test on each page that the page is ready. */
export const formsPayload = (...forms: PixelForm[]) =>
  payloadOf([nudgeOf()], { loop: true }, { forms })

/** Adds forms to the page. The page handles them by script unless `isSent`. */
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

/** Submits forms like a visitor, one after the other. */
export const sendForms = (page: Page, ...selectors: string[]) =>
  page.evaluate((all) => {
    for (const one of all) {
      const form = document.querySelector(one)
      if (!form) throw new Error(`There is no ${one}.`)
      // Fields may shadow the form's own methods.
      HTMLFormElement.prototype.requestSubmit.call(form)
    }
  }, selectors)

export const hashOf = (email: string) => createHash('sha256').update(email).digest('hex')

/** Reported sign-ups, in order of arrival. */
export const signUpsOf = ({ events }: EdgeSite) =>
  events.flatMap((event) => (event.type === 'activity' ? [event.activity] : []))

/** Sign-ups sent from now on, in the order of sending, because requests may overtake each other. */
export const watchSignUps = (page: Page) => {
  const left: unknown[] = []
  page.on('request', (request) => {
    const { events } = JSON.parse(request.postData() ?? '{}') as { events?: PixelEvent[] }
    for (const event of events ?? []) if (event.type === 'activity') left.push(event.activity)
  })
  return left
}

/** A form whose sign-up arrives after everything before it, which proves what wasn't reported. */
export const control = {
  rule: { selector: '#control', email: 'control_email' },
  html: `<form id="control"><input name="control_email" value="control@shop.example"></form>`,
  hash: hashOf('control@shop.example'),
}
