/**
 * How the browser calls our own API. Never sends anything twice. All errors are reported here, each
 * by its kind: toast, login or field errors.
 */
import { errorCatalog, noErrors, type FieldErrors } from '#app/lib/errors.ts'
import { messageOfFault } from './network-faults.ts'

/** A refusal, or no response at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    message: string,
    /** 0 without a response. */
    readonly status: number,
    /** Field errors of a 422, for the form to show. */
    readonly errors: FieldErrors = noErrors,
  ) {
    super(message)
  }
}

type Body = FormData | Readonly<Record<string, unknown>>
type Options = {
  body?: Body
  signal?: AbortSignal
  /** Suppresses error toasts. A 401 still leads to the login. */
  isQuiet?: boolean
}

export type ApiClient = {
  /**
   * @param path below /api, without a leading slash
   * @returns the response's JSON, or null when it has none
   * @throws ApiError; AbortError when the caller aborted
   */
  send: (method: 'GET' | 'POST' | 'PUT', path: string, options?: Options) => Promise<unknown>
}

type Parts = {
  fetch: typeof fetch
  /** Origin of the API, without a trailing slash; empty for our own. */
  base: string
  /**
   * For the Authorization header; null when there is none. The token cookie is HttpOnly: the
   * browser sends it along and no script can read it, so the standalone shell has none.
   */
  token: () => string | null
  toast: (tone: 'warning' | 'error', message: string) => void
  /** Forgets who is logged in and goes to the login page. */
  leave: () => void
}

export function createApiClient({ fetch, base, token, toast, leave }: Parts): ApiClient {
  async function ask(method: string, path: string, { body, signal, isQuiet }: Options) {
    const headers = new Headers({ Accept: 'application/json' })
    const bearer = token()
    if (bearer !== null) headers.set('Authorization', `Bearer ${bearer}`)
    if (body && !(body instanceof FormData)) headers.set('Content-Type', 'application/json')

    try {
      return await fetch(`${base}/api/${path}`, {
        method,
        headers,
        credentials: 'include',
        ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
        ...(signal ? { signal } : {}),
      })
    } catch (error) {
      if (isAbort(error)) throw error
      const message = messageOfFault(error)
      if (!isQuiet) toast('error', message)
      throw new ApiError(message, 0)
    }
  }

  return {
    async send(method, path, options = {}) {
      const [sentAs, body] = overridden(method, options.body)
      const response = await ask(sentAs, path, { ...options, ...(body ? { body } : {}) })
      const answer = await readJson(response)
      if (response.ok) return answer

      const { status, statusText } = response
      const message = textOf(answer, 'message') || statusText || errorCatalog.somethingWrong
      if (status === 401) {
        toast('warning', errorCatalog.pleaseLogIn)
        leave()
      } else if (status !== 422 && !options.isQuiet) {
        toast('error', message)
      }
      throw new ApiError(message, status, errorsOf(answer))
    },
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The API takes form data by POST only: a PUT carries its method in a `_method` field. */
function overridden(method: string, body: Body | undefined): [string, Body | undefined] {
  if (method !== 'PUT' || !(body instanceof FormData)) return [method, body]
  const form = new FormData()
  for (const [name, value] of body) form.append(name, value)
  form.set('_method', 'PUT')
  return ['POST', form]
}

async function readJson(response: Response): Promise<unknown> {
  if (!/[/+]json\b/.test(response.headers.get('Content-Type') ?? '')) return null
  return (await response.json().catch(() => null)) as unknown
}

function fieldOf(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
}

function textOf(answer: unknown, name: string): string {
  const value = fieldOf(answer, name)
  return typeof value === 'string' ? value : ''
}

/** Our server's messages by field. Empty for any other response. */
function errorsOf(answer: unknown): FieldErrors {
  const errors = fieldOf(answer, 'errors')
  if (typeof errors !== 'object' || errors === null) return noErrors
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
  )
}
