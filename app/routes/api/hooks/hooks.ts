/** Subscriptions to webhooks that other programs make and end themselves, like Zapier. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireNamedSite, requireToken } from '#app/auth/guards.server.ts'
import { hookInput, type WebhookEvent } from '#app/contract/webhooks.ts'
import { createEndpoint, listHooks } from '#app/domain/webhooks/endpoints.server.ts'
import { neededAbility } from '#app/domain/webhooks/needed-ability.ts'
import type { TokenBearer } from '#app/domain/tokens/tokens.server.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { answerWrite } from '../answer-once.server.ts'
import { joined } from './joined.ts'
import { describeHook } from './hook-responses.ts'
import { readJsonInput } from '../json-body.ts'
import { allowMethods } from '../methods.ts'
import { requireApiFeature } from '../plan-gate.server.ts'
import { refuseQuery } from '../query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope, siteId } = await requireToken(args, 'hooks:manage')
  refuseQuery(args.request)
  const hooks = await listHooks(args.context.services, scope, { siteId })
  return Response.json({ data: hooks.map(describeHook), next_cursor: null })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'POST'])
  const bearer = await requireToken(args, 'hooks:manage')
  return answerWrite(args, bearer, async (services, request) => {
    const { site: uuid, target_url: url, events } = await readJsonInput(request, hookInput)
    requireReading(bearer, events)
    await requireApiFeature(joined(args, services), bearer.scope, 'integrations.zapier')
    const { scope } = await namedSite(joined(args, services), bearer, uuid)
    const { userId, tokenId } = bearer
    const wanted = { url, events, actor: { id: userId }, tokenId }
    const { endpoint, secret } = await createEndpoint(services, scope, wanted)
    const data = { ...describeHook({ ...endpoint, site: scope.siteUuid }), secret }
    return { status: 201, body: { data } }
  })
}

/** A token doesn't receive events that it can't read. @throws Refusal `forbidden` */
function requireReading({ abilities }: TokenBearer, events: readonly WebhookEvent[]): void {
  for (const event of events) {
    const ability = neededAbility[event]
    if (ability === null || abilities.includes(ability)) continue
    throw new Refusal(
      'forbidden',
      `To subscribe to ${event}, this token also needs the ability ${ability}.`,
    )
  }
}

/** Another team's site, and one that the token isn't valid for, look exactly like a missing one. */
async function namedSite(args: ActionFunctionArgs, bearer: TokenBearer, uuid: string) {
  const found = await requireNamedSite(args, bearer.scope, uuid).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  })
  const isValid = found && (bearer.siteId === null || bearer.siteId === found.site.id)
  if (isValid) return found
  throw refuseField('site', 'Site not found for this token.')
}
