/** The screens that every shell's navigation names, in order. Their icons: navigation-icons.ts. */
import type { ShellData } from './shell-data.ts'

export type IconName =
  | 'code'
  | 'data'
  | 'goals'
  | 'home'
  | 'inline'
  | 'integrations'
  | 'popup'
  | 'push'
  | 'settings'
  | 'statistics'
  | 'team'

export type NavigationEntry = {
  to: string
  label: string
  icon: IconName
  /** Address above the area's screens, when it isn't `to`. */
  area?: string
  /** A shell with headings lists neighbors with the same heading below it, by their short labels. */
  group?: { heading: string; label: string }
}

export type NavigationPlace = {
  /** Uuid of the current site. Null when the person has none. */
  site: string | null
  /** Number of the current organization. Null when the person has none. */
  team: number | null
}

/** Only what is built, so no entry leads to a not-found page. */
export const listNavigation = ({ site, team }: NavigationPlace): NavigationEntry[] => [
  { to: '/', label: 'Home', icon: 'home' },
  {
    to: '/popup-nudges/list',
    label: 'Popup nudges',
    icon: 'popup',
    area: '/popup-nudges',
    group: { heading: 'Nudges', label: 'Popup' },
  },
  {
    to: '/inline-nudges',
    label: 'Inline nudges',
    icon: 'inline',
    group: { heading: 'Nudges', label: 'Inline' },
  },
  {
    to: '/push-nudges/prompt',
    label: 'Push nudges',
    icon: 'push',
    area: '/push-nudges',
    group: { heading: 'Nudges', label: 'Push' },
  },
  { to: '/goals', label: 'Goals', icon: 'goals' },
  { to: '/statistics', label: 'Statistics', icon: 'statistics' },
  { to: '/data-feeds', label: 'Data feeds', icon: 'data' },
  { to: '/integrations', label: 'Integrations', icon: 'integrations' },
  { to: '/site-settings', label: 'Site settings', icon: 'settings' },
  ...(site === null ? [] : [{ to: `/pixel/${site}`, label: 'Pixel', icon: 'code' as const }]),
  team === null
    ? { to: '/settings/teams', label: 'Organizations', icon: 'team' as const }
    : {
        to: `/settings/teams/${String(team)}`,
        label: 'Organization',
        icon: 'team' as const,
        area: '/settings/teams',
      },
]

/** Screens of the person. The account's menu names them, and an admin, which has no such menu, its navigation. */
export const personEntries = [
  { to: '/account/general', label: 'Account' },
  { to: '/billing', label: 'Billing' },
  { to: '/support', label: 'Support' },
]

/** Where the person is. */
export const placeOf = ({ sites, teams }: Pick<ShellData, 'sites' | 'teams'>): NavigationPlace => ({
  site: sites.find(({ isCurrent }) => isCurrent)?.uuid ?? null,
  team: teams.find(({ isCurrent }) => isCurrent)?.id ?? null,
})
