/**
 * Mailchimp: new subscribers of an audience.
 *
 * Mailchimp doesn't sign what it sends, so a delivery is believed only as far as it names a subscriber:
 * what is stored is read with the account's token.
 *
 * Sources: Mailchimp Marketing API reference (lists, members, webhooks), its guides about OAuth 2 and
 * about audience webhooks.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Caller, type Verdict } from '../integration.ts'
import { formReader } from '../kit/form.ts'
import { readRows } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { onlyByApproval } from '../kit/oauth.ts'
import { pullInPhases } from '../kit/phases.ts'
import { identifier, loose, looseText, present } from '../kit/shapes.ts'
import { contentId } from '../kit/signatures.ts'
import { removeAll } from '../kit/subscriptions.ts'
import { member, memberFields, memberRecord } from '../records/mailchimp.ts'

const settings = z.object({
  /** Where the account lives: a part of the API's address. */
  server: z
    .string()
    .regex(/^[a-z]{2}\d{1,3}$/, 'A server is named like us6.')
    .meta({ label: 'Server', isGranted: true }),
  audience: z
    .string()
    .regex(/^[a-f0-9]{6,40}$/, 'An audience ID has digits and letters from a to f.')
    .meta({ label: 'Audience', isGranted: true }),
})
type Settings = z.output<typeof settings>
type Mailchimp = Caller<Partial<Settings>>

const topics = ['subscribe', 'unsubscribe', 'cleaned'] as const
const isTopic = (name: string) => topics.some((topic) => topic === name)

export const mailchimp = defineIntegration({
  name: 'mailchimp',
  category: 'marketing',
  summary: 'New subscribers of your Mailchimp audience.',
  brings: ['signup'],
  ways: ['oauth'],
  settings,
  steps: {
    oauth: [
      'Log in to Mailchimp as a manager or owner of the account.',
      'Mailchimp asks whether Footfall may access your account. Choose Allow.',
      'Choose the audience, if you have several. New subscribers arrive within minutes.',
    ],
  },
  // Ten at the same time are allowed, without a limit by time.
  budget: { requests: 10, seconds: 1 },
  accountOf: ({ server, audience }) => `${server}-${audience}`,

  oauth: {
    authorizeUrl: 'https://login.mailchimp.com/oauth2/authorize',
    tokenUrl: 'https://login.mailchimp.com/oauth2/token',
    scopes: [],
    usesPkce: false,
    clientAuth: 'body',
    tokenBody: 'form',
  },

  async settingsOf({ accessToken }, { http, origin }) {
    const reply = await http.request({
      url: `${origin('https://login.mailchimp.com')}/oauth2/metadata`,
      headers: { Authorization: `OAuth ${accessToken}` },
    })
    return { server: reply.read(z.object({ dc: z.string() })).dc }
  },

  choice: {
    field: 'audience',
    noun: 'audience',
    async list(caller) {
      const reply = await get(caller, 'lists', {
        count: '200',
        fields: 'lists.id,lists.name',
      })
      const { lists } = reply.read(z.object({ lists: z.array(z.unknown()) }))
      return readRows(z.object({ id: identifier, name: looseText }), lists).map(({ id, name }) => ({
        id,
        label: name?.trim() || `Audience ${id}`,
      }))
    },
  },

  async test(caller) {
    const { audience } = caller.settings
    const reply = await get(caller, `lists/${audience}`, { fields: 'id,name' })
    const { name } = reply.read(z.object({ id: identifier, name: looseText }))
    return { label: name?.trim() || `Audience ${audience}` }
  },

  async subscribe(caller) {
    const path = `lists/${caller.settings.audience}/webhooks`
    const known = await get(caller, path)
    const { webhooks } = known.read(z.object({ webhooks: z.array(z.unknown()) }))
    const ours = readRows(webhook, webhooks).filter(({ url }) => url === caller.hookUrl)
    const kept = ours.find(isComplete)
    // Changed there. Mailchimp keeps an address once, so the others go first.
    await removeWebhooks(
      caller,
      ours.filter((one) => one !== kept).map(({ id }) => id),
    )
    if (kept) return { webhook: kept.id }
    const made = await caller.http.request({
      method: 'POST',
      url: addressOf(caller, path),
      headers: await authorization(caller),
      json: { url: caller.hookUrl, events: wantedEvents, sources: wantedSources },
    })
    return { webhook: made.read(z.object({ id: identifier })).id }
  },

  async unsubscribe(caller) {
    await removeWebhooks(caller, Object.values(caller.subscription))
  },

  receive: {
    verify({ method, body }): Verdict {
      // Mailchimp tries an address before it keeps it: by GET, and some say with an empty body.
      if (method === 'GET' || method === 'HEAD' || body.length === 0) {
        return { reply: { status: 200 } }
      }
      const text = body.toString('utf8')
      const { type } = fieldsOf(text)
      if (!isTopic(type)) return { reply: { status: 200 } }
      return { id: contentId(text), topic: type }
    },

    async read({ topic, text, receivedAt }, caller) {
      if (!isTopic(topic)) return []
      const { list, email, id } = fieldsOf(text)
      const { audience } = caller.settings
      if (list !== audience) throw new BadRecord('The delivery is about another audience.')
      const hash = createHash('md5').update(email.toLowerCase()).digest('hex')
      const path = `lists/${audience}/members/${hash}`
      const reply = await get(caller, path, { fields: memberFields.join(',') }).catch(
        absentIfDeleted,
      )
      if (reply) return present([memberRecord(reply.read(member))])
      // The API knows nothing of a person who was deleted permanently, and the delivery still names them.
      if (topic === 'subscribe' || !id) throw new BadRecord('The audience has no such subscriber.')
      const at = receivedAt.toISOString()
      const left = { state: 'cancelled', as_of: at } as const
      return [{ kind: 'signup', id: `mailchimp-${id}`, occurred_at: at, ...left }]
    },
  },

  pull: pullInPhases<Settings>([
    {
      name: 'members',
      everyMinutes: 30,
      firstDays: 60,
      async read(caller, { position, since }) {
        const offset = typeof position === 'number' ? position : 0
        const reply = await get(caller, `lists/${caller.settings.audience}/members`, {
          // Newest first: a member that changes meanwhile is read again, and none is missed.
          sort_field: 'last_changed',
          sort_dir: 'DESC',
          count: String(pageSize),
          offset: String(offset),
          fields: memberFields.map((name) => `members.${name}`).join(','),
          ...(since ? { since_last_changed: since.toISOString() } : {}),
        })
        const { members } = reply.read(z.object({ members: z.array(z.unknown()) }))
        const records = await recordRows(member, members, memberRecord)
        return {
          records,
          next: members.length < pageSize ? null : offset + pageSize,
        }
      },
    },
  ]),
})

const wantedEvents = Object.fromEntries(topics.map((topic) => [topic, true]))
const wantedSources = { user: true, admin: true, api: true }

const flags = loose(z.record(z.string(), z.boolean()))
const webhook = z.object({ id: identifier, url: z.string(), events: flags, sources: flags })

/** Others of its events are answered, and change nothing. */
const isComplete = ({ events, sources }: z.output<typeof webhook>) =>
  Object.keys(wantedEvents).every((name) => events?.[name] !== false) &&
  Object.keys(wantedSources).every((name) => sources?.[name] !== false)

const removeWebhooks = (caller: Mailchimp, ids: readonly string[]) =>
  removeAll(ids, async (id) =>
    caller.http.request({
      method: 'DELETE',
      url: addressOf(caller, `lists/${caller.settings.audience}/webhooks/${id}`),
      headers: await authorization(caller),
    }),
  )

function absentIfDeleted(error: unknown): null {
  if (error instanceof BadRecord && error.reply?.status === 404) return null
  throw error
}

const pageSize = 500

const fields = z.object({
  type: z.string().max(100),
  list: identifier,
  email: z.email().max(254),
  /** The address in all of Mailchimp, as `unique_email_id` of its API. */
  id: loose(z.string().regex(/^\w{4,40}$/)),
})

/** Fields of a form, as Mailchimp sends it. */
function fieldsOf(text: string): z.output<typeof fields> {
  const field = formReader(text)
  const read = fields.safeParse({
    type: field('type'),
    list: field('data[list_id]'),
    email: field('data[email]'),
    id: field('data[id]'),
  })
  if (!read.success) throw new BadRecord('The delivery names no subscriber.')
  return read.data
}

const get = async (caller: Mailchimp, path: string, query: Record<string, string> = {}) =>
  caller.http.request({
    url: addressOf(caller, path),
    query,
    headers: await authorization(caller),
  })

const addressOf = ({ origin, settings: { server = '' } }: Mailchimp, path: string) =>
  `${origin(`https://${server}.api.mailchimp.com`)}/3.0/${path}`

const authorization = async (caller: Mailchimp) => ({
  Authorization: `Bearer ${await caller.token(onlyByApproval)}`,
})
