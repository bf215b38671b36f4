/** Fields that several actions share, and how they become the API’s. */

export const siteField = {
  key: 'site',
  label: 'Site',
  type: 'string',
  dynamic: 'site_list.id.name',
  required: true,
}

export const factFields = [
  siteField,
  {
    key: 'id',
    label: 'ID',
    type: 'string',
    required: true,
    helpText:
      'Your ID, for example the order number. Sending the same one again doesn’t count twice.',
  },
  { key: 'occurred_at', label: 'Date and time', type: 'datetime', required: true },
  { key: 'first_name', label: 'First name', type: 'string' },
  { key: 'last_name', label: 'Last name', type: 'string' },
  {
    key: 'email',
    label: 'Email',
    type: 'string',
    helpText: 'Never stored. It’s only used to erase the data on request.',
  },
  { key: 'city', label: 'City', type: 'string' },
  { key: 'country', label: 'Country', type: 'string', helpText: 'Two letters, for example DE.' },
]

export const productFields = [
  { key: 'product_title', label: 'Product', type: 'string' },
  { key: 'product_url', label: 'Product URL', type: 'string' },
  { key: 'product_image', label: 'Product image URL', type: 'string' },
]

/** Fields that are empty aren’t sent. */
const filled = (fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  )

/** In UTC. A text that is no date goes to the API as it is, which refuses it in a sentence. */
const momentOf = (text) => {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString()
}

/** Fields of every activity, in the API’s shape. */
export const factOf = (input) => ({
  id: input.id,
  occurred_at: momentOf(input.occurred_at),
  person: filled({
    first_name: input.first_name,
    last_name: input.last_name,
    email: input.email,
    city: input.city,
    country: input.country,
  }),
})

export const itemsOf = (input) =>
  input.product_title
    ? {
        items: [
          filled({
            title: input.product_title,
            url: input.product_url,
            image: input.product_image,
          }),
        ],
      }
    : {}

/** Stores one and returns it. Zapier names things by `id`. */
export const store = async (z, path, body) => {
  const { data } = (await z.request({ url: path, method: 'POST', body })).data
  return itemOf(data)
}

/** An activity as Zaps see it, from the API and from a webhook alike. */
export const itemOf = ({ uuid, id, ...activity }) => ({ id: uuid, external_id: id, ...activity })

export const activitySample = {
  id: '2f0f4d5b-8c11-4f1c-8a4e-8d1b4c3f9a75',
  external_id: 'order-1001',
  kind: 'purchase',
  occurred_at: '2026-03-02T09:30:00.000Z',
  received_at: '2026-03-02T09:30:01.250Z',
  trust: 'signed',
  approval: 'approved',
  is_showable: true,
  is_same_sale: false,
  state: 'confirmed',
  test: false,
  total: 39.5,
  currency: 'EUR',
  person: { first_name: 'Ann', last_name: null, city: 'Utrecht', country: 'NL' },
  product: { title: 'Blue Kettle', url: 'https://shop.example/kettle', image: null },
  stars: null,
  body: null,
}

export const activityOutputs = [
  { key: 'id', label: 'Footfall ID', type: 'string' },
  { key: 'external_id', label: 'Your ID', type: 'string' },
  { key: 'kind', label: 'Kind', type: 'string' },
  { key: 'occurred_at', label: 'Date and time', type: 'datetime' },
  { key: 'state', label: 'State', type: 'string' },
  { key: 'test', label: 'Test', type: 'boolean' },
  { key: 'total', label: 'Total', type: 'number' },
  { key: 'currency', label: 'Currency', type: 'string' },
  { key: 'person__first_name', label: 'First name', type: 'string' },
  { key: 'person__last_name', label: 'Last name', type: 'string' },
  { key: 'person__city', label: 'City', type: 'string' },
  { key: 'person__country', label: 'Country', type: 'string' },
  { key: 'product__title', label: 'Product', type: 'string' },
  { key: 'product__url', label: 'Product URL', type: 'string' },
]

export const reviewOutputs = [
  ...activityOutputs,
  { key: 'stars', label: 'Stars', type: 'integer' },
  { key: 'body', label: 'Review', type: 'string' },
]
