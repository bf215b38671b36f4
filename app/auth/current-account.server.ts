/** Who sent a request, for the guards, and for pages that are open to everyone but differ by login. */
import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '#app/domain/accounts/account.ts'
import type { GuardArgs } from './guards.server.ts'
import { refuseImpersonatedWrite } from './impersonated-writes.server.ts'

/** Six loaders run for one page: the platform is asked once per HTTP request. */
const answers = new WeakMap<AppLoadContext, Promise<Account | Response | null>>()

/**
 * Who is signed in, or null. Every guard of people asks here, so no form can forget what staff who
 * impersonate someone may send.
 *
 * @throws Response that the platform sends in place of the page
 * @throws Refusal `forbidden` for a form that isn't in `impersonatedWrites`
 */
export async function currentAccount(args: GuardArgs): Promise<Account | null> {
  const { context } = args
  const known = answers.get(context)
  const asked = known ?? askPlatform(args)
  if (!known) answers.set(context, asked)
  const answer = await asked
  if (answer instanceof Response) throw copyOf(answer)
  if (answer?.impersonator && !isRead(args.request)) await refuseOnce(args)
  return answer
}

/** Whether a request changes nothing, by its method. */
export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

const writes = new WeakMap<AppLoadContext, Promise<void>>()

/** A second guard of an action asks after the body was read. */
function refuseOnce({ request, context }: GuardArgs): Promise<void> {
  const asked = writes.get(context) ?? refuseImpersonatedWrite(request)
  writes.set(context, asked)
  return asked
}

/**
 * For each loader that throws it, as each reads its body. A clone alone would not do: it is of Node's own
 * class, and the global one is that of the HTTP server.
 */
const copyOf = (answer: Response) => new Response(answer.clone().body, answer)

async function askPlatform({
  request,
  context: { platform, services, requestId, visit },
}: GuardArgs): Promise<Account | Response | null> {
  const account = await platform.authenticate(request, services, visit)
  if (account instanceof Response) return account
  if (account) visit.actor = { userId: account.id }
  // Log both people, so an action during impersonation can be traced to the staff member.
  if (account?.impersonator) {
    const { id: userId, impersonator } = account
    services.log.info({ requestId, userId, staffId: impersonator.id }, 'asked by staff')
  }
  return account
}
