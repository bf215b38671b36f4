/** Paths of nudges and statistics in the OpenAPI document. */
import type { z } from 'zod'
import { pageQuery } from '#app/contract/activities.ts'
import {
  statisticsQuery,
  type NudgeAnswer,
  type nudgeList,
  type singleNudge,
  type statisticsAnswer,
} from '#app/contract/statistics.ts'
import { mostDays } from '#app/domain/stats/range.ts'
import {
  idParameter,
  jsonAnswerPart,
  needsAbility,
  problemResponses,
  queryParameters,
  siteParameter,
} from './openapi-parts.ts'

const nudge: NudgeAnswer = {
  uuid: 'd1f3c7a0-93d8-4f5e-8a1b-6a7e2c9b4d10',
  name: 'Recent purchase',
  type: 'purchase',
  surface: 'popup',
  state: 'published',
  published_at: '2026-02-20T08:00:00.000Z',
  impressions: 1840,
  clicks: 96,
}
const nudgeExample: z.input<typeof singleNudge> = { data: nudge }
const nudgesExample: z.input<typeof nudgeList> = { data: [nudge], next_cursor: null }

const figures = {
  visitors: 412,
  eligible_visitors: 371,
  impressions: 388,
  hovers: 57,
  clicks: 19,
  closes: 12,
  conversions: 9,
  view_through_conversions: 6,
}
const statisticsExample: z.input<typeof statisticsAnswer> = {
  data: {
    from: '2026-03-01',
    to: '2026-03-01',
    by: 'day',
    time_zone: 'UTC',
    filter: null,
    totals: figures,
    steps: [{ start: '2026-03-01', ...figures }],
  },
}

export const statisticsPaths = {
  '/api/v1/sites/{uuid}/nudges': {
    parameters: [siteParameter],
    get: {
      operationId: 'listNudges',
      summary: 'List a site’s nudges, oldest first',
      description: `${needsAbility('nudges:read')} Without archived ones.`,
      parameters: queryParameters(pageQuery, { limit: 20 }),
      responses: {
        '200': jsonAnswerPart('One page.', 'NudgeList', nudgesExample),
        ...problemResponses(403, 404, 422),
      },
    },
  },
  '/api/v1/sites/{uuid}/nudges/{id}': {
    parameters: [siteParameter, idParameter('Nudge', nudge.uuid)],
    get: {
      operationId: 'readNudge',
      summary: 'Get a nudge',
      description: needsAbility('nudges:read'),
      responses: {
        '200': jsonAnswerPart('The nudge.', 'StoredNudge', nudgeExample),
        ...problemResponses(403, 404),
      },
    },
  },
  '/api/v1/sites/{uuid}/statistics': {
    parameters: [siteParameter],
    get: {
      operationId: 'readStatistics',
      summary: 'Get figures by day or hour',
      description: `${needsAbility('statistics:read')} The same figures as in the dashboard. Up to ${String(mostDays)} days, or 31 by hour. Filter days by one nudge, page, device, country or goal. What isn’t counted for the filter, or by hour, is left out.`,
      parameters: queryParameters(statisticsQuery, {
        from: '2026-03-01',
        to: '2026-03-01',
        by: 'day',
      }),
      responses: {
        '200': jsonAnswerPart('The figures.', 'Statistics', statisticsExample),
        ...problemResponses(402, 403, 404, 422),
      },
    },
  },
} as const
