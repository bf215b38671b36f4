/** Takes a file of past orders during onboarding; its review follows on the same step. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readUpload } from '#app/lib/web/upload.server.ts'

export { headers } from '#app/platforms/headers.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST to send a file.')
}

export async function action(args: ActionFunctionArgs) {
  const { scope, team, account } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { fileName, bytes } = await readUpload(args.request, 'file')
  const given = {
    kind: 'purchase' as const,
    fileName,
    bytes,
    userId: account.id,
  }
  try {
    await beginImport(args.context.services, scope, given)
    return redirect('/onboarding?step=nudge')
  } catch (error) {
    return refusedFormResponse(error)
  }
}
