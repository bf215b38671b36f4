import type { ShellData } from '#app/platforms/shell-data.ts'

/** Response of `/palette` for the current site. Empty without a site. */
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

/** Props from the shell. */
export type PaletteProps = {
  facts: ShellData
  /** The shell's navigation, in its order. */
  screens: readonly PaletteScreen[]
  /** Label of the keys that open it. */
  keys: string
  /** The first view. */
  view: PaletteView
  /** Returns the text that was typed before the palette showed. */
  takeTyped: () => string
  onClose: () => void
}

export type PaletteScreen = { to: string; label: string }
