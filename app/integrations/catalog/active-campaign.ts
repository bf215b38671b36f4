/**
 * ActiveCampaign: people who subscribe to a list through its forms.
 *
 * ActiveCampaign doesn't sign what it sends, so a delivery is believed only as far as it names a contact:
 * what is stored is read with the account's key. It doesn't send again, so contacts that changed are read
 * as well. A contact counts if its entry of the list names a form: the owner's imports and other programs
 * add contacts without one.
 *
 * Sources: ActiveCampaign API reference, version 3 (authentication, pagination, contacts with their filters
 * and lists, webhooks), and its page about webhooks.
 */
import { z } from 'zod'
import { dayMillis } from '#app/lib/time.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Caller, type Verdict } from '../integration.ts'
import { formReader } from '../kit/form.ts'
import { readRows } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { pullInPhases, type PhaseRead } from '../kit/phases.ts'
import { identifier, looseIdentifier, looseRows, looseText, present } from '../kit/shapes.ts'
import { contentId } from '../kit/signatures.ts'
import { namesExactly, removeAll } from '../kit/subscriptions.ts'
import { contact, contactRecord, formRecord } from '../records/active-campaign.ts'

const settings = z.object({
  account: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      /^https:\/\/[a-z0-9-]{1,63}\.(api-[a-z]{2}\d|activehosted)\.com\/?$/,
      'Enter the API URL, for example https://youraccount.api-us1.com.',
    )
    .transform((address) => new URL(address).origin)
    .meta({
      label: 'API URL',
      help: 'ActiveCampaign › Settings › Developer.',
      placeholder: 'https://youraccount.api-us1.com',
    }),
  key: z
    .string()
    .trim()
    .regex(/^[\w-]{20,200}$/, 'Copy the whole key, 20 or more letters and digits.')
    .meta({ label: 'API key', help: 'It is on the same page.', isSecret: true }),
  list: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,9}$/, 'A list ID has digits only.')
    .meta({
      label: 'List ID',
      help: 'Open the list in ActiveCampaign: its address ends with the number.',
      placeholder: '1',
    }),
})
type Settings = z.output<typeof settings>
type ActiveCampaign = Caller<Settings>

/** How far back sign-ups are read. */
const signupDays = 60

const topics = ['subscribe', 'unsubscribe'] as const
const isTopic = (name: string) => topics.some((topic) => topic === name)

export const activeCampaign = defineIntegration({
  name: 'active_campaign',
  category: 'marketing',
  summary: 'New sign-ups to a list of your ActiveCampaign account, through its forms.',
  brings: ['signup'],
  ways: ['keys'],
  settings,
  steps: {
    keys: [
      'In ActiveCampaign, open Settings › Developer, and copy URL and key here.',
      'Open Contacts › Lists, then the list whose sign-ups you want to show. Enter its number.',
      'Footfall adds a webhook to the account. People who sign up from now on arrive within seconds, and sign-ups through forms in the past 60 days are read.',
    ],
  },
  // Per account.
  budget: { requests: 5, seconds: 1 },
  accountOf: ({ account, list }) => `${new URL(account).host}-${list}`,

  async test(caller) {
    const { list } = caller.settings
    const reply = await get(caller, `lists/${list}`)
    const read = reply.read(z.object({ list: z.object({ id: identifier, name: looseText }) }))
    return { label: read.list.name?.trim() || `List ${list}` }
  },

  async subscribe(caller) {
    const known = await get(caller, 'webhooks', { limit: '100', 'filters[url]': caller.hookUrl })
    const { webhooks } = known.read(z.object({ webhooks: z.array(z.unknown()) }))
    const ours = readRows(webhook, webhooks).filter(({ url }) => url === caller.hookUrl)
    const kept = ours.find(
      ({ listid, events, sources: named }) =>
        listid === caller.settings.list &&
        namesExactly(events, topics) &&
        namesExactly(named, sources),
    )
    const id = kept?.id ?? (await createWebhook(caller))
    // They are of another list, or were changed. Last, so that deliveries never pause.
    await removeWebhooks(
      caller,
      ours.filter((one) => one.id !== id).map((one) => one.id),
    )
    return { webhook: id }
  },

  async unsubscribe(caller) {
    await removeWebhooks(caller, Object.values(caller.subscription))
  },

  receive: {
    verify({ method, body }): Verdict {
      if (method !== 'POST') throw new BadRecord('Use POST here.')
      const text = body.toString('utf8')
      const { type } = fieldsOf(text)
      if (!isTopic(type)) return { reply: { status: 200 } }
      return { id: contentId(text), topic: type }
    },

    async read({ topic, text }, caller) {
      if (!isTopic(topic)) return []
      const { list, id } = fieldsOf(text)
      if (list !== caller.settings.list) {
        throw new BadRecord('The delivery is about another list.')
      }
      const reply = await get(caller, `contacts/${id}`)
      const read = reply.read(contact)
      if (read.contact.id !== id) {
        throw new BadRecord('ActiveCampaign answered with another contact.')
      }
      return present([contactRecord(read, list)])
    },
  },

  pull: pullInPhases<Settings>([
    { name: 'contacts', everyMinutes: 60, firstDays: signupDays, read: readContacts },
  ]),
})

/** The person's own doing: neither the owner's, nor that of an automation or another program. */
const sources = ['public']

const webhook = z.object({
  id: identifier,
  url: z.string(),
  listid: looseIdentifier,
  events: looseRows(z.string()),
  sources: looseRows(z.string()),
})

async function createWebhook(caller: ActiveCampaign): Promise<string> {
  const made = await caller.http.request({
    method: 'POST',
    url: addressOf(caller, 'webhooks'),
    headers: authorization(caller),
    json: {
      webhook: {
        name: 'Footfall',
        url: caller.hookUrl,
        events: topics,
        sources,
        listid: Number(caller.settings.list),
      },
    },
  })
  return made.read(z.object({ webhook: z.object({ id: identifier }) })).webhook.id
}

const removeWebhooks = (caller: ActiveCampaign, ids: readonly string[]) =>
  removeAll(ids, (id) =>
    caller.http.request({
      method: 'DELETE',
      url: addressOf(caller, `webhooks/${id}`),
      headers: authorization(caller),
    }),
  )

/** A contact's lists are a request of their own. Five a second are allowed, with two for the webhook. */
const contactPage = 2

/** By ID, so that none is missed when one changes meanwhile. */
async function readContacts(caller: ActiveCampaign, { position, since }: PhaseRead) {
  const { list } = caller.settings
  const reply = await get(caller, 'contacts', {
    listid: list,
    limit: String(contactPage),
    'orders[id]': 'ASC',
    ...(typeof position === 'string' ? { id_greater: position } : {}),
    ...(since ? { 'filters[updated_after]': since.toISOString() } : {}),
  })
  const { contacts } = reply.read(z.object({ contacts: z.array(z.unknown()) }))
  // The largest, so that a wrong one can't lead back to where the page began.
  const ids = readRows(z.object({ id: z.coerce.number().positive() }), contacts)
  const last = Math.max(0, ...ids.map(({ id }) => id))
  const isLast = contacts.length < contactPage || last === 0
  if (!isLast && typeof position === 'string' && last <= Number(position)) {
    throw new BadRecord('ActiveCampaign listed the contacts of an earlier page again.', reply)
  }
  const from = new Date(caller.now.getTime() - signupDays * dayMillis)
  const records = await recordRows(z.object({ id: identifier }), contacts, async ({ id }) => {
    const read = (await get(caller, `contacts/${id}`)).read(contact)
    if (read.contact.id !== id) {
      throw new BadRecord('ActiveCampaign answered with another contact.')
    }
    return formRecord(read, list, from)
  })
  return { records, next: isLast ? null : String(last) }
}

const fields = z.object({
  type: z.string().max(100),
  list: identifier,
  id: z.string().regex(/^\d{1,20}$/),
})

/** Fields of a form, as ActiveCampaign sends it. */
function fieldsOf(text: string): z.output<typeof fields> {
  const field = formReader(text)
  const read = fields.safeParse({
    type: field('type'),
    list: field('list'),
    id: field('contact[id]'),
  })
  if (!read.success) throw new BadRecord('The delivery names no contact.')
  return read.data
}

const get = (caller: ActiveCampaign, path: string, query: Record<string, string> = {}) =>
  caller.http.request({
    url: addressOf(caller, path),
    query,
    headers: authorization(caller),
  })

const addressOf = ({ origin, settings: { account } }: ActiveCampaign, path: string) =>
  `${origin(account)}/api/3/${path}`

const authorization = ({ settings: { key } }: ActiveCampaign) => ({ 'Api-Token': key })
