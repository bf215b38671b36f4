/**
 * A token that its service refuses before its end. Services withdraw tokens when an app's secret is replaced
 * or its scopes change, and only a refused renewal shows that the access itself has ended.
 */
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { ProviderClient, ProviderRequest } from '#app/lib/web/provider-client.server.ts'

type Replacing = {
  /** The token that calls carry now. Undefined: none, or one that can't be replaced. */
  current: () => string | undefined
  /** Makes another one. @throws ConnectionLost, TryLater, BadRecord */
  replace: (refused: string) => Promise<string>
}

/** Sends a request again, once and with another token, when the service refuses the one that it carries. */
export const replacingRefused = (
  http: ProviderClient,
  { current, replace }: Replacing,
): ProviderClient => ({
  async request(request) {
    try {
      return await http.request(request)
    } catch (error) {
      const token = current()
      if (token === undefined || !isRefused(error) || !carries(request, token)) throw error
      const other = await replace(token)
      return http.request({ ...request, headers: withToken(request.headers, { token, other }) })
    }
  },
})

const isRefused = (error: unknown) => error instanceof ConnectionLost && error.reply?.status === 401

const carries = ({ headers = {} }: ProviderRequest, token: string) =>
  Object.values(headers).some((value) => value.includes(token))

const withToken = (
  headers: ProviderRequest['headers'] = {},
  { token, other }: { token: string; other: string },
) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(token, () => other)]),
  )
