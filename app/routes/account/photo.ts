/** Saves or removes the person's photo. The form is on the general screen. */
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { requireAccount } from '#app/auth/guards.server.ts'
import { removePhoto, savePhoto } from '#app/domain/images/photos.server.ts'
import { refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readUpload } from '#app/lib/web/upload.server.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'

export const loader = () => redirect('/account/general')

export async function action(args: ActionFunctionArgs) {
  const { id } = await requireAccount(args)
  const { services } = args.context
  const owner = { kind: 'user' as const, id }
  const { intent, bytes } = await readUpload(args.request, 'photo')
  if (intent === 'remove') {
    await removePhoto(services, owner)
    return data<Saved>({ saved: 'Photo removed' })
  }
  try {
    await savePhoto(services, owner, { bytes })
    return data<Saved>({ saved: 'Photo saved' })
  } catch (error) {
    return refusedFormResponse(error)
  }
}
