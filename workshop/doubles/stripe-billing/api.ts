/** The calls of Stripe's API that the double answers, each with the parameters that it takes. */
import type { Account } from './account.ts'
import type { Call } from './call.ts'
import { catalogCalls } from './catalog-calls.ts'
import { customerCalls } from './customer-calls.ts'
import { invalid, StripeFailure } from './failure.ts'
import * as form from './form.ts'
import { subscriptionCalls } from './subscription-calls.ts'
import { endpointCalls } from './webhooks.ts'

/** All of them. */
export const calls: readonly Call[] = [
  ...customerCalls,
  ...catalogCalls,
  ...subscriptionCalls,
  ...endpointCalls,
]

const mostLevels = 4

function checkExpand(params: form.Params): void {
  if (form.textsOf(params, 'expand').every((path) => path.split('.').length <= mostLevels)) return
  throw invalid(`You cannot expand more than ${String(mostLevels)} levels of a property.`, {
    code: 'property_expansion_max_depth',
    param: 'expand',
  })
}

/** Without a code, as in stripe/stripe-node issue 2246. */
function checkPermission({ granted }: Account, { permission }: Call): void {
  if (permission === undefined || granted.has(permission)) return
  throw new StripeFailure(403, {
    type: 'invalid_request_error',
    message: `The key lacks the permission '${permission}', which this endpoint requires.`,
  })
}

type ApiRequest = {
  method: string
  path: string
  params: form.Params
  /** It's sent with a restricted key. */
  isRestricted: boolean
}

/** @throws StripeFailure */
export function callApi(
  account: Account,
  { method, path, params, isRestricted }: ApiRequest,
): unknown {
  for (const call of calls) {
    const match = call.method === method ? call.path.exec(path) : null
    if (!match) continue
    if (isRestricted) checkPermission(account, call)
    form.knownOnly(params, call.takes)
    form.checkValues(params, call.values ?? {})
    for (const name of call.needs ?? []) form.checkThere(params, name)
    checkExpand(params)
    return call.run(account, params, match.slice(1))
  }
  throw new StripeFailure(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  })
}
