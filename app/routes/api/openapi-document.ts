/** The API in OpenAPI 3.1, made from the shapes that judge its requests. https://spec.openapis.org/oas/v3.1.1 */
import { z } from 'zod'
import {
  activityInput,
  activityList,
  batchAnswer,
  bearerAnswer,
  describedBatch,
  listQuery,
  problem,
  singleAnswer,
  siteList,
} from '#app/contract/activities.ts'
import { claimAnswer } from '#app/contract/claims.ts'
import { abilities } from '#app/domain/tokens/token.ts'
import { productName } from '#app/lib/product.ts'
import * as examples from './openapi-examples.ts'

const siteParameter = {
  name: 'uuid',
  in: 'path',
  required: true,
  description: 'The uuid of the site, as it stands in its installation code.',
  schema: { type: 'string', format: 'uuid' },
} as const

/** @param appUrl where the product answers */
export const openapiDocument = (appUrl: string) => ({
  openapi: '3.1.1',
  info: {
    title: `${productName} REST API`,
    version: '1',
    description:
      'Tells the product what happened in a shop. Bodies are JSON in UTF-8 of at most 256 KiB; fields that are not described here are ignored.',
  },
  servers: [{ url: appUrl }],
  security: [{ token: [] }],
  paths: {
    '/api/v1/me': {
      get: {
        operationId: 'readBearer',
        summary: 'Whom the token speaks for and what it may do',
        responses: {
          '200': answer('The token.', 'Bearer', examples.bearer),
          ...problems(401),
        },
      },
    },
    '/api/v1/sites': {
      get: {
        operationId: 'listSites',
        summary: 'The sites that the token works for',
        description: needs('sites:read'),
        responses: {
          '200': answer('The sites, oldest first.', 'SiteList', examples.sites),
          ...problems(401, 403),
        },
      },
    },
    '/api/v1/sites/{uuid}/activities': {
      parameters: [siteParameter],
      get: {
        operationId: 'listActivities',
        summary: 'The activities of a site, newest first',
        description: needs('activities:read'),
        parameters: queryParameters(),
        responses: {
          '200': answer('One page.', 'ActivityList', examples.list),
          ...problems(401, 403, 404, 422),
        },
      },
      post: {
        operationId: 'recordActivities',
        summary: 'Record one activity, or up to a hundred',
        description: `${needs('activities:write')} Each activity is stored once by its kind and id. The same one again changes nothing, so a failed request may be repeated as it is; with another state it is taken back. In a list, each activity is judged by itself.`,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { oneOf: [reference('Activity'), reference('ActivityBatch')] },
              examples: {
                purchase: { summary: 'One order', value: examples.purchase },
                signup: { summary: 'One sign-up', value: examples.signup },
                batch: { summary: 'Several at once', value: examples.batch },
              },
            },
          },
        },
        responses: {
          '200': {
            description: 'The activity was stored before; or what became of each one of a list.',
            content: {
              'application/json': {
                schema: { oneOf: [reference('StoredActivity'), reference('BatchAnswer')] },
                examples: {
                  repeated: { summary: 'One, stored before', value: examples.single },
                  batch: { summary: 'Several at once', value: examples.batchAnswered },
                },
              },
            },
          },
          '201': answer('The activity is stored.', 'StoredActivity', examples.single),
          ...problems(400, 401, 403, 404, 409, 413, 422, 503),
        },
      },
    },
    '/api/v1/sites/{uuid}/claims/{id}': {
      parameters: [
        siteParameter,
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The claim that the pixel was told with the item that it showed.',
          schema: { type: 'string', format: 'uuid' },
        },
      ],
      get: {
        operationId: 'readClaim',
        summary: 'What a shown nudge said, by which rule, and the activity behind it',
        description: needs('activities:read'),
        responses: {
          '200': answer('The claim.', 'Claim', examples.claim),
          ...problems(401, 403, 404),
        },
      },
    },
  },
  components: {
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: `An API token. Its abilities: ${abilities.join(', ')}. It is taken from the Authorization header only.`,
      },
    },
    schemas: {
      Activity: schemaOf(activityInput, 'input'),
      ActivityBatch: schemaOf(describedBatch, 'input'),
      StoredActivity: schemaOf(singleAnswer, 'output'),
      BatchAnswer: schemaOf(batchAnswer, 'output'),
      ActivityList: schemaOf(activityList, 'output'),
      SiteList: schemaOf(siteList, 'output'),
      Claim: schemaOf(claimAnswer, 'output'),
      Bearer: schemaOf(bearerAnswer, 'output'),
      Problem: schemaOf(problem, 'output'),
    },
  },
})

const needs = (ability: (typeof abilities)[number]) => `The token needs the ability ${ability}.`

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const answer = (description: string, name: string, example: unknown) => ({
  description,
  content: { 'application/json': { schema: reference(name), example } },
})

/** Each one answers with the same shape. */
const meanings = {
  400: 'The body is not JSON.',
  401: 'No token, or one that is not valid.',
  403: 'The token lacks the ability.',
  404: 'There is no such site for this token.',
  409: 'The id belongs to another activity.',
  413: 'The body is larger than 256 KiB.',
  422: 'Some fields are not right: `errors` says which and why.',
  503: 'The service is busy or restarting. Try again after the seconds in Retry-After; nothing that was acknowledged is lost.',
} as const

const problems = (...statuses: (keyof typeof meanings)[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: meanings[status],
        content: { 'application/problem+json': { schema: reference('Problem') } },
      },
    ]),
  )

function schemaOf(shape: z.ZodType, io: 'input' | 'output') {
  const { $schema: _draft, ...schema } = z.toJSONSchema(shape, { io })
  return schema
}

function queryParameters() {
  const { properties = {} } = schemaOf(listQuery, 'input')
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }))
}
