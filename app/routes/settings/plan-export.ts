/** An organization's usage by month as a file for spreadsheets. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireNamedTeam } from '#app/auth/guards.server.ts'
import { meterHistoryRows, readMeterHistory } from '#app/domain/stats/meter-history.server.ts'
import { csvFile } from '#app/lib/csv.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireNamedTeam(args, args.params['id'])
  const months = await readMeterHistory(args.context.services, team.scope)
  return csvFile(`${team.slug}-usage.csv`, meterHistoryRows(months))
}
