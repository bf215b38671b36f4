/**
 * The host behind `useHost()` on each platform. Separate from `shells.ts`, because the root draws every
 * screen in a host, and people who are not logged in are sent no shell.
 *
 * A host in a frame is loaded by the pages that are in it, with the library of its admin.
 */
import { lazy, type ComponentType, type ReactNode } from 'react'
import type { PlatformName } from './platform-name.ts'
import { StandaloneHost } from '#app/platforms/standalone/host.tsx'

export const hosts: Readonly<Record<PlatformName, ComponentType<{ children: ReactNode }>>> = {
  standalone: StandaloneHost,
  shopify: lazy(async () => {
    const { ShopifyHost } = await import('#app/platforms/shopify/host.tsx')
    return { default: ShopifyHost }
  }),
}
