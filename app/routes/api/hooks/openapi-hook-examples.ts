/** Examples of webhooks for the OpenAPI document. A test checks them against the schemas. */
import type { z } from 'zod'
import type {
  HookAnswer,
  hookInput,
  hookList,
  newHook,
  WebhookBody,
} from '#app/contract/webhooks.ts'
import { countedExample } from '../description/openapi-goal-examples.ts'
import { singleExample } from '../description/openapi-examples.ts'

const site = '6f1c2a4e-8d1b-4c3f-9a75-2f0f4d5b8c11'

export const hookExample: z.input<typeof hookInput> = {
  site,
  target_url: 'https://hooks.example.com/footfall',
  events: ['activity.stored', 'goal.reached'],
}

const stored: HookAnswer = {
  id: '0b8d3c52-7e0a-4f5e-8a3d-5b1c9f2e7d64',
  site,
  target_url: 'https://hooks.example.com/footfall',
  events: ['activity.stored', 'goal.reached'],
  state: 'active',
  created_at: '2026-03-01T08:00:00.000Z',
}

export const newHookExample: z.input<typeof newHook> = {
  data: { ...stored, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
}

export const hookListExample: z.input<typeof hookList> = { data: [stored], next_cursor: null }

const { id: _id, ...conversion } = countedExample.data

/** One of each event. */
export const webhookExamples: WebhookBody[] = [
  {
    id: 'evt_2f0f4d5b8c116f1c2a4e8d1b4c3f9a75',
    type: 'activity.stored',
    version: '1',
    timestamp: '2026-03-02T09:30:01.250Z',
    site,
    data: singleExample.data,
  },
  {
    id: 'evt_8c116f1c2a4e8d1b4c3f9a752f0f4d5b',
    type: 'review.stored',
    version: '1',
    timestamp: '2026-03-02T09:31:00.000Z',
    site,
    data: { ...singleExample.data, kind: 'review' },
  },
  {
    id: 'evt_4d5b8c116f1c2a4e8d1b4c3f9a752f0f',
    type: 'goal.reached',
    version: '1',
    timestamp: '2026-03-02T09:30:00.000Z',
    site,
    data: { ...conversion, name: 'Order placed' },
  },
  {
    id: 'evt_9a752f0f4d5b8c116f1c2a4e8d1b4c3f',
    type: 'nudge.published',
    version: '1',
    timestamp: '2026-03-02T10:00:00.000Z',
    site,
    data: {
      uuid: '3f9a752f-0f4d-4b8c-916f-1c2a4e8d1b4c',
      name: 'Recent orders',
      type: 'purchase',
      surface: 'popup',
      version: 3,
      published_at: '2026-03-02T10:00:00.000Z',
    },
  },
  {
    id: 'evt_1b4c3f9a752f0f4d5b8c116f1c2a4e8d',
    type: 'limit.reached',
    version: '1',
    timestamp: '2026-03-24T16:12:45.000Z',
    site,
    data: {
      metered_by: 'visitors',
      used: 1000,
      limit: 1000,
      month: '2026-03-01',
      resets_at: '2026-04-01T00:00:00.000Z',
    },
  },
  {
    id: 'evt_2a4e8d1b4c3f9a752f0f4d5b8c116f1c',
    type: 'connection.lost',
    version: '1',
    timestamp: '2026-03-02T11:05:00.000Z',
    site,
    data: {
      uuid: 'd1b4c3f9-a752-4f0f-8d5b-8c116f1c2a4e',
      integration: 'shopify',
      account: 'example.myshopify.com',
    },
  },
  {
    id: 'evt_3c4e8d1b4c3f9a752f0f4d5b8c116f2d',
    type: 'push.subscribed',
    version: '1',
    timestamp: '2026-03-02T12:00:00.000Z',
    site,
    data: { id: 'e1b4c3f9-a752-4f0f-8d5b-8c116f1c2a4f', kinds: ['news'] },
  },
  {
    id: 'evt_4d4e8d1b4c3f9a752f0f4d5b8c116f3e',
    type: 'push.unsubscribed',
    version: '1',
    timestamp: '2026-03-09T12:00:00.000Z',
    site,
    data: {
      id: 'e1b4c3f9-a752-4f0f-8d5b-8c116f1c2a4f',
      kinds: ['news'],
      reason: 'visitor',
    },
  },
]
