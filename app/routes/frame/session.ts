/** Renews the session of a page in the frame of an admin without a script of its own. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { notFound } from '#app/auth/guards.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'

/** A page that has no token sends the ticket of its address. */
const input = z.object({ ticket: z.string().max(2_000).nullable() })

/** A page there is none. */
export function loader(args: Pick<ActionFunctionArgs, 'request' | 'context'>): never {
  throw notFound(args)
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const { platform, services } = context
  const session = platform.frame?.session
  if (!session || request.method !== 'POST') throw notFound(args)
  const sent = input.safeParse(await request.json().catch(() => null))
  if (!sent.success) throw new Refusal('malformed', 'Send the ticket of the page, or null.')
  const pass = await session.renew(request, services, sent.data.ticket)
  if (!pass) throw new Refusal('unauthenticated', errorCatalog.sessionExpired)
  return Response.json(pass)
}
