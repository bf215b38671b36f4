/** Push nudges without a tab: the first one. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { requireSite } from '#app/auth/guards.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireSite(args)
  return redirect('/push-nudges/prompt')
}
