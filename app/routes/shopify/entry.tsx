/** The way into the app for people who come from outside of Shopify's admin. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { z } from 'zod'
import { currentAccount } from '#app/auth/guards.server.ts'
import { readTypedShop } from '#app/domain/shops/shop-domain.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { installUrl, waysToShopify } from '#app/platforms/shopify/entry.server.ts'
import { readShellRequest } from '#app/platforms/shopify/shell-request.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = () => [{ title: `${productName} for Shopify` }]

const entryInput = z.object({
  shop: z.string().transform((typed, context) => {
    const shop = readTypedShop(typed)
    if (shop !== null) return shop
    context.addIssue({
      code: 'custom',
      message: 'Enter your shop’s domain, for example my-shop.myshopify.com.',
    })
    return z.NEVER
  }),
})

export async function loader(args: LoaderFunctionArgs) {
  const ways = waysToShopify(args)
  const { shop } = readShellRequest(args.request)
  // Without a shop the platform would send the person here again.
  const isFramed = args.context.platform.frame !== undefined && shop !== null
  if (isFramed && (await currentAccount(args))) throw redirect('/')
  return ways
}

export async function action(args: ActionFunctionArgs) {
  if (!waysToShopify(args).asksForShop) {
    throw new Refusal('method_not_allowed', 'Open the app from your shop’s admin.', {
      allow: ['GET'],
    })
  }
  const typed = await readSubmittedValues(args.request, ['shop'])
  const form = await readForm(args.request, entryInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)
  return redirect(installUrl(args, form.value.shop))
}

export default function ShopifyEntry() {
  const { asksForShop, adminUrl, listingUrl } = useLoaderData<typeof loader>()
  if (asksForShop) return <ShopForm />
  return (
    <Screen
      title={`${productName} for Shopify`}
      lead={`${productName} is in your shop’s admin, under Apps.`}
    >
      <div className="auth-form">
        <Button url={adminUrl} external variant="primary" fullWidth>
          Open Shopify admin
        </Button>
        {listingUrl !== null && (
          <Button url={listingUrl} external fullWidth>
            View in the App Store
          </Button>
        )}
      </div>
    </Screen>
  )
}

/** For apps that shops get by a link, outside of the App Store. */
function ShopForm() {
  const answer = useActionData<FormResponse>()
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)

  return (
    <Screen
      title={`${productName} for Shopify`}
      lead="Enter your shop’s domain to install the app or open it."
    >
      <Form ref={form} method="post" className="auth-form" noValidate>
        <TextInput
          name="shop"
          label="Shop domain"
          helpText="For example my-shop.myshopify.com."
          autoComplete="off"
          answer={answer}
        />
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          Continue
        </Button>
      </Form>
    </Screen>
  )
}
