/** Shared by Wix’ install pages. */
import type { AppLoadContext } from '@remix-run/node'
import { wixOrigins } from '#app/clients/wix/wix-origins.ts'
import type { WixApp } from '#app/domain/billing/channels/wix.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import { errorPath, type WixFault } from './wix-faults.ts'

type Visit = { request: Request; context: AppLoadContext }

/** @throws Refusal `not_found` when the product isn't an app in Wix */
export function requireWix({ request, context: { services } }: Visit): WixApp {
  if (services.wix) return services.wix
  throw pageNotFound(request)
}

/** Where people go on who aren't in the app. The tenant is the one that the address claims. */
export function wayToWix({ request, context }: Visit): string {
  const { services, platform } = context
  const { config } = services
  const admin = platform.frame?.session?.admin(request, config) ?? null
  return admin ?? wixOrigins(config.wix?.double).sites
}

export const faultAddress = (reason: WixFault): string =>
  `${errorPath}?${new URLSearchParams({ reason }).toString()}`
