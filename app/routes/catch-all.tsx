/** All URLs that are unknown or not built yet, and the error page of requests that have no screen. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { pageNotFound } from '#app/lib/errors.ts'

export { headers } from '#app/platforms/headers.ts'

export const meta = () => [{ title: 'Page not found' }]

export function loader({ request, context }: LoaderFunctionArgs): never {
  throw context.refusal ?? pageNotFound(request)
}

export const action = loader

/** Never rendered, because the loader always throws. Browsers get a page only if it exists. */
export default function CatchAll() {
  return null
}
