/**
 * The meaning of a failed query. PostgreSQL appendix A; drizzle puts the driver's error under
 * `cause`.
 */

type DriverError = { code?: unknown; constraint?: unknown; message?: unknown }

/** True when a unique constraint, by name, refused the row. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const driver = driverError(error)
  return driver?.code === '23505' && driver.constraint === constraint
}

/**
 * PostgreSQL ended this transaction in favor of another one: both waited for each other (40P01), or
 * couldn't be put into an order (40001). Run again, it usually succeeds.
 */
export const isEndedForAnother = (error: unknown): boolean => {
  const code = driverError(error)?.code
  return code === '40P01' || code === '40001'
}

/**
 * The same, or a row that the statement refers to was deleted between look-up and insert (23503). Nothing
 * was stored, and a repeated statement sees the new state.
 */
export const isRepeatable = (error: unknown): boolean =>
  isEndedForAnother(error) || driverError(error)?.code === '23503'

/** A text of the statement has a character that can't be stored: 22021 in text, 22P05 in JSON. */
export const isUnstorableText = (error: unknown): boolean => {
  const code = driverError(error)?.code
  return code === '22021' || code === '22P05'
}

/** The database can't be reached or can't answer now. Worth a retry in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  const driver = driverError(error)
  if (!driver) return false
  const { code, message } = driver
  if (typeof code === 'string') {
    // Class 08: connection; 57P01 to 57P03: shutting down, crashed, starting; 53300: no slot left;
    // 53100: disk full; 57014 and 55P03: a statement or a lock took too long.
    if (/^(08...|57P0[123]|53300|53100|57014|55P03)$/.test(code)) return true
    if (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/.test(code)) return true
  }
  return (
    typeof message === 'string' &&
    /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      message,
    )
  )
}

function driverError(error: unknown): DriverError | null {
  if (!(error instanceof Error)) return null
  // An innermost cause is the driver's own; an AggregateError holds one per address tried.
  if (error.cause instanceof Error) return driverError(error.cause)
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    return driverError(error.errors[0])
  }
  return error
}
