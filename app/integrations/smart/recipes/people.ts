/** Recipes for sign-ups: subscribers, answers of forms and booked appointments. */
import { emailAt, firstName, isoDate, recipe, wholeName } from './recipe.ts'

/** Source: Mailchimp Marketing API, guide to audience webhooks. */
export const mailchimp = recipe({
  id: 'mailchimp-subscribers',
  label: 'Mailchimp subscribers',
  beside: 'mailchimp',
  summary: 'New subscribers of a Mailchimp audience.',
  secret: 'none',
  steps: [
    'In Mailchimp, open Audience › Settings › Webhooks, and create a webhook.',
    'Enter the address from this page. Keep it secret, because Mailchimp doesn’t sign what it sends.',
    'Select Subscribes and Unsubscribes, and save.',
  ],
  verification: { type: 'none' },
  mapping: {
    kind: 'signup',
    states: { cancelled: [{ at: '/type', op: 'eq', value: 'unsubscribe' }] },
    when: [{ at: '/type', op: 'eq', value: 'subscribe' }],
    id: ['/data/id'],
    set: {
      'person.first_name': firstName('/data/merges/FNAME'),
      'person.email': emailAt('/data/email'),
      occurred_at: isoDate('/fired_at'),
    },
  },
})

/**
 * Source: typeform.com/developers, webhooks (example payload, securing them). Answers are in the order of
 * the form's questions, so only an answer of the type email is known for what it is. A first name is taken
 * from a hidden field; the owner can choose an answer instead, once there is a sample.
 */
export const typeform = recipe({
  id: 'typeform-responses',
  label: 'Typeform responses',
  summary: 'People who submit one of your typeforms.',
  secret: 'ours',
  steps: [
    'In Typeform, open your form, then Connect › Webhooks, and add a webhook with the address from this page.',
    'Edit the webhook, enter the secret from this page, and save. Turn the webhook on.',
    'Send a test request. Then choose the answer with the first name here, if your form asks for it.',
  ],
  verification: {
    type: 'hmac',
    header: 'typeform-signature',
    algorithm: 'sha256',
    encoding: 'base64',
    prefix: 'sha256=',
  },
  mapping: {
    kind: 'signup',
    when: [{ at: '/event_type', op: 'eq', value: 'form_response' }],
    id: ['/form_response/token'],
    set: {
      'person.first_name': firstName('/form_response/hidden/first_name'),
      'person.email': emailAt(
        ...[0, 1, 2, 3, 4].map((place) => `/form_response/answers/${String(place)}/email`),
      ),
      occurred_at: isoDate('/form_response/submitted_at'),
    },
  },
})

/**
 * Source: developer.calendly.com, webhook payload and webhook signatures. A moved appointment is a
 * cancellation and a new invitee, so it counts once.
 */
export const calendly = recipe({
  id: 'calendly-bookings',
  label: 'Calendly bookings',
  summary: 'People who book an appointment with you.',
  secret: 'ours',
  steps: [
    'Calendly creates webhooks through its API, on the plans that have it. Ask your developer, or use Calendly in Zapier.',
    'Create a webhook subscription for invitee.created and invitee.canceled, with the address from this page as url.',
    'Use the secret from this page as its signing_key.',
  ],
  verification: {
    type: 'hmac',
    header: 'calendly-webhook-signature',
    algorithm: 'sha256',
    encoding: 'hex',
    timestamp: { key: 't', signatureKey: 'v1' },
  },
  mapping: {
    kind: 'signup',
    states: { cancelled: [{ at: '/event', op: 'eq', value: 'invitee.canceled' }] },
    when: [{ at: '/event', op: 'eq', value: 'invitee.created' }],
    id: ['/payload/uri'],
    set: {
      'person.first_name': wholeName('/payload/first_name', '/payload/name'),
      'person.email': emailAt('/payload/email'),
      occurred_at: isoDate('/payload/created_at'),
    },
  },
})
