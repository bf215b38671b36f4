/** A Mailchimp account: approvals, audiences, members of one of them, and webhooks without signature. */
import { createHash } from 'node:crypto'
import payload from '#tests/payloads/services/mailchimp.json' with { type: 'json' }
import { createOAuthDesk, type OAuthDesk } from './oauth-desk.ts'
import { startRestServer, type RestBooks, type RestServer } from './rest-server.ts'
import type { DoubleOptions, DoubleReply, SeenRequest } from './shop-double.ts'
import { mailchimp } from '../../published/services/mailchimp.ts'

/** `at`: when the person subscribed last. */
type Member = { email: string; status: string; at: Date; changedAt: Date; id: string }
type Hook = { url: string; events: Record<string, boolean> }

export type MailchimpServer = RestServer & {
  app: { id: string; secret: string }
  desk: OAuthDesk
  /** Data center of the account. */
  server: string
  audiences: { id: string; name: string }[]
  members: Member[]
  /** Subscribes an address to each audience, also one that left, without a word to webhooks. */
  subscribe: (email?: string) => Member
  unsubscribe: (email: string) => void
  /** Sends what webhooks get of an address. @returns the statuses of their answers */
  deliver: (type: string, email: string) => Promise<number[]>
}

const hashOf = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex')

export async function startMailchimpServer(
  now: () => Date,
  options: DoubleOptions = {},
): Promise<MailchimpServer> {
  const app = { id: 'mailchimp-id', secret: 'mailchimp-secret' }
  const server = 'us6'
  const audiences = [{ id: 'a6b5da1054', name: 'Oak Letter' }]
  const members: Member[] = []
  const desk = createOAuthDesk({
    now,
    app,
    paths: { authorize: '/oauth2/authorize', token: '/oauth2/token' },
    usesPkce: false,
    namedBy: 'both',
    lifetimeSeconds: null,
    // Tokens don’t end, which it writes as 0 seconds.
    present: ({ access }) => ({ access_token: access, expires_in: 0, scope: null }),
  })
  let lastMember = options.lastId ?? 0

  function answer(request: SeenRequest, books: RestBooks): DoubleReply | undefined {
    const approval = desk.answer(request)
    if (approval) return approval
    const { path } = request
    if (path === '/oauth2/metadata') return { json: metadataOf(server) }
    if (path === '/3.0/lists') return { json: { lists: audiences } }
    const [, id, rest = '', one] = /^\/3\.0\/lists\/(\w+)(?:\/(\w+)(?:\/(\w+))?)?$/.exec(path) ?? []
    const audience = audiences.find((each) => each.id === id)
    if (!audience) return undefined
    if (rest === '') return { json: audience }
    if (rest === 'webhooks') return hooksOf(request, books, one)
    if (rest !== 'members') return undefined
    if (one === undefined) return { json: { members: listed(request.query).map(memberJson) } }
    const member = members.find(({ email }) => hashOf(email) === one)
    return member && { json: memberJson(member) }
  }

  /** Newest first. */
  function listed(query: URLSearchParams): Member[] {
    const since = new Date(query.get('since_last_changed') ?? 0)
    const rows = members
      .filter(({ changedAt }) => changedAt >= since)
      .toReversed()
      .sort((one, other) => other.changedAt.getTime() - one.changedAt.getTime())
    const start = Number(query.get('offset') ?? 0)
    return rows.slice(start, start + Number(query.get('count') ?? 10))
  }

  const double = await startRestServer({
    now,
    published: mailchimp,
    refused: { json: problem(401, 'API Key Invalid') },
    missing: problem(404, 'Resource Not Found'),
    limited: (seconds) => ({
      headers: seconds === undefined ? {} : { 'Retry-After': seconds },
      json: problem(429, 'Too Many Requests'),
    }),
    options,
    isAuthorized: ({ path, headers: { authorization = '' } }) => {
      if (path === '/oauth2/metadata') return desk.isValid(authorization.replace(/^OAuth /, ''))
      return !path.startsWith('/3.0/') || desk.isValid(authorization.replace(/^Bearer /, ''))
    },
    answer,
  })
  return {
    ...double,
    app,
    desk,
    server,
    audiences,
    members,
    subscribe(email) {
      const known = members.find((one) => one.email === email)
      if (known) return Object.assign(known, { status: 'subscribed', at: now(), changedAt: now() })
      lastMember += 1
      const id = lastMember.toString(16).padStart(10, '0')
      const member = {
        email: email ?? `m${id}@shop.example`,
        status: 'subscribed',
        at: now(),
        changedAt: now(),
        id,
      }
      members.push(member)
      return member
    },
    unsubscribe(email) {
      const member = members.find((one) => one.email === email)
      if (member) Object.assign(member, { status: 'unsubscribed', changedAt: now() })
    },
    deliver: (type, email) =>
      Promise.all(
        [...double.hooks.values()].map(async (hook) => {
          const sample = type === 'unsubscribe' ? payload.unsubscribe : payload.subscribe
          const body = String(new URLSearchParams({ ...sample, type, 'data[email]': email }))
          const headers = { 'content-type': 'application/x-www-form-urlencoded' }
          return (await double.report(type, (hook as Hook).url, { headers, body })).status
        }),
      ),
  }
}

/** An error as Mailchimp describes it. */
const problem = (status: number, title: string) => ({
  type: 'https://mailchimp.com/developer/marketing/docs/errors/',
  title,
  status,
  detail: 'Refused.',
  instance: '00000000-0000-4000-8000-000000000000',
})

const metadataOf = (server: string) => ({
  dc: server,
  role: 'owner',
  accountname: 'Oak',
  user_id: 4_711,
  login: { login_name: 'oak' },
  login_url: 'https://login.mailchimp.com',
  api_endpoint: `https://${server}.api.mailchimp.com`,
})

const memberJson = ({ email, status, at, changedAt, id }: Member) => ({
  ...payload.member,
  unique_email_id: id,
  email_address: email,
  status,
  timestamp_opt: at.toISOString(),
  last_changed: changedAt.toISOString(),
})

function hooksOf(
  { method, body }: SeenRequest,
  { hooks, nextId }: RestBooks,
  id: string | undefined,
): DoubleReply | undefined {
  if (method === 'DELETE' && id !== undefined) {
    return hooks.delete(id) ? { status: 204, text: '' } : undefined
  }
  if (method === 'GET') {
    const webhooks = [...hooks].map(([known, hook]) => ({
      ...(hook as Hook),
      id: known,
    }))
    return { json: { webhooks } }
  }
  const made = nextId().toString(16).padStart(10, '0')
  hooks.set(made, JSON.parse(body) as Hook)
  return { json: { id: made } }
}
