/** The screen without a section redirects to /account/general. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { requireAccount } from '#app/auth/guards.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireAccount(args)
  return redirect('/account/general')
}
