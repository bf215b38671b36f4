/** Checks that the screens of smart webhooks share before they read or change anything. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { isUuid } from '#app/auth/guards.server.ts'
import { pageNotFound } from '#app/lib/errors.ts'

type Args = Pick<LoaderFunctionArgs, 'params' | 'request'>

export const notFound = ({ request }: Pick<Args, 'request'>) => pageNotFound(request)

/** @throws Refusal `not_found` when the URL names no uuid */
export function uuidOf(args: Args): string {
  const uuid = args.params['id'] ?? ''
  if (!isUuid(uuid)) throw notFound(args)
  return uuid
}

const rowId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Number of a delivery. Null: it is none. */
export function deliveryIdOf(text: string | null | undefined): number | null {
  const read = rowId.safeParse(text)
  return read.success ? read.data : null
}
