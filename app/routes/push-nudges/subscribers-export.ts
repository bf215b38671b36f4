/** Subscribers as a file for spreadsheets: consents without addresses. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { csvFile } from '#app/lib/csv.ts'
import { exportSubscribers } from '#app/presenters/push/subscribers.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { site, scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const rows = await exportSubscribers(args.context.services, scope)
  // Hosts in URLs are ASCII. Other characters that file names can't contain are replaced.
  const host = new URL(site.url).host.replace(/[^a-z0-9.-]/g, '-')
  return csvFile(`${host}-push-subscribers.csv`, rows)
}
