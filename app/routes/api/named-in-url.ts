/** Ids in a URL of the API. The 404 for a wrong one names the thing that is missing. */
import { isUuid } from '#app/auth/guards.server.ts'
import { someText } from '#app/contract/activities.ts'
import { Refusal } from '#app/lib/errors.ts'

/** @throws Refusal `not_found` */
export function requireUuid(value: string | undefined, thing: string): string {
  if (value !== undefined && isUuid(value)) return value
  throw new Refusal('not_found', `${thing} not found. This URL takes our UUID of it.`)
}

/** The caller's own id, read like that of a body. @throws Refusal `not_found` */
export function externalId(value: string | undefined, thing: string): string {
  const read = someText.safeParse(value)
  if (read.success) return read.data
  throw new Refusal('not_found', `${thing} not found.`)
}
