/** The address of a page in the frame of an admin without a script. */
import type { Cause } from '#app/browser/brake.ts'
import type { frameParameters } from '#app/platforms/frame-parameters.ts'

export type FrameParameters = Record<(typeof frameParameters.wix)[number], string>

/** The address with these parameters, in place of older ones. */
export function withFrameParameters(address: string, given: Partial<FrameParameters>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value)
  return url.href
}

/** Ours, and notes of the brake, of a page that was loaded again. */
const added: readonly (keyof FrameParameters | Cause)[] = [
  ...(['shell', 'tenant', 'ticket'] as const),
  ...(['reloaded', 'left'] as const),
]

/** A path as the product's links have it: a ticket in it would be kept somewhere. */
export function withoutFrameParameters(path: string): string {
  const url = new URL(path, 'http://frame.invalid')
  return removeFrameParameters(url) ? url.pathname + url.search + url.hash : path
}

/** @returns whether there were any; without, the address is as it was, letter for letter */
export function removeFrameParameters({ searchParams }: URL): boolean {
  const found = added.filter((name) => searchParams.has(name))
  for (const name of found) searchParams.delete(name)
  return found.length > 0
}
