/** Webhooks that aren't built yet: the same 404 as for an unknown URL, as JSON. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'

export function loader({ request }: LoaderFunctionArgs): never {
  throw new Refusal('not_found', errorCatalog.notFound(new URL(request.url).pathname))
}

export const action = loader
