/** Any table of the statistics as a file for spreadsheets. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireSite } from '#app/auth/guards.server.ts'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { csvFile } from '#app/lib/csv.ts'
import { findFiltered } from '#app/domain/stats/filter.server.ts'
import { readFilterWord } from '#app/domain/stats/filter.ts'
import { dayAt } from '#app/lib/days/counted-days.ts'
import { readRange } from '#app/domain/stats/range.ts'
import { readTable, readTableName } from '#app/domain/stats/tables.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { site, scope } = await requireSite(args)
  requireFeature(await readEntitlements(args.context.services, scope), 'analytics')
  const { services } = args.context
  const { searchParams, pathname } = new URL(args.request.url)
  const table = readTableName(searchParams.get('table'), pathname)
  const range = readRange(searchParams, dayAt(scope.timeZone, services.now()))

  const word = readFilterWord(searchParams.get('filter'))
  const filter = word && (await findFiltered(services, scope, word))

  const rows = await readTable(services, scope, { table, range, filter })
  const name = `${hostName(site.url)}-${table}${filter ? `-of-${filter.by}` : ''}-${range.from}-${range.to}.csv`
  return csvFile(name, rows)
}

/** Hosts in URLs are ASCII. Other characters that file names can't contain are replaced. */
const hostName = (url: string) => new URL(url).host.replace(/[^a-z0-9.-]/g, '-')
