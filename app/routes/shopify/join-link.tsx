/** Joins a shop to the account that is logged in: opened at the top, from the shop's admin. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  refuseWhileImpersonating,
  requireAccount,
  requireVerified,
  type GuardArgs,
} from '#app/auth/guards.server.ts'
import { joinInput } from '#app/domain/accounts/account.ts'
import { joinShop } from '#app/domain/lifecycle/join-shop.server.ts'
import { findJoin } from '#app/domain/shops/join-links.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { invalidFormResponse, refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { LogOut } from '#app/platforms/standalone/account-menu.tsx'
import { adminAppUrl } from '#app/platforms/shopify/entry.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Connect your shop')

/** The frame's session isn't the account's login, which is the other half of the proof. */
async function requireLogin(args: GuardArgs) {
  const account = await requireAccount(args)
  refuseWhileImpersonating(account)
  if (args.context.platform.frame === undefined) return account
  throw new Refusal('forbidden', 'Open this link in a separate tab.')
}

export async function loader(args: LoaderFunctionArgs) {
  const account = await requireLogin(args)
  const join = await findJoin(args.context.services, args.params['token'] ?? '')
  if (!join) {
    throw new Refusal(
      'not_found',
      'This link has expired or was used. Open the app in your shop’s admin to get a new one.',
    )
  }
  return { shop: join.shop, domain: join.domain, email: account.email }
}

export async function action(args: ActionFunctionArgs) {
  const account = await requireLogin(args)
  requireVerified(account)
  const { services, clientAddress: address } = args.context
  const form = await readForm(args.request, joinInput)
  if (!form.ok) return invalidFormResponse(form.errors)
  const token = args.params['token'] ?? ''
  try {
    const shop = await joinShop(services, { account, address }, { token, ...form.value })
    return redirect(adminAppUrl(args, shop))
  } catch (error) {
    return refusedFormResponse(error)
  }
}

export default function JoinLink() {
  const { shop, domain, email } = useLoaderData<typeof loader>()
  return (
    <Screen
      title={`Connect ${shop} to your account?`}
      lead={`You’re logged in as ${email}. You’ll manage ${domain} with this login, here and in Shopify. Connect only your own shop: the person who made this link in its admin will be logged in as you there, with everything your account can do.`}
    >
      <ActionForm action="Connect shop" tone="primary" className="auth-form">
        {(answer) => <ConfirmingPassword name="joinPassword" answer={answer} />}
      </ActionForm>
      <LogOut />
    </Screen>
  )
}
