/**
 * The host behind `useHost()` on each platform. Separate from `shells.ts`, because the root draws every
 * screen in a host, and people who are not logged in are sent no shell.
 */
import type { ComponentType, ReactNode } from 'react'
import type { PlatformName } from './platform-name.ts'
import { StandaloneHost } from '#app/platforms/standalone/host.tsx'

type HostComponent = ComponentType<{ children: ReactNode }>

const framed = async () => (await import('#app/platforms/framed/host.tsx')).FramedHost

/** Those in a frame are loaded by the pages that are in it, with the library of its admin. */
const loaders = {
  shopify: async () => (await import('#app/platforms/shopify/host.tsx')).ShopifyHost,
  wix: framed,
  bigcommerce: framed,
} satisfies Record<Exclude<PlatformName, 'standalone'>, () => Promise<HostComponent>>

const loaded = new Map<PlatformName, HostComponent>([['standalone', StandaloneHost]])

/** To be awaited before a page is rendered or hydrated: React would take what loads later as another page. */
export async function loadHost(platform: PlatformName): Promise<void> {
  if (platform !== 'standalone') loaded.set(platform, await loaders[platform]())
}

/** @throws Error unless it was loaded */
export function hostOf(platform: PlatformName): HostComponent {
  const host = loaded.get(platform)
  if (!host) throw new Error(`The host of ${platform} isn’t loaded.`)
  return host
}
