/** Guard of the screens between the password and the second factor. */
import { redirect } from '@remix-run/node'
import {
  findPendingLogin,
  type PendingLogin,
} from '#app/domain/accounts/login/pending-logins.server.ts'
import { requireGuest, type GuardArgs } from './guards.server.ts'
import { pendingLoginCookie } from './short-cookies.server.ts'

/** Without a pending login, people start over with the password and see why. */
export async function requirePendingLogin(args: GuardArgs): Promise<PendingLogin> {
  await requireGuest(args)
  const { services } = args.context
  const token = pendingLoginCookie.read(services.config, args.request)
  const login = await findPendingLogin(services, token)
  if (login) return login

  const goTo = new URL('/auth/login?expired', args.request.url)
  const wanted = new URL(args.request.url).searchParams.get('to')
  if (wanted !== null) goTo.searchParams.set('to', wanted)
  throw redirect(goTo.pathname + goTo.search)
}
