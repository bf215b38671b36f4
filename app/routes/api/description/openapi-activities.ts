/** Paths of activities, reviews and claims in the OpenAPI document. */
import { activityKinds, listQuery, reviewListQuery } from '#app/contract/activities.ts'
import * as examples from './openapi-examples.ts'
import * as reviews from './openapi-review-examples.ts'
import {
  emptyAnswerPart,
  idParameter,
  jsonAnswerPart,
  jsonAnswersPart,
  jsonBodiesPart,
  needsAbility,
  externalIdParameter,
  problemResponses,
  queryParameters,
  siteParameter,
  writeParameters,
  writeProblems,
} from './openapi-parts.ts'

const activityParameter = idParameter('Activity', '5a3f0f52-6f0d-4d0e-9a43-1c9a4a7f4f10')
const reviewParameter = idParameter('Review', '9c1de6b1-3f1e-4a58-bf2b-5a0a1f5d7c22')

const kindParameter = {
  name: 'kind',
  in: 'path',
  required: true,
  description: 'Activities of different kinds can have the same ID.',
  schema: { type: 'string', enum: activityKinds },
  example: 'purchase',
} as const

const march = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z', limit: 20 }

export const activityPaths = {
  '/api/v1/sites/{uuid}/activities': {
    parameters: [siteParameter],
    get: {
      operationId: 'listActivities',
      summary: 'List a site’s activities, newest first',
      description: `${needsAbility('activities:read')} Includes reviews, unless kind is purchase or signup.`,
      parameters: queryParameters(listQuery, { kind: 'purchase', state: 'approved', ...march }),
      responses: {
        '200': jsonAnswerPart('One page.', 'ActivityList', examples.activityListExample),
        ...problemResponses(403, 404, 422),
      },
    },
    post: {
      operationId: 'recordActivities',
      summary: 'Record up to 100 activities',
      description: `${needsAbility('activities:write')} Activities are deduplicated by kind and id, so it’s safe to retry a failed request. Resend an activity with another state to cancel or refund it, or with other data to correct it as long as no nudge has shown it. Then it’s a conflict: delete it and send it again. Items in a batch are validated independently.`,
      parameters: writeParameters,
      requestBody: jsonBodiesPart(['Activity', 'ActivityBatch'], {
        purchase: { summary: 'Order', value: examples.purchaseExample },
        signup: { summary: 'Sign-up', value: examples.signupExample },
        batch: { summary: 'Batch', value: examples.batchExample },
      }),
      responses: {
        '200': jsonAnswersPart(
          'The activity was already stored or is corrected now, or the outcome for each item of a batch.',
          ['StoredActivity', 'BatchAnswer'],
          {
            repeated: { summary: 'Already stored', value: examples.singleExample },
            batch: { summary: 'Batch', value: examples.batchResponseExample },
          },
        ),
        '201': jsonAnswerPart('Activity stored.', 'StoredActivity', examples.singleExample),
        ...writeProblems,
      },
    },
  },
  '/api/v1/sites/{uuid}/activities/{id}': {
    parameters: [siteParameter, activityParameter],
    get: {
      operationId: 'readActivity',
      summary: 'Get an activity',
      description: needsAbility('activities:read'),
      responses: {
        '200': jsonAnswerPart('The activity.', 'StoredActivity', examples.singleExample),
        ...problemResponses(403, 404),
      },
    },
    delete: {
      operationId: 'removeActivity',
      summary: 'Delete an activity',
      description: `${needsAbility('activities:delete')} Nudges stop showing it right away. Conversions that it counted as stay. If you send the same activity again, it’s stored again.`,
      parameters: writeParameters,
      responses: {
        '204': emptyAnswerPart('Activity deleted.'),
        ...problemResponses(403, 404, 409),
      },
    },
  },
  '/api/v1/sites/{uuid}/activities/by-id/{kind}/{externalId}': {
    parameters: [siteParameter, kindParameter, externalIdParameter('activity', 'order-1001')],
    get: {
      operationId: 'readActivityByExternalId',
      summary: 'Get an activity by your ID',
      description: needsAbility('activities:read'),
      responses: {
        '200': jsonAnswerPart('The activity.', 'StoredActivity', examples.singleExample),
        ...problemResponses(403, 404),
      },
    },
    delete: {
      operationId: 'removeActivityByExternalId',
      summary: 'Delete an activity by your ID',
      description: `${needsAbility('activities:delete')} Nudges stop showing it right away. Conversions that it counted as stay. If you send the same activity again, it’s stored again.`,
      parameters: writeParameters,
      responses: {
        '204': emptyAnswerPart('Activity deleted.'),
        ...problemResponses(403, 404, 409),
      },
    },
  },
  '/api/v1/sites/{uuid}/reviews': {
    parameters: [siteParameter],
    get: {
      operationId: 'listReviews',
      summary: 'List a site’s reviews, newest first',
      description: `${needsAbility('reviews:read')} Reviews are activities with stars and text.`,
      parameters: queryParameters(reviewListQuery, { state: 'approved', ...march }),
      responses: {
        '200': jsonAnswerPart('One page.', 'ActivityList', reviews.reviewListExample),
        ...problemResponses(403, 404, 422),
      },
    },
    post: {
      operationId: 'recordReviews',
      summary: 'Record up to 100 reviews',
      description: `${needsAbility('reviews:write')} Reviews are deduplicated by id, so it’s safe to retry a failed request. Resend a review with other data to correct it as long as no nudge has shown it. Items in a batch are validated independently.`,
      parameters: writeParameters,
      requestBody: jsonBodiesPart(['Review', 'ReviewBatch'], {
        review: { summary: 'Review', value: reviews.reviewExample },
        batch: { summary: 'Batch', value: reviews.reviewBatchExample },
      }),
      responses: {
        '200': jsonAnswersPart(
          'The review was already stored or is corrected now, or the outcome for each item of a batch.',
          ['StoredActivity', 'BatchAnswer'],
          {
            repeated: { summary: 'Already stored', value: reviews.storedReviewExample },
            batch: { summary: 'Batch', value: reviews.reviewBatchAnswerExample },
          },
        ),
        '201': jsonAnswerPart('Review stored.', 'StoredActivity', reviews.storedReviewExample),
        ...writeProblems,
      },
    },
  },
  '/api/v1/sites/{uuid}/reviews/{id}': {
    parameters: [siteParameter, reviewParameter],
    get: {
      operationId: 'readReview',
      summary: 'Get a review',
      description: needsAbility('reviews:read'),
      responses: {
        '200': jsonAnswerPart('The review.', 'StoredActivity', reviews.storedReviewExample),
        ...problemResponses(403, 404),
      },
    },
    delete: {
      operationId: 'removeReview',
      summary: 'Delete a review',
      description: `${needsAbility('reviews:write')} Nudges stop showing it right away. If you send the same review again, it’s stored again.`,
      parameters: writeParameters,
      responses: {
        '204': emptyAnswerPart('Review deleted.'),
        ...problemResponses(403, 404, 409),
      },
    },
  },
  '/api/v1/sites/{uuid}/reviews/by-id/{externalId}': {
    parameters: [siteParameter, externalIdParameter('review', 'review-501')],
    get: {
      operationId: 'readReviewByExternalId',
      summary: 'Get a review by your ID',
      description: needsAbility('reviews:read'),
      responses: {
        '200': jsonAnswerPart('The review.', 'StoredActivity', reviews.storedReviewExample),
        ...problemResponses(403, 404),
      },
    },
    delete: {
      operationId: 'removeReviewByExternalId',
      summary: 'Delete a review by your ID',
      description: `${needsAbility('reviews:write')} Nudges stop showing it right away. If you send the same review again, it’s stored again.`,
      parameters: writeParameters,
      responses: {
        '204': emptyAnswerPart('Review deleted.'),
        ...problemResponses(403, 404, 409),
      },
    },
  },
  '/api/v1/sites/{uuid}/claims/{id}': {
    parameters: [
      siteParameter,
      {
        ...idParameter('Claim', '7b0f6a52-2b55-4f0b-9c39-54d6f2a1c8e3'),
        description: 'ID of a claim from a site’s pixel payload.',
      },
    ],
    get: {
      operationId: 'readClaim',
      summary: 'Get a claim: what a nudge showed, the rule and the activity behind it',
      description: needsAbility('activities:read'),
      responses: {
        '200': jsonAnswerPart('The claim.', 'Claim', examples.claimExample),
        ...problemResponses(403, 404),
      },
    },
  },
} as const
