import type { LoaderFunctionArgs } from '@remix-run/node'
import { openapiDocument } from './openapi-document.ts'
import { readOnly } from '../methods.ts'
export function loader({ context }: LoaderFunctionArgs) {
  return new Response(openapiDocument(context.services.config.appUrl).info.title)
}
export const action = readOnly
