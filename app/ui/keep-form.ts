/** A form outlives a lost connection and a busy server: what was typed stays on the screen. */
import {
  isRouteErrorResponse,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react'
import { useEffect } from 'react'
import { noErrors } from '#app/lib/errors.ts'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { useHost } from '#app/platforms/host.ts'
import { problemOf, turnAwayOf } from './problem.ts'

const offline = 'No connection to the server. Check your connection and try again.'

type KeptForm = FormAnswer & { fault: string }

/** The `clientAction` of a form: faults come back as data; guards and redirects pass through. */
export async function keepForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction()
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    return { errors: noErrors, message: null, values: {}, fault } satisfies KeptForm
  }
}

/** Goes with `keepForm`: after a fault the loaders would fail too, and take the form away. */
export const skipAfterFault: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => !isKeptForm(actionResult) && defaultShouldRevalidate

/** Spec §8: a network error or any other error response is an error toast. */
export function useFaultToast(answer: FormAnswer | undefined): void {
  const { toast } = useHost()

  useEffect(() => {
    if (isKeptForm(answer)) toast('error', answer.fault)
  }, [answer, toast])
}

/** True when the form was not judged at all: nothing that was typed is wrong. */
export const isKeptForm = (answer: unknown): answer is KeptForm =>
  typeof answer === 'object' && answer !== null && 'fault' in answer

function faultOf(error: unknown): string | null {
  if (isNetworkFault(error)) return offline
  if (!isRouteErrorResponse(error) || turnAwayOf(error)) return null
  return problemOf(error, false).message
}

/** Fetch rejects with a TypeError when no answer came at all. */
export const isNetworkFault = (error: unknown) => error instanceof TypeError
