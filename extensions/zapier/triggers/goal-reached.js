import { hookOperation } from './hook.js'

const itemOf = (data, { id }) => ({ id, ...data })

/** The API lists no single conversions, so Zapier shows the sample. */
const performList = () => []

export const goalReached = {
  key: 'goal_reached',
  noun: 'Conversion',
  display: {
    label: 'Goal Reached',
    description: 'Triggers when a visitor or an order reaches one of a site’s goals.',
  },
  operation: {
    ...hookOperation('goal.reached', itemOf),
    performList,
    sample: {
      id: 'evt_4d5b8c116f1c2a4e8d1b4c3f9a752f0f',
      goal: 'b7f8e0f4-2f0b-4d0b-8c51-0a4f1d2e9c77',
      name: 'Order placed',
      order: 'order-1001',
      reached_at: '2026-03-02T09:30:00.000Z',
      value: 39.5,
      currency: 'GBP',
    },
    outputFields: [
      { key: 'id', label: 'Event ID', type: 'string' },
      { key: 'goal', label: 'Goal ID', type: 'string' },
      { key: 'name', label: 'Goal', type: 'string' },
      { key: 'order', label: 'Order number', type: 'string' },
      { key: 'reached_at', label: 'Date and time', type: 'datetime' },
      { key: 'value', label: 'Value', type: 'number' },
      { key: 'currency', label: 'Currency', type: 'string' },
    ],
  },
}
