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
  description: 'The uuid of the goal.',
  schema: { type: 'string', format: 'uuid' },
} as const

export const goalPaths = {
  '/api/v1/sites/{uuid}/goals': {
    parameters: [siteParameter],
    get: {
      operationId: 'listGoals',
      summary: 'The goals of a site, oldest first',
      description: needsAbility('goals:read'),
      responses: {
        '200': jsonAnswerPart('All of them.', 'GoalList', examples.goalListExample),
        ...problemResponses(401, 403, 404),
      },
    },
    post: {
      operationId: 'createGoal',
      summary: 'Add a goal',
      description: `${needsAbility('goals:write')} A site has at most ${String(maxGoals)}. A goal of the kind url is reached by the path of a page, click by a click on an element that the selector fits, form by sending such a form, js by a call of the page's script or by a conversion, order by whoever tells an order.`,
      requestBody: jsonBodyPart('Goal', examples.goalExample),
      responses: {
        '201': jsonAnswerPart('The goal is stored.', 'StoredGoal', examples.singleGoalExample),
        ...problemResponses(400, 401, 403, 404, 409, 413, 422, 503),
      },
    },
  },
  '/api/v1/sites/{uuid}/goals/{id}': {
    parameters: [siteParameter, goalParameter],
    get: {
      operationId: 'readGoal',
      summary: 'One goal',
      description: needsAbility('goals:read'),
      responses: {
        '200': jsonAnswerPart('The goal.', 'StoredGoal', examples.singleGoalExample),
        ...problemResponses(401, 403, 404),
      },
    },
    patch: {
      operationId: 'updateGoal',
      summary: 'Change a goal',
      description: `${needsAbility('goals:write')} What is left out stays as it is; what was counted stays, too.`,
      requestBody: jsonBodyPart('GoalChange', examples.goalChangeExample),
      responses: {
        '200': jsonAnswerPart('The goal as it is now.', 'StoredGoal', examples.singleGoalExample),
        ...problemResponses(400, 401, 403, 404, 413, 422, 503),
      },
    },
    delete: {
      operationId: 'removeGoal',
      summary: 'Remove a goal with all that was counted for it',
      description: needsAbility('goals:write'),
      responses: { '204': { description: 'It is gone.' }, ...problemResponses(401, 403, 404, 503) },
    },
  },
  '/api/v1/sites/{uuid}/goals/{id}/conversions': {
    parameters: [siteParameter, goalParameter],
    post: {
      operationId: 'recordConversion',
      summary: 'Report that a goal was reached',
      description: `${needsAbility('activities:write')} A conversion counts once by its order, or by its id when it has none, whether this call, a page or an activity tells it. A failed request may be repeated as it is.`,
      requestBody: jsonBodyPart('Conversion', examples.conversionExample),
      responses: {
        '200': jsonAnswerPart(
          'It was counted before.',
          'StoredConversion',
          examples.countedExample,
        ),
        '201': jsonAnswerPart('It is counted.', 'StoredConversion', examples.countedExample),
        ...problemResponses(400, 401, 403, 404, 409, 413, 422, 503),
      },
    },
  },
} as const
