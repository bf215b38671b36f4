/** What an error page says about something that was thrown. Specification sections 2 and 8. */
import { isRouteErrorResponse } from '@remix-run/react'
import { errorCatalog } from '#app/lib/errors.ts'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'

export type ErrorView = {
  status: number
  message: string
  /** Under this id the server's log has the story. From 500 upwards only. */
  reference: string | null
  /** Development only: in production the server sends none. */
  stack: string | null
}

/**
 * Where a guard sends a data request that it turned away (auth/guards.server.ts), else null. What leads
 * to another site is a problem like any other (spec §8).
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

  const { status, statusText } = error
  const data: unknown = error.data
  return {
    status,
    message: textOf(data, 'message') ?? (statusText || errorCatalog.somethingWrong),
    reference: status >= 500 ? textOf(data, 'request_id') : null,
    stack: null,
  }
}

/** Without zod, which would be half of what a browser loads for these few lines. */
function textOf(body: unknown, field: string): string | null {
  if (typeof body !== 'object' || body === null) return null
  const value: unknown = Reflect.get(body, field)
  return typeof value === 'string' && value !== '' ? value : null
}
