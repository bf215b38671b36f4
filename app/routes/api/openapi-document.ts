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
import {
  conversionInput,
  goalChange,
  goalInput,
  goalList,
  singleConversion,
  singleGoal,
} from '#app/contract/goals.ts'
import { abilities } from '#app/domain/tokens/token.ts'
import { productName } from '#app/lib/product.ts'
import * as examples from './openapi-examples.ts'
import { goalPaths } from './openapi-goals.ts'
import { answer, needs, problems, reference, siteParameter } from './openapi-parts.ts'

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
    ...goalPaths,
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
      Goal: schemaOf(goalInput, 'input'),
      GoalChange: schemaOf(goalChange, 'input'),
      StoredGoal: schemaOf(singleGoal, 'output'),
      GoalList: schemaOf(goalList, 'output'),
      Conversion: schemaOf(conversionInput, 'input'),
      StoredConversion: schemaOf(singleConversion, 'output'),
      Bearer: schemaOf(bearerAnswer, 'output'),
      Problem: schemaOf(problem, 'output'),
    },
  },
})

function schemaOf(shape: z.ZodType, io: 'input' | 'output') {
  const { $schema: _draft, ...schema } = z.toJSONSchema(shape, { io })
  return schema
}

function queryParameters() {
  const { properties = {} } = schemaOf(listQuery, 'input')
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }))
}
