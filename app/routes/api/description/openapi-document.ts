/**
 * The API's OpenAPI 3.1 document, generated from the schemas that validate its requests.
 * https://spec.openapis.org/oas/v3.1.1
 */
import * as activities from '#app/contract/activities.ts'
import { claimAnswer } from '#app/contract/claims.ts'
import * as goals from '#app/contract/goals.ts'
import * as push from '#app/contract/push-api.ts'
import * as products from '#app/contract/products.ts'
import * as reviews from '#app/contract/reviews.ts'
import * as statistics from '#app/contract/statistics.ts'
import { abilities } from '#app/domain/tokens/token.ts'
import { productName } from '#app/lib/product.ts'
import * as webhooks from '#app/contract/webhooks.ts'
import {
  describedNewNudge,
  describedNudgeChange,
} from '#app/domain/nudges/editing/sent-settings.ts'
import { hookPaths, hookWebhooks } from '../hooks/openapi-hooks.ts'
import { nudgePaths } from '../nudges/openapi-nudges.ts'
import { activityPaths } from './openapi-activities.ts'
import * as examples from './openapi-examples.ts'
import { goalPaths } from './openapi-goals.ts'
import { pushPaths } from '../push/openapi-push.ts'
import {
  headers,
  jsonAnswerPart,
  needsAbility,
  problemResponses,
  schemaOf,
  siteParameter,
} from './openapi-parts.ts'
import { productPaths } from './openapi-products.ts'
import { statisticsPaths } from './openapi-statistics.ts'

/** @param appUrl the product's URL */
export const openapiDocument = (appUrl: string) => ({
  openapi: '3.1.1',
  info: {
    title: `${productName} REST API`,
    version: '1',
    description:
      'Send your shop’s orders, sign-ups, reviews and products, read your data, and set up nudges. Bodies are UTF-8 JSON of up to 256 KiB. Unknown fields and query parameters are refused with 422, each at its path.',
  },
  servers: [{ url: appUrl }],
  security: [{ token: [] }],
  paths: {
    '/api/v1/me': {
      get: {
        operationId: 'readBearer',
        summary: 'Get the token’s organization and abilities',
        description: 'Any token can do this.',
        responses: {
          '200': jsonAnswerPart('The token.', 'Bearer', examples.bearerExample),
          ...problemResponses(),
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
          ...problemResponses(403),
        },
      },
    },
    '/api/v1/sites/{uuid}': {
      parameters: [siteParameter],
      get: {
        operationId: 'readSite',
        summary: 'Get a site',
        description: needsAbility('sites:read'),
        responses: {
          '200': jsonAnswerPart('The site.', 'StoredSite', examples.siteExample),
          ...problemResponses(403, 404),
        },
      },
    },
    ...activityPaths,
    ...productPaths,
    ...goalPaths,
    ...pushPaths,
    ...nudgePaths,
    ...statisticsPaths,
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
    headers,
    schemas: {
      Activity: schemaOf(activities.activityInput, 'input'),
      ActivityBatch: schemaOf(activities.describedBatch, 'input'),
      StoredActivity: schemaOf(activities.singleAnswer, 'output'),
      BatchAnswer: schemaOf(activities.batchAnswer, 'output'),
      ActivityList: schemaOf(activities.activityList, 'output'),
      Review: schemaOf(reviews.sentReview, 'input'),
      ReviewBatch: schemaOf(reviews.describedReviewBatch, 'input'),
      SiteList: schemaOf(activities.siteList, 'output'),
      StoredSite: schemaOf(activities.singleSite, 'output'),
      Claim: schemaOf(claimAnswer, 'output'),
      Product: schemaOf(products.productInput, 'input'),
      ProductBatch: schemaOf(products.describedProductBatch, 'input'),
      StoredProduct: schemaOf(products.singleProduct, 'output'),
      ProductBatchAnswer: schemaOf(products.productBatchAnswer, 'output'),
      ProductList: schemaOf(products.productList, 'output'),
      Goal: schemaOf(goals.goalInput, 'input'),
      GoalChange: schemaOf(goals.goalChange, 'input'),
      StoredGoal: schemaOf(goals.singleGoal, 'output'),
      GoalList: schemaOf(goals.goalList, 'output'),
      Conversion: schemaOf(goals.conversionInput, 'input'),
      StoredConversion: schemaOf(goals.singleConversion, 'output'),
      PushOverview: schemaOf(push.pushOverview, 'output'),
      PushCampaignList: schemaOf(push.pushCampaignList, 'output'),
      Shipment: schemaOf(push.shipmentInput, 'input'),
      StoredShipment: schemaOf(push.shipmentAnswer, 'output'),
      NudgeList: schemaOf(statistics.nudgeList, 'output'),
      NewNudge: schemaOf(describedNewNudge, 'input'),
      NudgeChange: schemaOf(describedNudgeChange, 'input'),
      StoredNudge: schemaOf(statistics.singleNudge, 'output'),
      NudgeVersions: schemaOf(statistics.nudgeVersions, 'output'),
      Statistics: schemaOf(statistics.statisticsAnswer, 'output'),
      Hook: schemaOf(webhooks.hookInput, 'input'),
      HookList: schemaOf(webhooks.hookList, 'output'),
      NewHook: schemaOf(webhooks.newHook, 'output'),
      WebhookBody: schemaOf(webhooks.webhookBody, 'output'),
      Bearer: schemaOf(activities.bearerAnswer, 'output'),
      Problem: schemaOf(activities.problemDetails, 'output'),
    },
  },
})
