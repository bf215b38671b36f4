/** All ways into what `npm start` runs, for the page that lists them. */
import type { Door } from '../shop/doors.ts'
import { codeAt } from '../sample/code-at.ts'
import { samplePeople, type SampleLogins } from '../sample/sample-logins.ts'
import type { DemoAddresses } from './demo-message.ts'

export type DoorPlaces = DemoAddresses & {
  /** Null: services aren't replaced. */
  servicesUrl: string | null
  /** Null: card payments aren't replaced. */
  cardsUrl: string | null
}

/** @param at when the staff's code is entered */
export function doorsOf(places: DoorPlaces, at: Date): Door[] {
  const { appUrl, login, sample } = places
  const others: readonly (Omit<Door, 'url'> & { url: string | null })[] = [
    {
      name: 'Demo shop',
      about: 'Place an order: the next page shows a nudge about it.',
      url: `${appUrl}/demo`,
    },
    {
      name: 'Admin of a shop in Shopify',
      about: 'Install the app in a store that replaces Shopify.',
      url: places.adminUrl,
    },
    {
      name: 'Dashboard of a site in Wix',
      about: 'The app in a site that replaces Wix.',
      url: places.wixUrl,
    },
    {
      name: 'Control panel of a store in BigCommerce',
      about: 'Install the app in a store that replaces BigCommerce.',
      url: places.panelUrl,
    },
    {
      name: 'Services to connect',
      about: 'Keys to enter under Integrations, and buttons that place orders.',
      url: places.servicesUrl,
    },
    {
      name: 'Cards to pay with',
      about: 'Test cards and coupons to enter under Billing.',
      url: places.cardsUrl,
    },
  ]
  const dashboard = `${appUrl}/auth/login`
  return [
    ...(sample === null ? [] : sampleDoors(sample, { dashboard, appUrl, at })),
    {
      name: 'Empty organization',
      about: 'Its merchant begins with nothing but the demo shop’s orders.',
      url: dashboard,
      login: { ...login, code: null },
    },
    ...others.flatMap(({ url, ...door }) => (url === null ? [] : [{ ...door, url }])),
  ]
}

type Around = { dashboard: string; appUrl: string; at: Date }

function sampleDoors(sample: SampleLogins, { dashboard, appUrl, at }: Around): Door[] {
  const { staffSeed } = sample
  const loginOf = (person: keyof typeof samplePeople) => ({
    email: samplePeople[person].email,
    password: sample[person],
    code: null,
  })
  return [
    {
      name: 'Sample shop',
      about: 'Its merchant has 90 days of simulated visitors, orders and reviews.',
      url: dashboard,
      login: loginOf('merchant'),
    },
    {
      name: 'Sample shop, for a colleague',
      about: 'Sees statistics alone: no orders, names or settings.',
      url: dashboard,
      login: loginOf('colleague'),
    },
    {
      name: 'Kiosk',
      about: 'The screens of staff, who log in with a code.',
      url: `${appUrl}/kiosk`,
      login: {
        ...loginOf('staff'),
        code: staffSeed === undefined ? null : codeAt(staffSeed, at),
      },
    },
  ]
}
