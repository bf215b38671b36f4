/** Every address that is not known or not built yet. Specification section 2, last row. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'

export { headers } from '#app/platforms/headers.ts'

export const meta = () => [{ title: 'Page not found' }]

export function loader({ request }: LoaderFunctionArgs): never {
  throw new Refusal('not_found', errorCatalog.notFound(new URL(request.url).pathname))
}

export const action = loader

/** Never shown: the loader always refuses. A component makes it a page, so browsers get one. */
export default function CatchAll() {
  return null
}
