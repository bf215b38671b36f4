/** Paths of goals in the OpenAPI document. */
import { maxGoals } from '#app/domain/goals/goal.ts'
import * as examples from './openapi-goal-examples.ts'
import {
  emptyAnswerPart,
  idParameter,
  jsonAnswerPart,
  jsonBodyPart,
  needsAbility,
  problemResponses,
  siteParameter,
  writeParameters,
  writeProblems,
} from './openapi-parts.ts'

const goalParameter = idParameter('Goal', 'b7f8e0f4-2f0b-4d0b-8c51-0a4f1d2e9c77')

export const goalPaths = {
  '/api/v1/sites/{uuid}/goals': {
    parameters: [siteParameter],
    get: {
      operationId: 'listGoals',
      summary: 'List a site’s goals, oldest first',
      description: needsAbility('goals:read'),
      responses: {
        '200': jsonAnswerPart('All goals.', 'GoalList', examples.goalListExample),
        ...problemResponses(403, 404),
      },
    },
    post: {
      operationId: 'createGoal',
      summary: 'Create a goal',
      description: `${needsAbility('goals:write')} A site can have up to ${String(maxGoals)} goals. Kinds: url (a page path is visited), click (an element matching the selector is clicked), form (a matching form is submitted), js (reported from the page or as a conversion), order (an order is reported from any source).`,
      parameters: writeParameters,
      requestBody: jsonBodyPart('Goal', examples.goalExample),
      responses: {
        '201': jsonAnswerPart('Goal created.', 'StoredGoal', examples.singleGoalExample),
        ...writeProblems,
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
        ...problemResponses(403, 404),
      },
    },
    patch: {
      operationId: 'updateGoal',
      summary: 'Update a goal',
      description: `${needsAbility('goals:write')} Omitted fields stay unchanged. Past conversions are kept.`,
      parameters: writeParameters,
      requestBody: jsonBodyPart('GoalChange', examples.goalChangeExample),
      responses: {
        '200': jsonAnswerPart('The updated goal.', 'StoredGoal', examples.singleGoalExample),
        ...writeProblems,
      },
    },
    delete: {
      operationId: 'removeGoal',
      summary: 'Delete a goal and all its conversions',
      description: needsAbility('goals:write'),
      parameters: writeParameters,
      responses: {
        '204': emptyAnswerPart('Goal deleted.'),
        ...problemResponses(403, 404, 409),
      },
    },
  },
  '/api/v1/sites/{uuid}/goals/{id}/conversions': {
    parameters: [siteParameter, goalParameter],
    post: {
      operationId: 'recordConversion',
      summary: 'Report a conversion',
      description: `${needsAbility('activities:write')} Conversions are deduplicated by order number, or by id if there is none, across this endpoint, pages and activities. It’s safe to retry a failed request.`,
      parameters: writeParameters,
      requestBody: jsonBodyPart('Conversion', examples.conversionExample),
      responses: {
        '200': jsonAnswerPart('Already counted.', 'StoredConversion', examples.countedExample),
        '201': jsonAnswerPart('Conversion counted.', 'StoredConversion', examples.countedExample),
        ...writeProblems,
      },
    },
  },
} as const
