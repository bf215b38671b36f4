/** Creates the link that reconnects an account whose login through a shop's admin has ended. */
import { data, type ActionFunctionArgs } from '@remix-run/node'
import { isOutage } from '#app/domain/shops/outage.ts'
import { createReturnToken } from '#app/domain/shops/return-links.server.ts'
import { SessionRefused, ShopClosed } from '#app/domain/shops/shopify.ts'
import { Refusal } from '#app/lib/errors.ts'
import { requireShopify } from '#app/platforms/shopify/entry.server.ts'
import { readShellRequest } from '#app/platforms/shopify/shell-request.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST to create a link.', { allow: ['POST'] })
}

/** No account is logged in: Shopify's token, which the admin adds to the request, says who asks. */
export async function action(args: ActionFunctionArgs) {
  requireShopify(args)
  const { services } = args.context
  const { bearer, shop } = readShellRequest(args.request)
  if (bearer === null) throw new Refusal('unauthenticated', reopen)
  try {
    const token = await createReturnToken(services, { token: bearer, shop })
    return data({ url: `${services.config.appUrl}/shopify/join/${token}` })
  } catch (error) {
    if (error instanceof SessionRefused || error instanceof ShopClosed) {
      throw new Refusal('unauthenticated', reopen)
    }
    if (!isOutage(error)) throw error
    throw new Refusal('unavailable', 'Shopify isn’t answering. Try again in a moment.', {
      retryAfterSeconds: 5,
    })
  }
}

const reopen = 'Open the app in your shop’s admin again.'
