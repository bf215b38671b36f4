/** The former address of automatic approval, which is set with the data that it approves. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { requireSite } from '#app/auth/guards.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireSite(args)
  return redirect('/data-feeds')
}
