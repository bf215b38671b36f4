/** Paths of goals in the OpenAPI document. */
import { maxGoals } from '#app/domain/goals/goal.ts'
import * as examples from './openapi-goal-examples.ts'
import {
  jsonAnswerPart,
  jsonBodyPart,
  needsAbility,
  problemResponses,
  siteParameter,
} from './openapi-parts.ts'

const goalParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Goal UUID.',
  schema: { type: 'string', format: 'uuid' },
} as const

export const goalPaths = {
  '/api/v1/sites/{uuid}/goals': {
    parameters: [siteParameter],
    get: {
      operationId: 'listGoals',
      summary: 'List a site’s goals, oldest first',
      description: needsAbility('goals:read'),
      responses: {
        '200': jsonAnswerPart('All goals.', 'GoalList', examples.goalListExample),
        ...problemResponses(401, 403, 404),
      },
    },
    post: {
      operationId: 'createGoal',
      summary: 'Create a goal',
      description: `${needsAbility('goals:write')} A site can have up to ${String(maxGoals)} goals. Kinds: url (a page path is visited), click (an element matching the selector is clicked), form (a matching form is submitted), js (reported from the page or as a conversion), order (an order is reported from any source).`,
      requestBody: jsonBodyPart('Goal', examples.goalExample),
      responses: {
        '201': jsonAnswerPart('Goal created.', 'StoredGoal', examples.singleGoalExample),
        ...problemResponses(400, 401, 403, 404, 409, 413, 422, 503),
      },
    },
  },
  '/api/v1/sites/{uuid}/goals/{id}': {
    parameters: [siteParameter, goalParameter],
    get: {
      operationId: 'readGoal',
      summary: 'Get a goal',
      description: needsAbility('goals:read'),
      responses: {
        '200': jsonAnswerPart('The goal.', 'StoredGoal', examples.singleGoalExample),
        ...problemResponses(401, 403, 404),
      },
    },
    patch: {
      operationId: 'updateGoal',
      summary: 'Update a goal',
      description: `${needsAbility('goals:write')} Omitted fields stay unchanged. Past conversions are kept.`,
      requestBody: jsonBodyPart('GoalChange', examples.goalChangeExample),
      responses: {
        '200': jsonAnswerPart('The updated goal.', 'StoredGoal', examples.singleGoalExample),
        ...problemResponses(400, 401, 403, 404, 413, 422, 503),
      },
    },
    delete: {
      operationId: 'removeGoal',
      summary: 'Delete a goal and all its conversions',
      description: needsAbility('goals:write'),
      responses: {
        '204': { description: 'Goal deleted.' },
        ...problemResponses(401, 403, 404, 503),
      },
    },
  },
  '/api/v1/sites/{uuid}/goals/{id}/conversions': {
    parameters: [siteParameter, goalParameter],
    post: {
      operationId: 'recordConversion',
      summary: 'Report a conversion',
      description: `${needsAbility('activities:write')} Conversions are deduplicated by order number, or by id if there is none, across this endpoint, pages and activities. It’s safe to retry a failed request.`,
      requestBody: jsonBodyPart('Conversion', examples.conversionExample),
      responses: {
        '200': jsonAnswerPart('Already counted.', 'StoredConversion', examples.countedExample),
        '201': jsonAnswerPart('Conversion counted.', 'StoredConversion', examples.countedExample),
        ...problemResponses(400, 401, 403, 404, 409, 413, 422, 503),
      },
    },
  },
} as const
