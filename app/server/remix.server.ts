/** Remix as one function from Request to Response. */
import {
  createRequestHandler,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from '@remix-run/node'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { formMarksOf } from '#app/lib/web/posted-form.ts'
import { wantsPage } from '#app/lib/web/wants-page.ts'
import { asRefusal, errorResponse, refusalHeaders } from './error-response.server.ts'
import { createAreas } from './route-areas.ts'

export type PageHandler = (request: Request, context: AppLoadContext) => Promise<Response>

export function createPageHandler(build: ServerBuild, mode: string): PageHandler {
  const showsStacks = mode === 'development'
  const handlerOf = (area: ServerBuild) => createRequestHandler(area, mode)
  const pages = createAreas(withRefusals(build, showsStacks), handlerOf)
  const calls = createAreas(withRefusals(withoutNotFoundPage(build), showsStacks), handlerOf)
  return async (request, context) => {
    const showRefusal = async (refusal: Refusal) => {
      const page = await pages(nowhere)(errorPageRequest(request), { ...context, refusal })
      // Remix drops a thrown response's headers where the root shows the error.
      for (const [name, value] of refusalHeaders(refusal)) page.headers.set(name, value)
      return page
    }
    const { refusal } = context
    if (refusal) return showRefusal(refusal)
    const { pathname } = new URL(request.url)
    const isCall = pathname.startsWith('/api/')
    const isForScreen = context.isDataRequest || wantsPage(request)
    const areas = isCall && !isForScreen ? calls : pages
    const response = await areas(pathname)(request, context)
    // A person opened something that is no screen, for example a file that doesn't exist.
    const outside = refusalOf(context)
    return outside && !isCall && wantsPage(request) ? showRefusal(outside) : response
  }
}

/** The refusal that `answerTo` stored meanwhile. */
const refusalOf = ({ refusal }: AppLoadContext): Refusal | undefined => refusal

/** No route is there, so the catch-all route answers. */
const nowhere = '/error'

/** Request for the error page. Replaces the requested URL, which the router may be unable to parse. */
const errorPageRequest = ({ url, headers, signal }: Request): Request =>
  new Request(new URL(nowhere, url), { headers, signal })

/** Answers a program that calls a URL that the API doesn't have. */
function missingCall({ request: { method, url } }: LoaderFunctionArgs): never {
  const { pathname } = new URL(url)
  throw new Refusal('not_found', `No call is at ${method} ${pathname}. /api/docs lists all calls.`)
}

/** A route without a component answers with what its loader throws, so programs get no page. */
function withoutNotFoundPage(build: ServerBuild): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    const isNotFound = id === 'catch-all'
    const missing = { default: undefined, loader: missingCall, action: missingCall }
    routes[id] = isNotFound ? { ...route, module: { ...route.module, ...missing } } : route
  }
  return { ...build, routes }
}

/**
 * Loaders and actions throw refusals, but Remix understands thrown responses. Wraps every route
 * module once, so that no route builds an error response.
 */
function withRefusals(build: ServerBuild, showsStacks: boolean): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    const { loader, action } = route.module
    const wrapped = { ...route.module }
    const wanted = { showsStacks, hasScreen: route.module.default !== undefined }
    if (loader) wrapped.loader = translating(loader, wanted)
    if (action) wrapped.action = translating(wanted.hasScreen ? marking(action) : action, wanted)
    routes[id] = { ...route, module: wrapped }
  }
  return { ...build, routes }
}

type Handler<Args, Result> = ((args: Args) => Result) & { hydrate?: boolean }

function translating<Args extends LoaderFunctionArgs | ActionFunctionArgs, Result>(
  handle: Handler<Args, Result>,
  { showsStacks, hasScreen }: { showsStacks: boolean; hasScreen: boolean },
) {
  return async (args: Args) => {
    try {
      const answer = await handle(args)
      return hasScreen || args.context.isDataRequest ? answer : asResponse(answer)
    } catch (error) {
      if (error instanceof Response) throw error
      const refusal = asRefusal(error)
      if (!refusal && showsStacks) throw error
      throw answerTo(error, refusal ?? bug(), { args, isForScreen: hasScreen })
    }
  }
}

/** The type of forms that browsers send without a script. Scripts alone send those with files. */
const plainForm = /^application\/x-www-form-urlencoded(?:;|$)/i

/**
 * Adds to an action's answer which form was sent, when the browser gets it as a document: the form is
 * drawn again and has to know that the answer is its own.
 */
function marking<Result>(handle: Handler<ActionFunctionArgs, Result>) {
  return async (args: ActionFunctionArgs) => {
    const { request, context } = args
    const type = request.headers.get('content-type') ?? ''
    if (context.isDataRequest || !plainForm.test(type)) return handle(args)
    const sent = request.clone()
    const answer = await handle(args)
    if (typeof answer !== 'object' || answer === null || answer instanceof Response) return answer
    const posted = formMarksOf(await sent.formData())
    if (!isData(answer)) return { ...answer, posted }
    const { data } = answer
    return typeof data === 'object' ? { ...answer, data: { ...data, posted } } : answer
  }
}

/** The result of `data()`, which Remix understands everywhere except in routes without a screen. */
type Data = { type: 'DataWithResponseInit'; data: unknown; init: ResponseInit | null }

const isData = (answer: unknown): answer is Data =>
  typeof answer === 'object' &&
  answer !== null &&
  'type' in answer &&
  answer.type === 'DataWithResponseInit'

const asResponse = <Answer>(answer: Answer): Answer | Response =>
  isData(answer) ? Response.json(answer.data, answer.init ?? {}) : answer

/**
 * The message of a bug may reveal queries and paths, so the person gets a reference number instead.
 */
const bug = () => new Refusal('failed', errorCatalog.somethingWrongLong)

function answerTo(
  error: unknown,
  refusal: Refusal,
  { args, isForScreen }: { args: LoaderFunctionArgs; isForScreen: boolean },
): Response {
  const { services, requestId } = args.context
  // The error page throws it again.
  const isKnown = error === args.context.refusal
  // Remix doesn't log thrown responses, so bugs and outages are logged here.
  if (refusal.code === 'failed' && !isKnown) services.log.error({ requestId, err: error }, 'failed')
  if (refusal.code === 'unavailable' && !isKnown)
    services.log.warn({ requestId, err: error }, 'unavailable')
  const path = new URL(args.request.url).pathname
  if (!isForScreen && !args.context.isDataRequest) args.context.refusal = refusal
  return errorResponse(refusal, { path, requestId, isForScreen })
}
