/** Every platform, in the order in which they are asked. */
import type { Platform } from './platform.ts'
import { standalone } from '#app/platforms/standalone/standalone.server.ts'

/** The last one claims what no other does. */
export const platforms: readonly Platform[] = [standalone]

/** Whose request it is: the first that claims it. */
export const choosePlatform = (
  request: Request,
  asked: readonly Platform[] = platforms,
): Platform => asked.find(({ claims }) => claims(request)) ?? standalone
