/** Sample file with all columns of a kind, and one row to overwrite. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireSite } from '#app/auth/guards.server.ts'
import { sampleCells } from '#app/domain/imports/columns.ts'
import { importKinds } from '#app/domain/imports/import-kinds.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { csvFile } from '#app/lib/csv.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireSite(args)
  const { searchParams, pathname } = new URL(args.request.url)
  const kind = importKinds.find((one) => one === searchParams.get('kind'))
  if (!kind) throw new Refusal('not_found', errorCatalog.notFound(pathname))
  return csvFile(`sample-${kind}.csv`, sampleCells(kind))
}
