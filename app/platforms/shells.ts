/** The frame that each platform draws around the screens of people who are logged in. */
import type { LinkDescriptor } from '@remix-run/node'
import type { ComponentType, ReactNode } from 'react'
import type { PlatformName } from './platform-name.ts'
import type { ShellData } from './shell-data.ts'
import { Shell as ShopifyShell } from '#app/platforms/shopify/shell.tsx'
import standaloneCss from '#app/platforms/standalone/shell.css?url'
import { Shell as StandaloneShell } from '#app/platforms/standalone/shell.tsx'

type ShellProps = { facts: ShellData; children: ReactNode }

export const shells: Readonly<Record<PlatformName, ComponentType<ShellProps>>> = {
  standalone: StandaloneShell,
  shopify: ShopifyShell,
  // Their admins draw nothing around the frame but themselves.
  wix: StandaloneShell,
  bigcommerce: StandaloneShell,
}

/** The styles of shells in a frame come with their host. */
export const shellLinks: readonly LinkDescriptor[] = [{ rel: 'stylesheet', href: standaloneCss }]
