/** Paths of push messages in the OpenAPI document. */
import type { z } from 'zod'
import {
  type pushCampaignList,
  type pushOverview,
  type shipmentAnswer,
  type shipmentInput,
} from '#app/contract/push-api.ts'
import {
  jsonAnswerPart,
  jsonBodyPart,
  needsAbility,
  problemResponses,
  siteParameter,
  writeParameters,
  writeProblems,
} from '../description/openapi-parts.ts'

export const overviewExample: z.input<typeof pushOverview> = {
  data: {
    subscribers: 412,
    kinds: {
      news: 380,
      back_in_stock: 64,
      price_drop: 12,
      order_shipped: 20,
      review_request: 8,
      abandoned_cart: 5,
    },
    last_30_days: { subscribed: 57, unsubscribed: 9, gone: 14 },
  },
}

export const campaignsExample: z.input<typeof pushCampaignList> = {
  data: [
    {
      uuid: '5d8c116f-1c2a-4e8d-9b4c-3f9a752f0f4d',
      name: 'Autumn',
      state: 'sent',
      title: 'New linen',
      body: 'The autumn colors are in.',
      url: '/linen',
      started_at: '2026-03-02T09:00:00.000Z',
      ended_at: '2026-03-02T18:04:11.000Z',
      sends: {
        subscribers: 380,
        accepted: 341,
        displayed: 297,
        clicked: 41,
        closed: 102,
        stopped: 2,
        failed: 14,
        skipped: 25,
      },
    },
  ],
  next_cursor: null,
}

export const shipmentExample: z.input<typeof shipmentInput> = { order: 'order-1001' }

export const shippedExample: z.input<typeof shipmentAnswer> = {
  data: { order: 'order-1001', messages: 1 },
}

export const pushPaths = {
  '/api/v1/sites/{uuid}/push': {
    parameters: [siteParameter],
    get: {
      operationId: 'readPushSubscribers',
      summary: 'Count a site’s push subscribers',
      description: needsAbility('statistics:read'),
      responses: {
        '200': jsonAnswerPart('The counts.', 'PushOverview', overviewExample),
        ...problemResponses(403, 404),
      },
    },
  },
  '/api/v1/sites/{uuid}/push/campaigns': {
    parameters: [siteParameter],
    get: {
      operationId: 'listPushCampaigns',
      summary: 'List a site’s push campaigns, newest first',
      description: `${needsAbility('statistics:read')} The newest 100, each with the counts of its sends.`,
      responses: {
        '200': jsonAnswerPart('The campaigns.', 'PushCampaignList', campaignsExample),
        ...problemResponses(403, 404),
      },
    },
  },
  '/api/v1/sites/{uuid}/push/shipments': {
    parameters: [siteParameter],
    post: {
      operationId: 'reportShipment',
      summary: 'Report that an order has shipped',
      description: `${needsAbility('activities:write')} Customers who asked on a page of the site to hear about this order get a push message, if the automation is on. Nothing is stored for others.`,
      parameters: writeParameters,
      requestBody: jsonBodyPart('Shipment', shipmentExample),
      responses: {
        '200': jsonAnswerPart('Reported.', 'StoredShipment', shippedExample),
        ...writeProblems,
      },
    },
  },
}
