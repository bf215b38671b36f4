/**
 * Conversions reported by the shop's server. Each counts once, even if a page reports it as well.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { conversionInput } from '#app/contract/goals.ts'
import { fromCents } from '#app/lib/money.ts'
import { recordConversion } from '#app/domain/goals/conversions.server.ts'
import { answerWrite } from './answer-once.server.ts'
import { readJsonInput } from './json-body.ts'
import { allowMethods } from './methods.ts'
import { requireUuid } from './named-in-url.ts'
import { requireApiFeature } from './plan-gate.server.ts'

export function loader({ request }: LoaderFunctionArgs): null {
  allowMethods(request, ['POST'])
  return null
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['POST'])
  const { bearer, scope } = await requireTokenSite(args, 'activities:write')
  await requireApiFeature(args, scope, 'integrations.rest_api')
  const goalUuid = requireUuid(args.params.id, 'Goal')
  return answerWrite(args, bearer, async (services, request) => {
    const input = await readJsonInput(request, conversionInput)
    const conversion = await recordConversion(services, scope, { goalUuid, input })
    const data = {
      goal: goalUuid.toLowerCase(),
      id: input.id,
      order: input.order ?? null,
      reached_at: conversion.reachedAt.toISOString(),
      value: fromCents(conversion.amountCents),
      currency: conversion.currency,
    }
    return { status: conversion.outcome === 'created' ? 201 : 200, body: { data } }
  })
}
