import type { ShellData } from '#app/platforms/shell-data.ts'

/** The answer of `/palette`: of the current site, empty without one. */
export type PaletteData = {
  nudges: readonly {
    uuid: string
    name: string
    surface: 'popup' | 'inline' | 'push'
    state: 'draft' | 'published' | 'paused'
  }[]
  /** Whether all nudges of the site are paused. */
  isPaused: boolean
}

export type PaletteView = 'search' | 'keys'

/** What the shell hands over. */
export type PaletteProps = {
  facts: ShellData
  /** The shell's navigation, in its order. */
  screens: readonly PaletteScreen[]
  /** Label of the keys that open it. */
  keys: string
  /** What it shows first. */
  view: PaletteView
  /** What was typed before it showed. */
  takeTyped: () => string
  onClose: () => void
}

export type PaletteScreen = { to: string; label: string }
