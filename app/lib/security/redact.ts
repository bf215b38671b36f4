/**
 * Removes personal data and secrets from errors and paths before they are logged. Errors quote
 * their input: database errors the parameters, parser errors the text.
 */

export type LoggedError = {
  type: string
  message: string
  /** Frames only, without the message. */
  stack?: string
  code?: string
  /** The database constraint that was violated. */
  constraint?: string
  cause?: LoggedError
  errors?: LoggedError[]
}

const deepest = 5

/** An error for the log: without parameters, detail and input. */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const isDeep = depth >= deepest
  return {
    type: error.name,
    message: hideInput(error.message, typeof code === 'string' ? code : ''),
    ...(error.stack === undefined ? {} : { stack: framesOf(error.stack) }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(error.cause === undefined || isDeep
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && !isDeep
      ? { errors: error.errors.slice(0, deepest).map((one) => describeError(one, depth + 1)) }
      : {}),
  }
}

/** Removes the secrets that some links carry from a path. Our ids stay. */
export const redactTokens = (path: string): string => hideAddresses(hideLongWords(path))

/** PostgreSQL appendix A: class 22 is about values, and its messages quote them. */
const valueClass = /^22/

function hideInput(message: string, code: string): string {
  // Drizzle appends all parameters to the query.
  const [statement = ''] = message.split('\nparams:')
  const withoutValue = valueClass.test(code) ? (statement.split(':')[0] ?? '') : statement
  return hideAddresses(hideLongWords(hideJson(withoutValue))).slice(0, 2_000)
}

const jsonEnd = 'is not valid JSON'

/** V8 quotes the beginning of invalid JSON. */
function hideJson(message: string): string {
  const start = message.indexOf('Unexpected ')
  const quote = message.indexOf('"', start)
  const end = message.lastIndexOf(jsonEnd)
  if (start === -1 || quote === -1 || end < quote) return message
  const before = message.slice(0, quote).replace(/, $/, '')
  return `${before}: no JSON${message.slice(end + jsonEnd.length)}`
}

const framesOf = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

const hideAddresses = (text: string) =>
  text.replaceAll(/[^\s"'<>(),=/]+/g, (word) => (/.(?:@|%40)./i.test(word) ? ':address' : word))

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Session, reset and invitation tokens are 43 characters, API tokens 59, keyed hashes 64. */
const hideLongWords = (text: string) =>
  text.replaceAll(/[\w-]{32,}/g, (word) => (uuid.test(word) ? word : ':hidden'))
