/**
 * Shop systems that a platform's admin must not name: BigCommerce's review refuses dashboards that name
 * others. Source: developer.bigcommerce.com, approval requirements of apps.
 */
import { useContext } from 'react'
import { PlatformContext, type PlatformName } from './platform-name.ts'

const others =
  /shopify|woocommerce|wordpress|\bwix\b|squarespace|magento|adobe commerce|prestashop|webflow|shopware|ecwid|opencart|volusion|weebly/i

/** Whether screens on the platform can have the text: a name, or a summary of something that is offered. */
export const isNamedOn = (platform: PlatformName, text: string): boolean =>
  platform !== 'bigcommerce' || !others.test(text)

/** The same for components. */
export function useNamedSystems(): (text: string) => boolean {
  const platform = useContext(PlatformContext)
  return (text) => isNamedOn(platform, text)
}
