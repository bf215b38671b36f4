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
import { hookInput, hookList, newHook, webhookBody } from '#app/contract/webhooks.ts'
import { abilities } from '#app/domain/tokens/token.ts'
import { productName } from '#app/lib/product.ts'
import * as examples from './openapi-examples.ts'
import { goalPaths } from './openapi-goals.ts'
import { hookPaths, hookWebhooks } from './hooks/openapi-hooks.ts'
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
      'Send your shop’s orders and sign-ups, and read your data. Bodies are UTF-8 JSON of up to 256 KiB; unknown fields are ignored.',
  },
  servers: [{ url: appUrl }],
  security: [{ token: [] }],
  paths: {
    '/api/v1/me': {
      get: {
        operationId: 'readBearer',
        summary: 'Get the token’s organization and abilities',
        responses: {
          '200': jsonAnswerPart('The token.', 'Bearer', examples.bearerExample),
          ...problemResponses(401),
        },
      },
    },
    '/api/v1/sites': {
      get: {
        operationId: 'listSites',
        summary: 'List sites',
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
        summary: 'List a site’s activities, newest first',
        description: needsAbility('activities:read'),
        parameters: queryParameters(),
        responses: {
          '200': jsonAnswerPart('One page.', 'ActivityList', examples.activityListExample),
          ...problemResponses(401, 403, 404, 422),
        },
      },
      post: {
        operationId: 'recordActivities',
        summary: 'Record up to 100 activities',
        description: `${needsAbility('activities:write')} Activities are deduplicated by kind and id, so it’s safe to retry a failed request. Resend an activity with another state to cancel or refund it. Items in a batch are validated independently.`,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { oneOf: [schemaReference('Activity'), schemaReference('ActivityBatch')] },
              examples: {
                purchase: { summary: 'Order', value: examples.purchaseExample },
                signup: { summary: 'Sign-up', value: examples.signupExample },
                batch: { summary: 'Batch', value: examples.batchExample },
              },
            },
          },
        },
        responses: {
          '200': {
            description:
              'The activity was already stored, or the outcome for each item of a batch.',
            content: {
              'application/json': {
                schema: {
                  oneOf: [schemaReference('StoredActivity'), schemaReference('BatchAnswer')],
                },
                examples: {
                  repeated: { summary: 'Already stored', value: examples.singleExample },
                  batch: { summary: 'Batch', value: examples.batchResponseExample },
                },
              },
            },
          },
          '201': jsonAnswerPart('Activity stored.', 'StoredActivity', examples.singleExample),
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
          description: 'ID of a claim from a site’s pixel payload.',
          schema: { type: 'string', format: 'uuid' },
        },
      ],
      get: {
        operationId: 'readClaim',
        summary: 'Get a claim: what a nudge showed, the rule and the activity behind it',
        description: needsAbility('activities:read'),
        responses: {
          '200': jsonAnswerPart('The claim.', 'Claim', examples.claimExample),
          ...problemResponses(401, 403, 404),
        },
      },
    },
    ...goalPaths,
    ...hookPaths,
  },
  webhooks: hookWebhooks,
  components: {
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: `API token, sent in the Authorization header. Abilities: ${abilities.join(', ')}.`,
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
      Hook: schemaOf(hookInput, 'input'),
      HookList: schemaOf(hookList, 'output'),
      NewHook: schemaOf(newHook, 'output'),
      WebhookBody: schemaOf(webhookBody, 'output'),
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
