/** Paths of statistics in the OpenAPI document. */
import type { z } from 'zod'
import { statisticsQuery, type statisticsAnswer } from '#app/contract/statistics.ts'
import { mostDays } from '#app/domain/stats/range.ts'
import {
  jsonAnswerPart,
  needsAbility,
  problemResponses,
  queryParameters,
  siteParameter,
} from './openapi-parts.ts'

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
    time_zone: 'Europe/London',
    filter: null,
    totals: figures,
    steps: [{ start: '2026-03-01', ...figures }],
  },
}

export const statisticsPaths = {
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
