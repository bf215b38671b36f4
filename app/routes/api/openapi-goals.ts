/** The addresses of goals in the API's description. */
import { maxGoals } from '#app/domain/goals/goal.ts'
import * as examples from './openapi-goal-examples.ts'
import { answer, body, needs, problems, siteParameter } from './openapi-parts.ts'

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
      description: needs('goals:read'),
      responses: {
        '200': answer('All of them.', 'GoalList', examples.list),
        ...problems(401, 403, 404),
      },
    },
    post: {
      operationId: 'createGoal',
      summary: 'Add a goal',
      description: `${needs('goals:write')} A site has at most ${String(maxGoals)}. A goal of the kind url is reached by the path of a page, click by a click on an element that the selector fits, form by sending such a form, js by a call of the page's script or by a conversion, order by whoever tells an order.`,
      requestBody: body('Goal', examples.goal),
      responses: {
        '201': answer('The goal is stored.', 'StoredGoal', examples.single),
        ...problems(400, 401, 403, 404, 409, 413, 422, 503),
      },
    },
  },
  '/api/v1/sites/{uuid}/goals/{id}': {
    parameters: [siteParameter, goalParameter],
    get: {
      operationId: 'readGoal',
      summary: 'One goal',
      description: needs('goals:read'),
      responses: {
        '200': answer('The goal.', 'StoredGoal', examples.single),
        ...problems(401, 403, 404),
      },
    },
    patch: {
      operationId: 'updateGoal',
      summary: 'Change a goal',
      description: `${needs('goals:write')} What is left out stays as it is; what was counted stays, too.`,
      requestBody: body('GoalChange', examples.change),
      responses: {
        '200': answer('The goal as it is now.', 'StoredGoal', examples.single),
        ...problems(400, 401, 403, 404, 413, 422, 503),
      },
    },
    delete: {
      operationId: 'removeGoal',
      summary: 'Remove a goal with all that was counted for it',
      description: needs('goals:write'),
      responses: { '204': { description: 'It is gone.' }, ...problems(401, 403, 404, 503) },
    },
  },
  '/api/v1/sites/{uuid}/goals/{id}/conversions': {
    parameters: [siteParameter, goalParameter],
    post: {
      operationId: 'recordConversion',
      summary: 'Report that a goal was reached',
      description: `${needs('activities:write')} A conversion counts once by its order, or by its id when it has none, whether this call, a page or an activity tells it. A failed request may be repeated as it is.`,
      requestBody: body('Conversion', examples.conversion),
      responses: {
        '200': answer('It was counted before.', 'StoredConversion', examples.counted),
        '201': answer('It is counted.', 'StoredConversion', examples.counted),
        ...problems(400, 401, 403, 404, 409, 413, 422, 503),
      },
    },
  },
} as const
