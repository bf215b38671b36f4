/** Shared parts of the OpenAPI document. */
import type { abilities } from '#app/domain/tokens/token.ts'

export const siteParameter = {
  name: 'uuid',
  in: 'path',
  required: true,
  description: 'Site UUID, as in its installation code.',
  schema: { type: 'string', format: 'uuid' },
} as const

export const needsAbility = (ability: (typeof abilities)[number]) =>
  `Requires the ability ${ability}.`

export const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

export const jsonAnswerPart = (description: string, name: string, example: unknown) => ({
  description,
  content: { 'application/json': { schema: schemaReference(name), example } },
})

export const jsonBodyPart = (name: string, example: unknown) => ({
  required: true,
  content: { 'application/json': { schema: schemaReference(name), example } },
})

/** All of them have the same schema. */
const meanings = {
  400: 'The body isn’t JSON.',
  401: 'Missing or invalid token.',
  403: 'The token doesn’t have the required ability.',
  404: 'Site not found for this token.',
  409: 'Conflict: the id belongs to another activity, the goal is off, or the limit of goals or webhooks is reached.',
  413: 'The body is larger than 256 KiB.',
  422: 'Validation failed. See `errors` for details.',
  503: 'Busy or restarting. Retry after the seconds in Retry-After. Nothing that was acknowledged is lost.',
} as const

export const problemResponses = (...statuses: (keyof typeof meanings)[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: meanings[status],
        content: { 'application/problem+json': { schema: schemaReference('Problem') } },
      },
    ]),
  )
