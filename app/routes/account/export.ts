/** Exports all data about a person. Requires the password. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { requireAccount } from '#app/auth/guards.server.ts'
import { exportInput } from '#app/domain/accounts/account.ts'
import { exportAccount } from '#app/domain/lifecycle/export.server.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'

export const loader = () => redirect('/account/privacy')

export type ExportResponse = { file: string }

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const { services, clientAddress } = args.context
  const form = await readForm(args.request, exportInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  try {
    const asker = { account, address: clientAddress }
    const exportedData = await exportAccount(services, asker, form.value)
    const exported: ExportResponse = { file: JSON.stringify(exportedData, null, 2) }
    return Response.json(exported, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    return refusedFormResponse(error)
  }
}
