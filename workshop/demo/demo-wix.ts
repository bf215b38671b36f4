/** A site in Wix next to the product, to try the app in its dashboard. */
import type { Config } from '#app/config.server.ts'
import { startDevelopmentWix, type DevelopmentWix } from '../doubles/wix/start-wix.ts'
import { devPorts } from '../run/dev-ports.js'

/**
 * Null when the product is an app in Wix already.
 *
 * @param now the product's clock: both sign and check what expires
 */
export const openDemoWix = async (
  { wix, appUrl, port }: Pick<Config, 'appUrl' | 'port' | 'wix'>,
  now: () => Date,
): Promise<DevelopmentWix | null> =>
  wix === undefined ? startDevelopmentWix(appUrl, port + devPorts.wix.offset, { now }) : null
