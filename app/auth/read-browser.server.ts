import type { LoaderFunctionArgs } from '@remix-run/node'
import type { BrowserFacts } from '#app/domain/events/find-arm.server.ts'

/** The browser that asks, as it would ask for a shop's payload. */
export const readBrowser = ({
  context,
  request,
}: Pick<LoaderFunctionArgs, 'context' | 'request'>): BrowserFacts => ({
  address: context.clientAddress,
  userAgent: request.headers.get('user-agent') ?? '',
})
