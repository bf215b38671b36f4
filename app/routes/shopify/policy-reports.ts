/** Reports of browsers while the content policy of the frame is on trial. Anyone can send anything here. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { addressGroup } from '#app/lib/web/address-group.ts'
import { readPolicyReport } from '#app/lib/web/policy-reports.ts'
import { requireShopify } from '#app/platforms/shopify/entry.server.ts'
import { policyReportsPath } from '#app/platforms/shopify/shell-request.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'

/** @throws Refusal `not_found` where nothing reports */
function requireTrial(args: LoaderFunctionArgs) {
  const { app } = requireShopify(args)
  if (app.contentPolicy === 'report') return
  throw new Refusal('not_found', errorCatalog.notFound(policyReportsPath))
}

export function loader(args: LoaderFunctionArgs): never {
  requireTrial(args)
  throw new Refusal('method_not_allowed', 'Use POST to send a report.', { allow: ['POST'] })
}

export async function action(args: ActionFunctionArgs) {
  requireTrial(args)
  const { services, clientAddress } = args.context
  const { config, policyReports } = services
  const violation = readPolicyReport(await args.request.text(), config.appUrl)
  if (violation === null) throw new Refusal('malformed', 'This isn’t a report about our pages.')
  const wait = policyReports.count(violation, addressGroup(clientAddress))
  if (wait > 0) {
    throw new Refusal('too_many', 'Too many reports. Wait a moment.', { retryAfterSeconds: wait })
  }
  return new Response(null, { status: 204 })
}
