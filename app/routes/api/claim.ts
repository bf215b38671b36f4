/** The data behind a shown nudge: its text, the rule, and what it is based on. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import type { ClaimAnswer } from '#app/contract/claims.ts'
import { payloadId } from '#app/contract/pixel-events.ts'
import { resolveClaim } from '#app/domain/nudges/claims.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { describeActivity } from '#app/presenters/activity-answer.ts'
import { readOnly } from './methods.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'activities:read')
  refuseQuery(args.request)
  const id = args.params.id ?? ''

  const isId = payloadId.safeParse(id).success
  const claim = isId ? await resolveClaim(args.context.services, scope, id) : null
  if (!claim) throw new Refusal('not_found', 'Claim not found.')
  const data: ClaimAnswer['data'] = {
    id: claim.id,
    nudge: claim.nudge,
    text: claim.text,
    rule: claim.rule,
    window_seconds: claim.windowSeconds,
    created_at: claim.createdAt.toISOString(),
    basis: claim.basis,
    activity: claim.activity && describeActivity(claim.activity),
  }
  return Response.json({ data })
}

export const action = readOnly
