/** Every platform, in the order in which they are asked. */
import type { Config } from '#app/config.server.ts'
import type { Platform } from './platform.ts'
import { bigcommerce } from '#app/platforms/bigcommerce/bigcommerce.server.ts'
import { shopify } from '#app/platforms/shopify/shopify.server.ts'
import { standalone } from '#app/platforms/standalone/standalone.server.ts'
import { wix } from '#app/platforms/wix/wix.server.ts'

/** The last one claims what no other does. */
export const platforms: readonly Platform[] = [shopify, wix, bigcommerce, standalone]

/** Those that the product is configured for. */
export const availablePlatforms = (
  config: Config,
  asked: readonly Platform[] = platforms,
): readonly Platform[] => asked.filter(({ isAvailable }) => isAvailable?.(config) ?? true)

/** The platform of a request: the first that claims it. */
export const choosePlatform = (
  request: Request,
  asked: readonly Platform[] = platforms,
): Platform => asked.find(({ claims }) => claims(request)) ?? standalone
