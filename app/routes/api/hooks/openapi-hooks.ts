/** Subscriptions to webhooks in the OpenAPI document, and the webhooks themselves. */
import { maxEndpoints, webhookEvents } from '#app/contract/webhooks.ts'
import { logDays } from '#app/domain/webhooks/log.server.ts'
import { neededAbility } from '#app/domain/webhooks/needed-ability.ts'
import { maxAttempts } from '#app/domain/webhooks/retry-schedule.ts'
import * as examples from './openapi-hook-examples.ts'
import { signedExample, verificationCode } from './verification.ts'
import {
  emptyAnswerPart,
  idParameter,
  jsonAnswerPart,
  jsonBodyPart,
  needsAbility,
  problemResponses,
  schemaReference,
  writeParameters,
} from '../description/openapi-parts.ts'

const neededToo = webhookEvents
  .flatMap((event) => {
    const ability = neededAbility[event]
    return ability === null ? [] : [`${event} (${ability})`]
  })
  .join(', ')

export const hookPaths = {
  '/api/v1/hooks': {
    get: {
      operationId: 'listHooks',
      summary: 'List the subscriptions that API tokens made, oldest first',
      description: needsAbility('hooks:manage'),
      responses: {
        '200': jsonAnswerPart('All subscriptions.', 'HookList', examples.hookListExample),
        ...problemResponses(403),
      },
    },
    post: {
      operationId: 'createHook',
      summary: 'Subscribe to a site’s events',
      description: `${needsAbility('hooks:manage')} These events need another ability as well: ${neededToo}. A site can have up to ${String(maxEndpoints)} webhooks. A subscription ends with its token, and when its URL answers 410.`,
      parameters: writeParameters,
      requestBody: jsonBodyPart('Hook', examples.hookExample),
      responses: {
        '201': jsonAnswerPart('Subscribed.', 'NewHook', examples.newHookExample),
        ...problemResponses(400, 402, 403, 409, 413, 415, 422),
      },
    },
  },
  '/api/v1/hooks/{id}': {
    parameters: [idParameter('Subscription', '3f0b7c1e-6a52-4c3e-9d4d-1b0a0a6d9c77')],
    delete: {
      operationId: 'removeHook',
      summary: 'End a subscription that an API token made',
      parameters: writeParameters,
      description: needsAbility('hooks:manage'),
      responses: {
        '204': emptyAnswerPart('Subscription ended.'),
        ...problemResponses(403, 404, 409),
      },
    },
  },
} as const

const signed = [
  ['webhook-id', 'The same each time this event is sent. Ignore an ID you’ve already seen.'],
  ['webhook-timestamp', 'Seconds since 1970. Refuse one that’s more than five minutes off.'],
  ['webhook-signature', 'v1 signatures, separated by spaces. Two while the secret changes.'],
] as const

const about = `Signed as described on standardwebhooks.com, with the secret of the webhook. Answer with a status from 200 to 299 within 15 seconds. Otherwise we send it again, up to ${String(maxAttempts)} times in about 28 hours, and obey Retry-After. Events can arrive more than once and out of order. Imported files, and activities that are more than a day old when they arrive, aren’t sent. Bodies are kept for ${String(logDays)} days.`

/** One for each event. https://spec.openapis.org/oas/v3.1.1#fixed-fields, `webhooks`. */
export const hookWebhooks = Object.fromEntries(
  examples.webhookExamples.map((value) => [
    value.type,
    {
      post: {
        operationId: value.type,
        summary: `The event ${value.type} of a site, sent to each webhook that picked it`,
        description: about,
        parameters: signed.map(([name, description]) => ({
          name,
          in: 'header',
          required: true,
          description,
          schema: { type: 'string' },
          ...(value.id === signedExample.headers['webhook-id']
            ? { example: signedExample.headers[name] }
            : {}),
        })),
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: schemaReference('WebhookBody'), example: value },
          },
        },
        responses: { '2XX': { description: 'Received.' }, '410': { description: 'Send no more.' } },
        'x-codeSamples': [{ lang: 'JavaScript', label: 'Verify', source: verificationCode }],
      },
    },
  ]),
)
