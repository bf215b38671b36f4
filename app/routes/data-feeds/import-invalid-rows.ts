/** Downloads the rows with errors, to be corrected and imported again. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireSite } from '#app/auth/guards.server.ts'
import { invalidCells } from '#app/domain/imports/columns.ts'
import { readImport } from '#app/presenters/import-preview.server.ts'
import { csvFile } from '#app/lib/csv.ts'
import { importUuid } from './import-uuid.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireSite(args)
  const { kind, faulty } = await readImport(args.context.services, scope, importUuid(args))
  return csvFile(`faulty-${kind}.csv`, invalidCells(kind, faulty))
}
