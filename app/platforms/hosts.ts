/**
 * The host behind `useHost()` on each platform. Separate from `shells.ts`, because the root draws every
 * screen in a host, and people who are not logged in are sent no shell.
 */
import type { ComponentType, ReactNode } from 'react'
import type { PlatformName } from './platform-name.ts'
import { StandaloneHost } from '#app/platforms/standalone/host.tsx'

export const hosts: Readonly<Record<PlatformName, ComponentType<{ children: ReactNode }>>> = {
  standalone: StandaloneHost,
  shopify: StandaloneHost,
}
