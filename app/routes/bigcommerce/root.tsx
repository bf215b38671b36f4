/** The app's root in a store's control panel: the scripts on the storefront. Elsewhere, the way to the app. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { currentAccount, requireRight, requireTeam } from '#app/auth/guards.server.ts'
import {
  checkScripts,
  repairScripts,
  type PlacedScript,
} from '#app/domain/shops/stores/store-scripts.server.ts'
import type { TenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { safeDestination } from '#app/lib/security/redirects.ts'
import { productName } from '#app/lib/product.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import { requireBigCommerce } from '#app/platforms/bigcommerce/install.server.ts'
import { readFrameRequest } from '#app/platforms/framed/frame-request.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = () => [{ title: `${productName} for BigCommerce` }]

/** The store whose control panel frames the page: a session is valid for the store that it names alone. */
function storeOf({ request, context }: LoaderFunctionArgs): TenantId | null {
  return context.platform.name === 'bigcommerce'
    ? readFrameRequest(request, 'bigcommerce').tenant
    : null
}

export async function loader(args: LoaderFunctionArgs) {
  const app = requireBigCommerce(args)
  const { services } = args.context
  const store = storeOf(args)
  if (store === null || !(await currentAccount(args))) {
    return { store: null, installUrl: app.installUrl }
  }
  const { team } = await requireTeam(args)
  return {
    store,
    scripts: await checkScripts(services, app, store),
    /** The page of the deep link that led here. */
    to: safeDestination(new URL(args.request.url).searchParams.get('to') ?? ''),
    mayRepair: mayDo(team.role, 'site:edit'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const app = requireBigCommerce(args)
  const store = storeOf(args)
  if (store === null) {
    throw new Refusal('method_not_allowed', 'Open the app from your store’s control panel.', {
      allow: ['GET'],
    })
  }
  const { team } = await requireTeam(args)
  requireRight(team, 'site:edit')
  try {
    await repairScripts(args.context.services, app, store)
  } catch (error) {
    if (!isFailedCall(error)) throw error
    throw refuseField('', 'Your store didn’t accept the scripts. Try again in a few minutes.')
  }
  return { message: 'Scripts added' }
}

export default function BigCommerceRoot() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.store === null) {
    return (
      <Screen
        title={`${productName} for BigCommerce`}
        lead={`${productName} is in your store’s control panel, under Apps.`}
      >
        <p className="mt-16">
          <a className="text-link" href={loaded.installUrl} target="_top" rel="noreferrer">
            Install the app
          </a>
        </p>
      </Screen>
    )
  }
  const { scripts, mayRepair, to } = loaded
  const isComplete = scripts?.every(({ state }) => state === 'on') ?? true
  return (
    <>
      <Logo />
      <Screen title="Your storefront" lead={leadOf(scripts)}>
        {scripts && (
          <ul className="mt-16">
            {scripts.map(({ place, state }) => (
              <li key={place}>
                {placeLabels[place]} <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
              </li>
            ))}
          </ul>
        )}
        {!isComplete && mayRepair && <ActionForm action="Add scripts" tone="primary" />}
        <p className="mt-16">
          <Link className="text-link" to={to}>
            Go to {productName}
          </Link>
        </p>
      </Screen>
    </>
  )
}

function leadOf(scripts: readonly PlacedScript[] | null): string {
  if (!scripts) return 'Your store didn’t answer. Its scripts weren’t changed.'
  if (scripts.every(({ state }) => state === 'on')) return 'Nudges can show on your storefront.'
  return 'Nudges need these scripts in your script manager. We only add them when you ask for it.'
}

const placeLabels: Record<PlacedScript['place'], string> = {
  storefront: 'Storefront pages',
  order_confirmation: 'Order confirmation',
}

const stateLabels: Record<PlacedScript['state'], string> = {
  on: 'On',
  off: 'Off',
  missing: 'Missing',
  changed: 'Changed',
}

const tones = {
  on: 'success',
  off: 'warning',
  missing: 'warning',
  changed: 'warning',
} as const satisfies Record<PlacedScript['state'], string>
