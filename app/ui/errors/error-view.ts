/** Content of the error page for anything that was thrown. */
import { isRouteErrorResponse, type ErrorResponse } from '@remix-run/react'
import { errorCatalog } from '#app/lib/errors.ts'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'

export type ErrorView = {
  status: number
  message: string
  /** Identifies the error in the server's log. Only for 500 and above. */
  reference: string | null
  /** Development only: production servers send none. */
  stack: string | null
}

/**
 * The target of a guard that refused a data request (auth/guards.server.ts), otherwise null. A
 * target on another site is treated like any other error.
 */
export function turnAwayOf(
  error: unknown,
): { status: number; message: string; goTo: string } | null {
  if (!isRouteErrorResponse(error)) return null
  const message = textOf(error.data, 'message')
  const goTo = textOf(error.data, 'goTo')
  if (message === null || goTo === null || safeRedirectPath(goTo, '') === '') return null
  return { status: error.status, message, goTo }
}

/** @param showStack true in development */
export function describeError(error: unknown, showStack: boolean): ErrorView {
  if (!isRouteErrorResponse(error)) {
    const stack = showStack && error instanceof Error ? (error.stack ?? null) : null
    return { status: 500, message: errorCatalog.somethingWrongLong, reference: null, stack }
  }

  const { status } = error
  const data: unknown = error.data
  return {
    status,
    message: messageOf(error) ?? errorCatalog.somethingWrongPage,
    reference: status >= 500 ? textOf(data, 'request_id') : null,
    stack: null,
  }
}

/** The server's message, else the status text; null without either. */
export const messageOf = ({ data, statusText }: ErrorResponse): string | null =>
  textOf(data, 'message') ?? (statusText || null)

/** Without zod, which would be half of the browser's download for these few lines. */
function textOf(body: unknown, field: string): string | null {
  if (typeof body !== 'object' || body === null) return null
  const value: unknown = Reflect.get(body, field)
  return typeof value === 'string' && value !== '' ? value : null
}
