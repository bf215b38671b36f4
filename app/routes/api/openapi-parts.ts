/** Shared parts of the OpenAPI document. */
import type { abilities } from '#app/domain/tokens/token.ts'

export const siteParameter = {
  name: 'uuid',
  in: 'path',
  required: true,
  description: 'The uuid of the site, as it stands in its installation code.',
  schema: { type: 'string', format: 'uuid' },
} as const

export const needsAbility = (ability: (typeof abilities)[number]) =>
  `The token needs the ability ${ability}.`

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
  400: 'The body is not JSON.',
  401: 'No token, or one that is not valid.',
  403: 'The token lacks the ability.',
  404: 'There is no such site for this token.',
  409: 'It contradicts what stands: the id belongs to another activity, a goal is switched off or one too many.',
  413: 'The body is larger than 256 KiB.',
  422: 'Some fields are not right: `errors` says which and why.',
  503: 'The service is busy or restarting. Try again after the seconds in Retry-After; nothing that was acknowledged is lost.',
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
