/** The OpenAPI document. Needs no token. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { openapiDocument } from './openapi-document.ts'
import { readOnly } from '../methods.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const headers = { 'Cache-Control': 'public, max-age=300' }
  return Response.json(openapiDocument(context.services.config.appUrl), { headers })
}

export const action = readOnly
