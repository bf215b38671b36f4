/** Which platform a page is drawn for; server and browser find their part of it by this name. */
import { createContext } from 'react'

const platformNames = ['standalone', 'shopify', 'wix', 'bigcommerce'] as const

export type PlatformName = (typeof platformNames)[number]

export const PlatformContext = createContext<PlatformName>('standalone')

/** The name that the server wrote into the document. */
export function readPlatformName(document: Document): PlatformName {
  const written = document.documentElement.dataset['shell']
  return platformNames.find((name) => name === written) ?? 'standalone'
}
