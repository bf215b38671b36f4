/** The palette's entries, and how typed text finds them. */
import { mayDo, type Right } from '#app/domain/teams/roles.ts'
import { normalizeText } from '#app/lib/normalize-text.ts'
import type { ShellData } from '#app/platforms/shell-data.ts'
import type { PaletteData, PaletteScreen } from '../palette-data.ts'
import { listScreenParts } from './screen-parts.ts'

export type PaletteAct =
  | { to: string }
  | { action: string; fields: Record<string, string> }
  | 'log-out'
  | 'show-keys'

export type PaletteEntry = {
  id: string
  group: 'Nudges' | 'Screens' | 'Actions' | 'Sites'
  label: string
  /** Shown beside the label, and found too. */
  detail?: string
  /** Other words that find it. */
  words?: string
  /** Only typing finds it. */
  isHidden?: boolean
  act: PaletteAct
}

type Offered = {
  facts: Pick<ShellData, 'sites' | 'teams'>
  screens: readonly PaletteScreen[]
  /** Null until it has arrived. */
  data: PaletteData | null
  /** In an admin, which is about one shop and logs people in itself. */
  isFramed: boolean
}

/** All entries, in the order in which groups and lists show them. */
export const listEntries = (offered: Offered): PaletteEntry[] => [
  ...listActions(offered),
  ...offered.screens.map(({ to, label }): PaletteEntry => ({
    id: `screen-${to}`,
    group: 'Screens',
    label,
    act: { to },
  })),
  ...listParts(offered),
  ...(offered.data?.nudges ?? []).map(({ uuid, name, surface, state }): PaletteEntry => ({
    id: `nudge-${uuid}`,
    group: 'Nudges',
    label: name,
    isHidden: true,
    detail: `${surfaceNames[surface]} · ${stateNames[state]}`,
    act: { to: `/nudges/${uuid}` },
  })),
  ...(offered.isFramed ? [] : offered.facts.sites)
    .filter(({ isCurrent }) => !isCurrent)
    .map(({ uuid, name, host }): PaletteEntry => ({
      id: `site-${uuid}`,
      group: 'Sites',
      label: name,
      words: 'switch site',
      ...(host === name ? {} : { detail: host }),
      act: { action: '/settings/current', fields: { site: uuid, to: '/' } },
    })),
]

const surfaceNames = { popup: 'Popup', inline: 'Inline', push: 'Push' } as const
const stateNames = { draft: 'Draft', published: 'Published', paused: 'Off' } as const

function listParts({ facts, screens }: Offered): PaletteEntry[] {
  return listScreenParts(screens)
    .filter(({ right }) => right === undefined || may(facts, right))
    .map(({ to, label, screen, words }) => ({
      id: `screen-part-${to}`,
      group: 'Screens',
      label,
      detail: screen,
      ...(words === undefined ? {} : { words }),
      isHidden: true,
      act: { to },
    }))
}

function may({ teams }: Offered['facts'], right: Right): boolean {
  const role = teams.find(({ isCurrent }) => isCurrent)?.role
  return role !== undefined && mayDo(role, right)
}

/** Actions that the person's rights allow. The server decides again when they do one. */
function listActions({ facts, data, isFramed }: Offered): PaletteEntry[] {
  const hasSite = facts.sites.some(({ isCurrent }) => isCurrent)
  const pausing = data?.isPaused
    ? { label: 'Resume nudges', words: 'unpause start', intent: 'resume' }
    : { label: 'Pause all nudges', words: 'stop off', intent: 'pause' }

  const offers: (Omit<PaletteEntry, 'group'> & { isOffered: boolean })[] = [
    {
      id: 'new-popup',
      label: 'New popup nudge',
      words: 'create add library',
      act: { to: '/popup-nudges' },
      isOffered: hasSite && may(facts, 'site:edit'),
    },
    {
      id: 'new-inline',
      label: 'New inline nudge',
      words: 'create add library',
      act: { to: '/inline-nudges/library' },
      isOffered: hasSite && may(facts, 'site:edit'),
    },
    {
      id: 'new-push',
      label: 'New push campaign',
      words: 'create add message send',
      act: { to: '/push-nudges/campaigns/new' },
      isOffered: hasSite && may(facts, 'site:edit'),
    },
    {
      id: 'new-goal',
      label: 'New goal',
      words: 'create add conversion',
      act: { to: '/goals/new' },
      isOffered: hasSite && may(facts, 'site:edit'),
    },
    {
      id: 'import',
      label: 'Import a file',
      words: 'upload csv orders reviews',
      act: { to: '/data-feeds/imports' },
      isOffered: hasSite && may(facts, 'site:edit'),
    },
    {
      id: 'pause',
      label: pausing.label,
      words: pausing.words,
      act: { action: '/?index', fields: { intent: pausing.intent } },
      isOffered: hasSite && data !== null && may(facts, 'sites:manage'),
    },
    {
      id: 'new-site',
      label: 'Add site',
      words: 'new create',
      act: { to: '/sites/new' },
      isOffered: !isFramed && may(facts, 'sites:manage'),
    },
    {
      id: 'keys',
      label: 'Show keyboard shortcuts',
      words: 'keys help',
      act: 'show-keys',
      isOffered: true,
    },
    {
      id: 'log-out',
      label: 'Log out',
      words: 'sign leave exit',
      act: 'log-out',
      isOffered: !isFramed,
    },
  ]
  return offers.flatMap(({ isOffered, ...offer }) =>
    isOffered ? [{ ...offer, group: 'Actions' as const }] : [],
  )
}

/** Enough to choose from. More typing finds the others. */
const groupLimit = 8

/**
 * Entries in groups, the group with the best match first. Each typed word has to begin a word of
 * the entry: "pau nu" finds "Pause all nudges". Nothing typed: all that isn't hidden.
 */
export function findEntries(
  entries: readonly PaletteEntry[],
  typed: string,
): { group: PaletteEntry['group']; entries: PaletteEntry[] }[] {
  const wanted = normalizeText(typed)
  const found =
    wanted === ''
      ? entries.filter(({ isHidden }) => !isHidden)
      : entries
          .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
          .filter(({ rank }) => rank < noMatch)
          .sort((one, other) => one.rank - other.rank)
          .map(({ entry }) => entry)
  return [...new Set(found.map(({ group }) => group))].map((group) => ({
    group,
    entries: found.filter((entry) => entry.group === group).slice(0, groupLimit),
  }))
}

const noMatch = 3

function rankOf({ label, detail = '', words = '' }: PaletteEntry, wanted: string): number {
  const name = normalizeText(label)
  if (name.startsWith(wanted)) return 0
  if (beginsWords(name, wanted)) return 1
  return beginsWords(normalizeText(`${label} ${detail} ${words}`), wanted) ? 2 : noMatch
}

const beginsWords = (text: string, wanted: string) =>
  wanted.split(' ').every((word) => ` ${text}`.includes(` ${word}`))
