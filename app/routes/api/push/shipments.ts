/** The shop reports that an order has shipped. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { shipmentInput } from '#app/contract/push-api.ts'
import { reportShipment } from '#app/domain/push/automations.server.ts'
import { answerWrite } from '../answer-once.server.ts'
import { readJsonInput } from '../json-body.ts'
import { allowMethods } from '../methods.ts'
import { requireApiFeature } from '../plan-gate.server.ts'

export function loader({ request }: LoaderFunctionArgs): null {
  allowMethods(request, ['POST'])
  return null
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['POST'])
  const { bearer, scope } = await requireTokenSite(args, 'activities:write')
  await requireApiFeature(args, scope, 'integrations.rest_api')
  return answerWrite(args, bearer, async (services, request) => {
    const { order } = await readJsonInput(request, shipmentInput)
    const messages = await reportShipment(services, scope, order)
    return { status: 200, body: { data: { order, messages } } }
  })
}
