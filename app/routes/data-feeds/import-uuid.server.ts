import type { LoaderFunctionArgs } from '@remix-run/node'
import { isUuid } from '#app/auth/guards.server.ts'
import { noImport } from '#app/domain/imports/imports.server.ts'
import { Refusal } from '#app/lib/errors.ts'

/** @throws Refusal `not_found` unless it is a uuid, for which the database would raise an error */
export function importUuid({ params }: Pick<LoaderFunctionArgs, 'params'>): string {
  const uuid = params['uuid'] ?? ''
  if (!isUuid(uuid)) throw new Refusal('not_found', noImport)
  return uuid
}
