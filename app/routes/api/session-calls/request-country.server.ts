import type { LoaderFunctionArgs } from '@remix-run/node'
import { countryOf } from '#app/lib/web/request-country.ts'

/** ISO 3166-1 alpha-2; empty unless our proxy says it. */
export const countryOfRequest = ({ request, context: { services } }: LoaderFunctionArgs): string =>
  services.config.trustsProxy ? countryOf((name) => request.headers.get(name)) : ''
