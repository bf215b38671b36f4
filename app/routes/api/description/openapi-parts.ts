/** Shared parts of the OpenAPI document. */
import { z } from 'zod'
import { apiLimit, organizationApiLimit } from '#app/domain/accounts/login/api-limit.ts'
import type { abilities } from '#app/domain/tokens/token.ts'

export const siteParameter = {
  name: 'uuid',
  in: 'path',
  required: true,
  description: 'Site UUID, as in its installation code.',
  schema: { type: 'string', format: 'uuid' },
  example: '0c4d6f4e-7d0a-4c5e-8f56-2f2c0f6b7a31',
} as const

/** @param of what the id belongs to */
export const idParameter = (of: string, example: string) =>
  ({
    name: 'id',
    in: 'path',
    required: true,
    description: `${of} UUID.`,
    schema: { type: 'string', format: 'uuid' },
    example,
  }) as const

/** @param of what the caller's id belongs to */
export const externalIdParameter = (of: string, example: string) =>
  ({
    name: 'externalId',
    in: 'path',
    required: true,
    description: `Your ID of the ${of}, percent-encoded: a slash is %2F. An email address finds what was sent with it.`,
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    example,
  }) as const

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to retry: for 24 hours, the same request with the same key gets the stored answer, with Idempotency-Replayed: true.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '6f1f0a3e-8d1c-4b7e-9a55-0f6a1f4f7f10',
} as const

/** Headers of requests that write. */
export const writeParameters = [keyParameter] as const

/** Query parameters of a shape, with examples of some. */
export function queryParameters(shape: z.ZodType, examples: Record<string, unknown> = {}) {
  const { properties = {} } = schemaOf(shape, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property
    return {
      name,
      in: 'query' as const,
      ...(description === undefined ? {} : { description }),
      schema,
      ...(name in examples ? { example: examples[name] } : {}),
    }
  })
}

type JsonSchema = {
  properties?: Record<string, { description?: string }>
  [keyword: string]: unknown
}

export function schemaOf(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _draft, ...schema } = z.toJSONSchema(shape, { io })
  return JSON.parse(JSON.stringify(schema).replaceAll(...controlCharacters)) as JsonSchema
}

/** Not every validator reads patterns as Unicode. These characters have the same name for all. */
const controlCharacters = [
  String.raw`\\p{Cc}\\p{Cs}`,
  String.raw`\\u0000-\\u001f\\u007f-\\u009f`,
] as const

export const needsAbility = (ability: (typeof abilities)[number]) =>
  `Requires the ability ${ability}.`

export const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

export const jsonAnswerPart = (description: string, name: string, example: unknown) => ({
  description,
  headers: answerHeaders,
  content: { 'application/json': { schema: schemaReference(name), example } },
})

/** Several schemas, each with an example. */
export const jsonAnswersPart = (
  description: string,
  names: readonly string[],
  examples: Record<string, { summary: string; value: unknown }>,
) => ({
  description,
  headers: answerHeaders,
  content: { 'application/json': { schema: { oneOf: names.map(schemaReference) }, examples } },
})

export const emptyAnswerPart = (description: string) => ({ description, headers: answerHeaders })

export const jsonBodyPart = (name: string, example: unknown) => ({
  required: true,
  content: { 'application/json': { schema: schemaReference(name), example } },
})

export const jsonBodiesPart = (
  names: readonly string[],
  examples: Record<string, { summary: string; value: unknown }>,
) => ({
  required: true,
  content: { 'application/json': { schema: { oneOf: names.map(schemaReference) }, examples } },
})

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

const answerHeaders = {
  'X-Request-Id': header('X-Request-Id'),
  RateLimit: header('RateLimit'),
  'RateLimit-Policy': header('RateLimit-Policy'),
}

const text = { type: 'string' } as const

export const headers = {
  'X-Request-Id': {
    description: 'Name it when you contact us about a request.',
    schema: text,
    example: '5f0c8d7a-3a52-4a3e-8d4d-5b0a0a6d9c11',
  },
  RateLimit: {
    description:
      'Requests that are left (r) of the token and of its organization, and seconds until each limit is reset (t). A request that the token’s limit refuses doesn’t count for the organization, and its answer has the token’s alone.',
    schema: text,
    example: `"default";r=${String(apiLimit.requests - 1)};t=42, "organization";r=${String(organizationApiLimit.requests - 1)};t=42`,
  },
  'RateLimit-Policy': {
    description: 'The limits (q) of the token and of its organization in a number of seconds (w).',
    schema: text,
    example: `"default";q=${String(apiLimit.requests)};w=${String(apiLimit.seconds)}, "organization";q=${String(organizationApiLimit.requests)};w=${String(organizationApiLimit.seconds)}`,
  },
} as const

/** All of them have the same schema. */
const problems = {
  400: {
    means: 'The body isn’t JSON, or the Idempotency-Key is malformed.',
    title: 'Malformed',
    message: 'The body isn’t valid UTF-8 JSON.',
  },
  401: {
    means: 'Missing or invalid token.',
    title: 'Unauthenticated',
    message: 'Send a valid API token as a Bearer token.',
  },
  402: {
    means: 'The organization’s plan doesn’t include it.',
    title: 'Not on plan',
    message: 'Available on the Genius plan and up.',
  },
  403: {
    means: 'The token doesn’t have the required ability.',
    title: 'Forbidden',
    message: 'This token doesn’t have the ability sites:read.',
  },
  404: {
    means: 'Not found for this token, or no such URL.',
    title: 'Not found',
    message: 'Goal not found.',
  },
  409: {
    means:
      'Conflict: the id belongs to something else, a limit is reached, the goal is off, or a request with this Idempotency-Key is still running.',
    title: 'Conflict',
    message: 'This goal is turned off.',
  },
  412: {
    means: 'The nudge has changed since the revision in If-Match.',
    title: 'Precondition failed',
    message:
      'The nudge has changed since you read it. Read it again, and send your change with its new revision.',
  },
  413: {
    means: 'The body is larger than 256 KiB.',
    title: 'Too large',
    message: 'The body is larger than 256 KiB.',
  },
  415: {
    means: 'The body isn’t declared as application/json.',
    title: 'Unsupported media type',
    message: 'Send the body as JSON, with Content-Type: application/json.',
  },
  422: {
    means:
      'Validation failed: see errors. Or the Idempotency-Key was used for a different request.',
    title: 'Invalid',
    message: 'Some fields are invalid.',
  },
  429: {
    means: 'Too many requests. Try again after the seconds in Retry-After.',
    title: 'Too many',
    message: 'You’ve sent more than 600 requests in 60 seconds. Try again in 42 seconds.',
  },
  503: {
    means:
      'Busy or restarting. Try again after the seconds in Retry-After. Nothing that was acknowledged is lost.',
    title: 'Unavailable',
    message: 'We’re busy or restarting. Try again in a moment.',
  },
} as const

type ProblemStatus = keyof typeof problems

/** The meaning of each status, for the documentation. */
export const problemMeanings = Object.entries(problems).map(([status, { means }]) => ({
  status: Number(status),
  means,
}))

export const problemExample = (status: ProblemStatus) => {
  const { title, message } = problems[status]
  return {
    type: 'about:blank',
    title,
    status,
    detail: message,
    message,
    errors:
      status === 422
        ? { 'person.country': ['Must be a two-letter country code, for example DE.'] }
        : {},
    request_id: '5f0c8d7a-3a52-4a3e-8d4d-5b0a0a6d9c11',
  }
}

/** Those that are named, and those of every request with a token. */
export const problemResponses = (...statuses: ProblemStatus[]) =>
  Object.fromEntries(
    [...new Set<ProblemStatus>([401, ...statuses, 429, 503])].map((status) => [
      String(status),
      {
        description: problems[status].means,
        headers: answerHeaders,
        content: {
          'application/problem+json': {
            schema: schemaReference('Problem'),
            example: problemExample(status),
          },
        },
      },
    ]),
  )

/** Problem responses of a write with a body. */
export const writeProblems = problemResponses(400, 402, 403, 404, 409, 413, 415, 422)
