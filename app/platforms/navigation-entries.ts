/** The screens that every shell's navigation names, in order. Their icons: navigation-icons.ts. */
import type { TeamRole } from '#app/domain/scope.ts'
import { mayDo, type Right } from '#app/domain/teams/roles.ts'
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
  /** Opens it. Null: each member does. Absent: those who can view all of a site. */
  right?: Right | null
}

export type NavigationPlace = {
  /** Uuid of the current site. Null when the person has none. */
  site: string | null
  /** Number of the current organization. Null when the person has none. */
  team: number | null
  /** In the current organization. Null when the person has none. */
  role: TeamRole | null
}

/** Only what is built, so no entry leads to a not-found page. */
export const listNavigation = (place: NavigationPlace): NavigationEntry[] =>
  listAll(place).filter((entry) => canOpen(place.role, entry))

/** People without an organization are led to onboarding by each of them. */
const canOpen = (role: TeamRole | null, { right = 'site:view' }: { right?: Right | null }) =>
  role === null || right === null || mayDo(role, right)

const listAll = ({ site, team }: NavigationPlace): NavigationEntry[] => [
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
  { to: '/statistics', label: 'Statistics', icon: 'statistics', right: 'statistics:view' },
  { to: '/data-feeds', label: 'Data feeds', icon: 'data' },
  { to: '/integrations', label: 'Integrations', icon: 'integrations' },
  { to: '/site-settings', label: 'Site settings', icon: 'settings' },
  ...(site === null ? [] : [{ to: `/pixel/${site}`, label: 'Pixel', icon: 'code' as const }]),
  team === null
    ? { to: '/settings/teams', label: 'Organizations', icon: 'team' as const, right: null }
    : {
        to: `/settings/teams/${String(team)}`,
        label: 'Organization',
        icon: 'team' as const,
        area: '/settings/teams',
        right: null,
      },
]

/** Screens of the person. The account's menu names them, and an admin, which has no such menu, its navigation. */
export const listPersonEntries = (role: TeamRole | null): PersonEntry[] =>
  personEntries.filter((entry) => canOpen(role, entry))

export type PersonIconName = 'account' | 'billing' | 'support'

type PersonEntry = { to: string; label: string; icon: PersonIconName; right: Right | null }

const personEntries: readonly PersonEntry[] = [
  { to: '/account/general', label: 'Account', icon: 'account', right: null },
  { to: '/billing', label: 'Billing', icon: 'billing', right: 'members:view' },
  { to: '/support', label: 'Support', icon: 'support', right: null },
]

/** Where the person is. */
export function placeOf({ sites, teams }: Pick<ShellData, 'sites' | 'teams'>): NavigationPlace {
  const team = teams.find(({ isCurrent }) => isCurrent)
  return {
    site: sites.find(({ isCurrent }) => isCurrent)?.uuid ?? null,
    team: team?.id ?? null,
    role: team?.role ?? null,
  }
}
