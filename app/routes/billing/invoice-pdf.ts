/** An invoice as its provider printed it. The provider's own address of it needs no login, so it stays here. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { uuidParam } from '#app/auth/guards.server.ts'
import { readInvoicePdf } from '#app/domain/billing/invoices.server.ts'
import { requirePayer } from './billing-team.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requirePayer(args)
  const uuid = uuidParam(args, 'uuid')
  const document = await readInvoicePdf(args.context.services, team.scope, uuid)
  return new Response(document, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="invoice-${uuid}.pdf"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
