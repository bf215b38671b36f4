/** Keeps a form and its input on the screen when the connection is lost or the server fails. */
import {
  isRouteErrorResponse,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react'
import { errorCatalog, noErrors } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useHost } from '#app/browser/host.ts'
import { useEachAnswer } from './each-answer.ts'
import { describeError, turnAwayOf } from '../errors/error-view.ts'
import { useExpiredSession } from '../errors/expired-session.tsx'

const offline = 'We can’t reach the server. Check your connection and try again.'

type PreservedForm = FormResponse & {
  fault: string
  /** Login URL after the session has expired; null for other errors. */
  login: string | null
}

/**
 * `clientAction` of a form: returns errors as data, and passes redirects and other guards'
 * responses through. An expired session doesn't replace the form either, since someone may have
 * typed for an hour.
 */
export async function preserveForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction()
  } catch (error) {
    const turnedAway = turnAwayOf(error)
    if (turnedAway?.status === 401) return keep(errorCatalog.sessionExpired, turnedAway.goTo)
    const fault = faultOf(error)
    if (!fault) throw error
    return keep(fault, null)
  }
}

const keep = (fault: string, login: string | null): PreservedForm => ({
  errors: noErrors,
  message: null,
  values: {},
  fault,
  login,
})

/** Goes with `preserveForm`: after a fault the loaders would fail too, and take the form away. */
export const skipAfterFault: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => !isPreservedForm(actionResult) && defaultShouldRevalidate

/** Shows an error toast for network errors and other error responses; for a 401, the login. */
export function useFaultToast(answer: FormResponse | undefined): void {
  const { toast } = useHost()
  const reportExpired = useExpiredSession()

  useEachAnswer(answer, (given) => {
    if (!isPreservedForm(given)) return
    if (given.login === null) toast('error', given.fault)
    else reportExpired(given.login)
  })
}

/** True when the server didn't validate the form, so nothing is wrong with the input. */
export const isPreservedForm = (answer: unknown): answer is PreservedForm =>
  typeof answer === 'object' && answer !== null && 'fault' in answer

function faultOf(error: unknown): string | null {
  if (isNetworkFault(error)) return offline
  if (!isRouteErrorResponse(error) || turnAwayOf(error)) return null
  return describeError(error, false).message
}

/** fetch rejects with a TypeError when there is no response. */
export const isNetworkFault = (error: unknown) => error instanceof TypeError
