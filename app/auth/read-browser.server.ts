import type { LoaderFunctionArgs } from '@remix-run/node'
import type { BrowserFacts } from '#app/domain/events/find-arm.server.ts'

/** The requesting browser, as it appears when it requests a shop's payload. */
export const readBrowser = ({
  context,
  request,
}: Pick<LoaderFunctionArgs, 'context' | 'request'>): BrowserFacts => ({
  address: context.clientAddress,
  userAgent: request.headers.get('user-agent') ?? '',
})
