/** Paths of nudges in the OpenAPI document. */
import type { z } from 'zod'
import { pageQuery } from '#app/contract/activities.ts'
import type { nudgeList, nudgeVersions, SetUpNudge, singleNudge } from '#app/contract/statistics.ts'
import type {
  describedNewNudge,
  describedNudgeChange,
} from '#app/domain/nudges/editing/sent-settings.ts'
import {
  emptyAnswerPart,
  idParameter,
  jsonAnswerPart,
  jsonBodyPart,
  needsAbility,
  problemResponses,
  queryParameters,
  siteParameter,
  writeParameters,
} from '../description/openapi-parts.ts'

const settings = {
  name: 'Recent purchase',
  query: { ago: 604_800 },
  content: null,
  rules: { kinds: ['product' as const] },
  placement: null,
  message: null,
  look: {},
}

const nudge: SetUpNudge = {
  uuid: 'd1f3c7a0-93d8-4f5e-8a1b-6a7e2c9b4d10',
  name: 'Recent purchase',
  type: 'purchase',
  surface: 'popup',
  state: 'published',
  published_at: '2026-02-20T08:00:00.000Z',
  impressions: 1840,
  clicks: 96,
  version: 2,
  revision: '5f0c8d7a3a524a3e8d4d5b0a0a6d9c11',
  has_draft: false,
  publish_at: null,
  updated_at: '2026-02-20T08:00:00.000Z',
  settings,
  published_settings: settings,
}
const nudgeExample: z.input<typeof singleNudge> = { data: nudge }
const draftExample: z.input<typeof singleNudge> = {
  data: {
    ...nudge,
    state: 'draft',
    published_at: null,
    impressions: 0,
    clicks: 0,
    version: 1,
    has_draft: true,
    published_settings: null,
  },
}
const pausedExample: z.input<typeof singleNudge> = { data: { ...nudge, state: 'paused' } }
const { uuid, name, type, surface, state, published_at, impressions, clicks } = nudge
const nudgesExample: z.input<typeof nudgeList> = {
  data: [{ uuid, name, type, surface, state, published_at, impressions, clicks }],
  next_cursor: null,
}
const versionsExample: z.input<typeof nudgeVersions> = {
  data: [
    { version: 2, created_at: '2026-02-20T08:00:00.000Z', is_experiment: false, settings },
    {
      version: 1,
      created_at: '2026-02-11T08:00:00.000Z',
      is_experiment: false,
      settings: { ...settings, rules: {} },
    },
  ],
  next_cursor: null,
}
const newNudgeExample: z.input<typeof describedNewNudge> = {
  type: 'purchase',
  surface: 'popup',
  settings,
}
const changeExample: z.input<typeof describedNudgeChange> = { settings }

const nudgeParameter = idParameter('Nudge', nudge.uuid)

const changeParameters = [
  ...writeParameters,
  {
    name: 'If-Match',
    in: 'header',
    description:
      'The revision that you read, in quotes. If the nudge has changed since, the answer is 412 and nothing happens.',
    schema: { type: 'string' },
  },
] as const

const writing = needsAbility('nudges:write')

export const nudgePaths = {
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
    post: {
      operationId: 'createNudge',
      summary: 'Create a nudge as a draft',
      description: `${writing} Settings are those of the editor. Visitors see nothing of it until you publish it. The settings of a nudge that you read create the same nudge on another site.`,
      parameters: writeParameters,
      requestBody: jsonBodyPart('NewNudge', newNudgeExample),
      responses: {
        '201': jsonAnswerPart('The draft.', 'StoredNudge', draftExample),
        ...problemResponses(400, 403, 404, 409, 413, 415, 422),
      },
    },
  },
  '/api/v1/sites/{uuid}/nudges/{id}': {
    parameters: [siteParameter, nudgeParameter],
    get: {
      operationId: 'readNudge',
      summary: 'Get a nudge with its settings',
      description: needsAbility('nudges:read'),
      responses: {
        '200': jsonAnswerPart('The nudge.', 'StoredNudge', nudgeExample),
        ...problemResponses(403, 404, 422),
      },
    },
    put: {
      operationId: 'changeNudge',
      summary: 'Replace the settings of a nudge’s draft',
      description: `${writing} Visitors see what is published until you publish the draft. Settings that are left out get their defaults.`,
      parameters: changeParameters,
      requestBody: jsonBodyPart('NudgeChange', changeExample),
      responses: {
        '200': jsonAnswerPart('The nudge.', 'StoredNudge', nudgeExample),
        ...problemResponses(400, 403, 404, 409, 412, 413, 415, 422),
      },
    },
    delete: {
      operationId: 'removeNudge',
      summary: 'Delete a draft, or archive a nudge that was published',
      description: `${writing} Visitors see nothing of it any more. What was published is archived, so what visitors saw stays traceable. You can restore it in the dashboard.`,
      parameters: changeParameters,
      responses: {
        '204': emptyAnswerPart('Nudge deleted or archived.'),
        ...problemResponses(403, 404, 409, 412, 422),
      },
    },
  },
  '/api/v1/sites/{uuid}/nudges/{id}/publish': {
    parameters: [siteParameter, nudgeParameter],
    post: {
      operationId: 'publishNudge',
      summary: 'Publish a nudge’s draft, or turn on a paused nudge',
      description: `${writing} The same checks as in the editor: what must be fixed first is refused at its setting.`,
      parameters: changeParameters,
      responses: {
        '200': jsonAnswerPart('The published nudge.', 'StoredNudge', nudgeExample),
        ...problemResponses(400, 403, 404, 409, 412, 422),
      },
    },
  },
  '/api/v1/sites/{uuid}/nudges/{id}/pause': {
    parameters: [siteParameter, nudgeParameter],
    post: {
      operationId: 'pauseNudge',
      summary: 'Turn a published nudge off',
      description: `${writing} Publish it to turn it on again.`,
      parameters: changeParameters,
      responses: {
        '200': jsonAnswerPart('The paused nudge.', 'StoredNudge', pausedExample),
        ...problemResponses(400, 403, 404, 409, 412, 422),
      },
    },
  },
  '/api/v1/sites/{uuid}/nudges/{id}/versions': {
    parameters: [siteParameter, nudgeParameter],
    get: {
      operationId: 'listNudgeVersions',
      summary: 'List the last 50 published versions of a nudge, newest first',
      description: needsAbility('nudges:read'),
      responses: {
        '200': jsonAnswerPart('The versions.', 'NudgeVersions', versionsExample),
        ...problemResponses(403, 404, 422),
      },
    },
  },
} as const
