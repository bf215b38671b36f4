import type { LoaderFunctionArgs } from '@remix-run/node'
import { isUuid } from '#app/auth/guards.server.ts'
import { noImport } from '#app/domain/imports/imports.server.ts'
import { Refusal } from '#app/lib/errors.ts'

/** @throws Refusal `not_found` for what is no uuid: the database would complain */
export function importUuid({ params }: Pick<LoaderFunctionArgs, 'params'>): string {
  const uuid = params['uuid'] ?? ''
  if (!isUuid(uuid)) throw new Refusal('not_found', noImport)
  return uuid
}
