/**
 * Contacts of an ActiveCampaign account: the list with its filters, and each one with its lists. By the
 * reference a page has 20 contacts, and 100 at most.
 */
import type { StoredOrder } from './rest-server.ts'
import type { DoubleReply, SeenRequest } from './shop-double.ts'

/** ActiveCampaign writes the time zone of the account. */
const written = (at: Date) =>
  `${new Date(at.getTime() - 6 * 3_600_000).toISOString().slice(0, 19)}-06:00`

const list = '4'

const personOf = ({ id, placedAt, changedAt }: StoredOrder) => ({
  id: String(id),
  email: `person-${String(id)}@shop.example`,
  firstName: 'Jane Ann',
  lastName: 'Doe',
  cdate: written(placedAt),
  udate: written(changedAt),
  deleted: '0',
})

/** Those that were refunded left the list. @param contacts people who subscribed through a form */
export function contactsReply(
  { method, path, query }: SeenRequest,
  contacts: readonly StoredOrder[],
): DoubleReply | undefined {
  if (method !== 'GET') return undefined
  if (path === '/api/3/contacts') return { json: { contacts: listed(query, contacts) } }
  const id = /^\/api\/3\/contacts\/(\d+)$/.exec(path)?.[1]
  const one = contacts.find((contact) => String(contact.id) === id)
  if (!one) return undefined
  const entry = {
    contact: id,
    list,
    form: '7',
    sdate: written(one.placedAt),
    status: one.isRefunded ? '2' : '1',
    id: `9${String(id)}`,
  }
  return { json: { contact: personOf(one), contactLists: [entry] } }
}

function listed(query: URLSearchParams, contacts: readonly StoredOrder[]) {
  const size = Math.min(100, Number(query.get('limit') ?? 20))
  const after = Date.parse(query.get('filters[updated_after]') ?? '1970-01-01')
  const from = Number(query.get('id_greater') ?? 0)
  return contacts
    .filter(({ id, changedAt }) => changedAt.getTime() > after && id > from)
    .sort((one, other) => one.id - other.id)
    .slice(Number(query.get('offset') ?? 0))
    .slice(0, query.get('listid') === list ? size : 0)
    .map(personOf)
}
