/** Refusals of payment services, marketplaces, lists of people and reviews. */
import { after, browserCheck, every, on, type Refusal } from './refusal.ts'

const stripeError = (status: number, error: object = {}) => ({
  status,
  json: { error: { type: 'invalid_request_error', ...error } },
})

export const stripeRefusals: readonly Refusal[] = [
  {
    id: 'no-permission',
    when: 'the restricted key may not read customers',
    meets: on('GET', '/v1/customers'),
    answer: stripeError(403),
    outcomes: { test: 'lost', read: 'lost' },
    isPartial: true,
  },
  {
    id: 'endpoint-limit',
    when: 'the account has as many webhook endpoints as it may',
    meets: on('POST', '/v1/webhook_endpoints'),
    answer: stripeError(400),
    outcomes: { subscribe: 'setting' },
    isFirst: true,
  },
  {
    id: 'cursor-gone',
    when: 'a page begins after an object that no longer exists',
    meets: after('starting_after'),
    answer: stripeError(400, { code: 'resource_missing', param: 'starting_after' }),
    outcomes: { read: 'record' },
  },
  {
    id: 'page',
    when: 'a page answers with status 200, which at a service’s address is a fault of it',
    meets: every,
    answer: browserCheck,
    outcomes: { test: 'later', read: 'later', subscribe: 'later' },
  },
]

const paypalError = (status: number, name: string) => ({
  status,
  json: { name, message: 'Refused.', debug_id: '0' },
})

export const paypalRefusals: readonly Refusal[] = [
  {
    id: 'url-exists',
    when: 'another webhook has the address',
    meets: on('POST', '/notifications/webhooks'),
    answer: paypalError(400, 'WEBHOOK_URL_ALREADY_EXISTS'),
    outcomes: { subscribe: 'record' },
    isFirst: true,
  },
  {
    id: 'too-many',
    when: 'the app has ten webhooks',
    meets: on('POST', '/notifications/webhooks'),
    answer: paypalError(400, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED'),
    outcomes: { subscribe: 'setting' },
    isFirst: true,
  },
]

export const etsyRefusals: readonly Refusal[] = [
  {
    id: 'rate-second',
    when: 'more requests a second than the app may send',
    meets: every,
    answer: {
      status: 429,
      headers: { 'retry-after': '3', 'x-remaining-this-second': '0', 'x-limit-per-second': '10' },
      json: { error: 'Too many.' },
    },
    outcomes: { test: 3, read: 3 },
  },
  {
    id: 'rate-day',
    when: 'the requests of a day are used up, and no header names a moment',
    meets: every,
    answer: {
      status: 429,
      headers: { 'x-remaining-today': '0', 'x-limit-per-day': '10000' },
      json: { error: 'Too many.' },
    },
    outcomes: { test: 'later', read: 'later' },
  },
  {
    id: 'token-ended',
    when: 'the access token ended',
    meets: every,
    answer: { status: 401, json: { error: 'invalid_token', error_description: 'Ended.' } },
    outcomes: { test: 'lost', read: 'lost' },
  },
  {
    id: 'scope',
    when: 'the token may not read reviews',
    meets: on('GET', '/reviews'),
    answer: { status: 403, json: { error: 'Refused.' } },
    outcomes: { read: 'lost' },
    isPartial: true,
  },
]

const eventbriteError = (status: number, error: string) => ({
  status,
  json: { status_code: status, error, error_description: 'Refused.' },
})

export const eventbriteRefusals: readonly Refusal[] = [
  {
    id: 'rate',
    when: 'the requests of an hour are used up, and no header names a moment',
    meets: every,
    answer: eventbriteError(429, 'HIT_RATE_LIMIT'),
    outcomes: { test: 'later', read: 'later', subscribe: 'later' },
  },
  {
    id: 'auth',
    when: 'the token was revoked',
    meets: every,
    answer: eventbriteError(401, 'INVALID_AUTH'),
    outcomes: { test: 'lost', read: 'lost', subscribe: 'lost' },
  },
  {
    id: 'auth-400',
    when: 'the token was revoked, and the status is that of the table of errors',
    meets: every,
    answer: eventbriteError(400, 'INVALID_AUTH'),
    outcomes: { test: 'lost', read: 'lost', subscribe: 'lost' },
  },
  {
    id: 'forbidden',
    when: 'the person may not read orders',
    meets: on('GET', '/orders/'),
    answer: eventbriteError(403, 'NOT_AUTHORIZED'),
    outcomes: { read: 'lost' },
  },
  {
    id: 'expansion',
    when: 'an expansion fails',
    meets: ({ query }) => query.has('expand'),
    answer: eventbriteError(500, 'EXPANSION_FAILED'),
    outcomes: { read: 'fine' },
  },
  {
    id: 'continuation',
    when: 'the place in a list is too old',
    meets: after('continuation'),
    answer: eventbriteError(400, 'BAD_CONTINUATION_TOKEN'),
    outcomes: { read: 'record' },
  },
  {
    id: 'arguments',
    when: 'a parameter has a value that isn’t known',
    meets: on('GET', '/orders/'),
    answer: eventbriteError(400, 'ARGUMENTS_ERROR'),
    outcomes: { read: 'record' },
  },
]

export const mailchimpRefusals: readonly Refusal[] = [
  {
    id: 'hook-unreachable',
    when: 'the address doesn’t answer when a webhook is added',
    meets: on('POST', '/webhooks'),
    answer: {
      status: 400,
      json: {
        type: 'https://errors.example',
        title: 'Invalid Resource',
        status: 400,
        detail: 'Refused.',
        instance: '0',
        errors: [{ field: 'url', message: 'Refused.' }],
      },
    },
    outcomes: { subscribe: 'record' },
    isFirst: true,
  },
]

export const activeCampaignRefusals: readonly Refusal[] = [
  {
    id: 'token-wrong',
    when: 'the token is wrong, or of another account',
    meets: every,
    answer: { status: 403, json: { message: 'Refused.' } },
    outcomes: { test: 'lost', subscribe: 'lost', unsubscribe: 'lost' },
  },
  {
    id: 'list-forbidden',
    when: 'the token’s user may not see the list',
    meets: on('GET', /\/lists\/\d+$/),
    answer: { status: 403, json: { message: 'Refused.' } },
    outcomes: { test: 'lost' },
  },
  {
    id: 'gone',
    when: 'a webhook that was deleted is deleted',
    meets: ({ method }) => method === 'DELETE',
    answer: { status: 404, json: { message: 'None.' } },
    outcomes: { unsubscribe: 'fine' },
  },
]

export const googleRefusals: readonly Refusal[] = [
  {
    id: 'no-access',
    when: 'Google hasn’t granted access to the project, so its quota is 0',
    meets: every,
    answer: {
      status: 429,
      json: {
        error: {
          code: 429,
          status: 'RESOURCE_EXHAUSTED',
          details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_limit_value: '0' } }],
        },
      },
    },
    outcomes: { test: 'later', read: 'later' },
  },
]

export const datashakeRefusals: readonly Refusal[] = [
  {
    id: 'token',
    when: 'the token is wrong, and the status is in the body',
    meets: every,
    answer: { json: { success: false, status: 401, message: 'Refused.' } },
    outcomes: { test: 'later', read: 'later' },
  },
  {
    id: 'page',
    when: 'a page answers with status 200 where jobs are kept',
    meets: every,
    answer: browserCheck,
    outcomes: { test: 'later', read: 'later' },
  },
]
