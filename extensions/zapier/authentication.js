/** An API token of Footfall, sent with each request. */

const test = async (z) => {
  const { data } = (await z.request('/api/v1/me')).data
  return { organization: data.organization.name, token: data.token.name }
}

export const authentication = {
  type: 'custom',
  test,
  fields: [
    {
      key: 'apiKey',
      label: 'API token',
      type: 'password',
      required: true,
      helpText:
        'In Footfall, open **Account**, then **API tokens**, and create one with the abilities to read sites, read and add activities, read goals, and subscribe to webhooks.',
    },
  ],
  connectionLabel: '{{organization}}',
}

/** Paths become URLs of the installation that FOOTFALL_URL names, which also gets the token. */
export const sendToken = (request, _z, bundle) => {
  if (!request.url.startsWith('/')) return request
  return {
    ...request,
    url: new URL(request.url, process.env.FOOTFALL_URL).href,
    headers: {
      Accept: 'application/json',
      ...request.headers,
      Authorization: `Bearer ${bundle.authData.apiKey}`,
    },
    skipThrowForStatus: true,
  }
}

/** Footfall’s own sentence about what is wrong, instead of a status. */
export const readProblem = (response, z) => {
  if (response.status < 400) return response
  const { message, errors = {} } = response.data ?? {}
  const fields = Object.entries(errors).map(([field, sentences]) => `${field}: ${sentences[0]}`)
  const text = [message ?? `Footfall answered ${response.status}.`, ...fields].join(' ')
  if (response.status === 401) throw new z.errors.ExpiredAuthError(text)
  if (response.status === 429 || response.status === 503) {
    throw new z.errors.ThrottledError(text, Number(response.getHeader('Retry-After') ?? 60))
  }
  throw new z.errors.Error(text, 'refused', response.status)
}
