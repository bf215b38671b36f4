/**
 * Opens the palette by a button or by keys. Its content is loaded only then, and imports nothing of
 * the shell: a chunk that both needed would be one more for every screen.
 */
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { listNavigation, personEntries, placeOf } from '#app/platforms/navigation-entries.ts'
import type { ShellData } from '#app/platforms/shell-data.ts'
import type { PaletteProps, PaletteView } from './palette-data.ts'

type Opened = {
  /** One number for each time that it opens, so that it begins again. */
  id: number
  Palette: ComponentType<PaletteProps>
  view: PaletteView
}

export function usePalette(facts: ShellData) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const keys = useHydrated() ? (isMac() ? '⌘K' : 'Ctrl K') : ''
  // The text typed until the palette shows. Null while nothing is loading.
  const early = useRef<string | null>(null)
  const open = useCallback((view: PaletteView) => {
    early.current = view === 'search' ? '' : null
    import('./deferred/palette.tsx').then(
      ({ Palette }) => {
        setOpened((before) => ({ id: (before?.id ?? 0) + 1, Palette, view }))
      },
      // The next press asks for it again.
      () => {
        early.current = null
      },
    )
  }, [])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const view = viewOf(event)
      if (!view) {
        if (early.current === null || !isLetter(event)) return
        event.preventDefault()
        early.current += event.key
        return
      }
      event.preventDefault()
      // A dialog asks something that has to be answered first.
      if (!document.querySelector('dialog[open]')) open(view)
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
    }
  }, [open])

  return {
    search: () => {
      open('search')
    },
    /** Label of the keys that open it, known in the browser alone. */
    keys,
    palette: opened && (
      <opened.Palette
        key={opened.id}
        {...{ facts, keys }}
        view={opened.view}
        takeTyped={() => {
          const typed = early.current ?? ''
          early.current = null
          return typed
        }}
        screens={[...listNavigation(placeOf(facts)), ...personEntries]}
        onClose={() => {
          // The browser reports it late: it may be open again.
          setOpened((now) => (now?.id === opened.id ? null : now))
        }}
      />
    ),
  }
}

function viewOf({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): PaletteView | null {
  if (altKey) return null
  // On a Mac, Ctrl+K deletes to the end of the line.
  if (key.toLowerCase() === 'k' && (isMac() ? metaKey : ctrlKey)) return 'search'
  const isTyping =
    target instanceof Element && target.closest('input,textarea,select,[contenteditable]')
  return key === '?' && !isTyping ? 'keys' : null
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

const isMac = () => navigator.userAgent.includes('Mac')
