/** The part of the environment that says who frames the product elsewhere than in Shopify. Read by config.server.ts. */
import { z } from 'zod'
import { ConfigError } from '#app/lib/config-error.ts'

export const frameVariables = {
  WIX_FRAME_ANCESTORS: z.string().min(1).default('https://manage.wix.com https://*.wix.com'),
  BIGCOMMERCE_FRAME_ANCESTORS: z
    .string()
    .min(1)
    .default('https://store-{tenant}.mybigcommerce.com'),
}

type Variables = z.output<z.ZodObject<typeof frameVariables>>

/**
 * Sources of the policy `frame-ancestors`. `{tenant}` is replaced by the name that the site or store has there,
 * so a store's admin can't frame another store's pages.
 */
export type FrameAncestors = Readonly<Record<'wix' | 'bigcommerce', readonly string[]>>

/**
 * A host, with `*.` for its subdomains or `{tenant}` within its first label. A word like `*`, `https:` or
 * `'self'`, a path and anything that would begin another directive are refused.
 */
const source =
  /^(https?):\/\/((?:\*\.)?(?:[a-z0-9-]*\{tenant\}[a-z0-9-]*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::\d{1,5})?$/

/**
 * @param isProduction https alone, and below a registered domain
 * @throws ConfigError for a source that names more than hosts
 */
export function frameAncestorsOf(data: Variables, isProduction: boolean): FrameAncestors {
  const read = (name: keyof typeof frameVariables) => {
    const sources = data[name].split(/\s+/).filter((one) => one !== '')
    for (const one of sources) {
      const [, scheme, host = ''] = source.exec(one) ?? []
      // A single label is a whole top-level domain. One with `*` or a store's name can be anyone's.
      const isWide = host.split('.').filter((label) => !/[*{]/.test(label)).length < 2
      if (scheme === undefined || (isProduction && (scheme === 'http' || isWide))) {
        throw new ConfigError(
          `Configuration: ${name} must be like "https://manage.wix.com https://*.wix.com".`,
        )
      }
    }
    return sources
  }
  return { wix: read('WIX_FRAME_ANCESTORS'), bigcommerce: read('BIGCOMMERCE_FRAME_ANCESTORS') }
}
