/**
 * Keeps a form and its input on the screen when the server fails or the session has expired. A lost
 * connection is handled for all forms together (browser/keep-screen.ts).
 */
import {
  isRouteErrorResponse,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react'
import { errorCatalog } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useHost } from '#app/browser/host.ts'
import { isPreservedForm, preservedForm } from '#app/browser/preserved-form.ts'
import { useEachAnswer } from './each-answer.ts'
import { messageOf, turnAwayOf } from '../errors/error-view.ts'
import { useExpiredSession } from '../errors/expired-session.tsx'

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
    if (turnedAway?.status === 401) {
      return preservedForm({ fault: errorCatalog.sessionExpired, login: turnedAway.goTo })
    }
    const fault = faultOf(error)
    if (!fault) throw error
    return preservedForm({ fault, login: null })
  }
}

/**
 * Goes with `preserveForm`: after a fault the loaders would fail too, and take the form away. A
 * refused input has changed nothing, and a form that still loads refuses the next press of Enter.
 *
 * Remix passes `defaultShouldRevalidate: true` whatever the action answered, so the status is read.
 */
export const skipAfterFault: ShouldRevalidateFunction = ({
  actionResult,
  actionStatus = 200,
  defaultShouldRevalidate,
}) => !isPreservedForm(actionResult) && actionStatus < 400 && defaultShouldRevalidate

/**
 * The same for a form that is refused when its screen shows something else than there is by now: after a
 * conflict the screen shows that, and sends it with the next press.
 */
export const refreshAfterConflict: ShouldRevalidateFunction = (args) =>
  (args.actionStatus === 409 && !isPreservedForm(args.actionResult)) || skipAfterFault(args)

/** Shows an error toast for error responses; for a 401, the login. */
export function useFaultToast(answer: FormResponse | undefined): void {
  const { toast } = useHost()
  const reportExpired = useExpiredSession()

  useEachAnswer(answer, (given) => {
    if (!isPreservedForm(given)) return
    if (given.login !== null) reportExpired(given.login)
    else if (given.fault !== null) toast('error', given.fault)
  })
}

function faultOf(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || turnAwayOf(error)) return null
  return messageOf(error) ?? errorCatalog.somethingWrong
}
