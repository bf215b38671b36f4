import payload from '../../payloads/services/mailchimp.json' with { type: 'json' }
import { startMailchimpServer } from '#workshop/doubles/shops/mailchimp-server.ts'
import { formText } from '../form-text.ts'
import type { BatteryCase, DeliveryCase } from '../battery-case.ts'

const { member } = payload
// Path of api@mailchimp.com.
const path = 'GET /3.0/lists/a6b5da1054/members/6def22f266be37015519943ce0c3ae6b'

const signup = {
  kind: 'signup',
  id: 'mailchimp-8a25ff1d98',
  occurred_at: '2026-03-02T09:50:00.000Z',
  state: 'confirmed',
  as_of: '2026-03-02T09:51:30.000Z',
  person: { first_name: 'Jane', email: 'api@mailchimp.com', country: 'US' },
} as const

const delivery = (
  type: 'subscribe' | 'unsubscribe',
  rest: Pick<DeliveryCase, 'answers' | 'expected' | 'decisive'>,
): DeliveryCase => ({
  name: type,
  topic: type,
  json: payload[type],
  textOf: formText,
  sign: () => ({}),
  ...rest,
})

export const mailchimp: BatteryCase = {
  async start({ now }) {
    const double = await startMailchimpServer(now)
    return {
      double,
      app: double.app,
      token: double.desk.issue(),
      settings: { server: double.server, audience: 'a6b5da1054' },
      placeOrder: () => `mailchimp-${double.subscribe().id}`,
      countHooks: () => double.hooks.size,
    }
  },
  isUnsigned: true,
  contacts: [
    {
      name: 'the address by GET',
      delivery: { method: 'GET' },
      verdict: { reply: { status: 200 } },
    },
    {
      name: 'an empty body',
      delivery: {},
      verdict: { reply: { status: 200 } },
    },
    {
      name: 'an event that nobody asked for',
      delivery: { body: Buffer.from(formText(payload.profile)) },
      verdict: { reply: { status: 200 } },
    },
  ],
  deliveries: [
    delivery('subscribe', {
      answers: { [path]: member },
      decisive: ['data[email]', 'data[list_id]'],
      expected: [signup],
    }),
    delivery('unsubscribe', {
      answers: { [path]: { ...member, status: 'unsubscribed' } },
      decisive: [],
      expected: [{ ...signup, state: 'cancelled' }],
    }),
  ],
  pulled: {
    answers: {
      'GET /3.0/lists/a6b5da1054/members': {
        members: [
          member,
          { ...member, unique_email_id: '8a25ff1d99', status: 'pending' },
          { ...member, unique_email_id: '8a25ff1d9a', source: 'Import' },
        ],
      },
    },
    expected: [signup],
  },
}
