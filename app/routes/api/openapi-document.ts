/**
 * The API's OpenAPI 3.1 document, generated from the schemas that validate its requests.
 * https://spec.openapis.org/oas/v3.1.1
 */
import { z } from 'zod'
import {
  activityInput,
  activityList,
  batchAnswer,
  bearerAnswer,
  describedBatch,
  listQuery,
  problemDetails,
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
import {
  jsonAnswerPart,
  needsAbility,
  problemResponses,
  schemaReference,
  siteParameter,
} from './openapi-parts.ts'

/** @param appUrl the product's URL */
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
          '200': jsonAnswerPart('The token.', 'Bearer', examples.bearerExample),
          ...problemResponses(401),
        },
      },
    },
    '/api/v1/sites': {
      get: {
        operationId: 'listSites',
        summary: 'The sites that the token works for',
        description: needsAbility('sites:read'),
        responses: {
          '200': jsonAnswerPart('The sites, oldest first.', 'SiteList', examples.sitesExample),
          ...problemResponses(401, 403),
        },
      },
    },
    '/api/v1/sites/{uuid}/activities': {
      parameters: [siteParameter],
      get: {
        operationId: 'listActivities',
        summary: 'The activities of a site, newest first',
        description: needsAbility('activities:read'),
        parameters: queryParameters(),
        responses: {
          '200': jsonAnswerPart('One page.', 'ActivityList', examples.activityListExample),
          ...problemResponses(401, 403, 404, 422),
        },
      },
      post: {
        operationId: 'recordActivities',
        summary: 'Record one activity, or up to a hundred',
        description: `${needsAbility('activities:write')} Each activity is stored once by its kind and id. The same one again changes nothing, so a failed request may be repeated as it is; with another state it is taken back. In a list, each activity is judged by itself.`,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { oneOf: [schemaReference('Activity'), schemaReference('ActivityBatch')] },
              examples: {
                purchase: { summary: 'One order', value: examples.purchaseExample },
                signup: { summary: 'One sign-up', value: examples.signupExample },
                batch: { summary: 'Several at once', value: examples.batchExample },
              },
            },
          },
        },
        responses: {
          '200': {
            description: 'The activity was stored before; or what became of each one of a list.',
            content: {
              'application/json': {
                schema: {
                  oneOf: [schemaReference('StoredActivity'), schemaReference('BatchAnswer')],
                },
                examples: {
                  repeated: { summary: 'One, stored before', value: examples.singleExample },
                  batch: { summary: 'Several at once', value: examples.batchResponseExample },
                },
              },
            },
          },
          '201': jsonAnswerPart(
            'The activity is stored.',
            'StoredActivity',
            examples.singleExample,
          ),
          ...problemResponses(400, 401, 403, 404, 409, 413, 422, 503),
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
        description: needsAbility('activities:read'),
        responses: {
          '200': jsonAnswerPart('The claim.', 'Claim', examples.claimExample),
          ...problemResponses(401, 403, 404),
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
      Problem: schemaOf(problemDetails, 'output'),
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
