/** Remix behind one function from Request to Response. */
import {
  createRequestHandler,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from '@remix-run/node'
import { answerOf, refusalOf } from './answers.server.ts'

export type PageHandler = (request: Request, context: AppLoadContext) => Promise<Response>

export function createPageHandler(build: ServerBuild, mode: string): PageHandler {
  return createRequestHandler(withRefusals(build), mode)
}

/**
 * Loaders and actions throw refusals; Remix understands thrown responses. Every route module is
 * wrapped once, here, so that no route builds an error answer by hand.
 */
function withRefusals(build: ServerBuild): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    const { loader, action } = route.module
    const wrapped = { ...route.module }
    if (loader) wrapped.loader = translating(loader)
    if (action) wrapped.action = translating(action)
    routes[id] = { ...route, module: wrapped }
  }
  return { ...build, routes }
}

type Handler<Args, Result> = ((args: Args) => Result) & { hydrate?: boolean }

function translating<Args extends LoaderFunctionArgs | ActionFunctionArgs, Result>(
  handle: Handler<Args, Result>,
) {
  return async (args: Args) => {
    try {
      return await handle(args)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      // Remix logs nothing for a thrown response: an outage must not pass unseen.
      if (refusal.status >= 500)
        args.context.services.log.warn(
          { requestId: args.context.requestId, err: error },
          'unavailable',
        )
      throw answerOf(refusal, new URL(args.request.url).pathname, args.context.requestId)
    }
  }
}
