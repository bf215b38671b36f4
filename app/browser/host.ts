/** Services that screens need from the shell around them. The same calls in every shell. */
import {
  createContext,
  useCallback,
  useContext,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'
import type { ShowToast } from './toast-context.ts'

type Go = (path: string, options?: { replace?: boolean }) => void

/** Filled by each platform (app/platforms/hosts.ts). */
export type Host = {
  toast: ShowToast
  /** A URL that isn't ours ends on the error page. */
  navigate: Go
  /** Opens an address in place of the whole tab, also of what frames the product. */
  openTop: (address: string) => void
  /** Lets a person log in again, and then opens the path. */
  logIn: (path: string) => void
  /**
   * Loads the page again, as a page of its frame if it is in one. Once in ten seconds: a caller
   * that nothing keeps from asking again would load it in a loop.
   */
  reload: () => void
  /** The frame that the page is in. Null: the product is the top page. */
  frame: FrameFacts | null
  /** Parts that an admin draws around its frame. Null: the page draws all of it. */
  admin: AdminParts | null
}

export type SaveBarProps = {
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
}

/** A question or a message above everything else. */
export type DialogProps = {
  title: string
  isOpen: boolean
  /** Called regardless of how it closed: a button, the Escape key, or the action in question. */
  onClose: () => void
  /** Does what the title asks. Absent: there is only something to read. */
  act?: DialogAct
  /** Label of the button that closes it. */
  dismiss: string
  children: ReactNode
}

/** Critical: hard to undo. */
type DialogAct = { label: string; isCritical: boolean; isBusy: boolean; onAct: () => void }

/** A screen's main action: leads somewhere, or does something. */
export type ScreenAction = { label: string } & (
  | { to: string }
  | { isBusy: boolean; onAct: () => void }
)

/** In a frame, browsers send no cookie: what isn't fetched by the page's script has no proof of the person. */
type FrameFacts = {
  /** The shop, site or store whose admin it is, as its system names it. Only in the browser. */
  findTenant: () => string
  /** Without what a frame adds to an address: tokens among it, which are kept nowhere. */
  plainPath: (path: string) => string
}

/** They render nothing in the page itself. */
export type AdminParts = {
  /** Asks the merchant for optional scopes. False when they declined. */
  requestScopes: (scopes: readonly string[]) => Promise<boolean>
  /** Whether a block of our theme extension is on in the published theme. Null: unknown. */
  ThemeBlock: ComponentType<{ handle: string; children: (isOn: boolean | null) => ReactNode }>
  Title: ComponentType<{ title: string; action?: ScreenAction }>
  Dialog: ComponentType<DialogProps>
  /** There as long as something is unsaved. */
  SaveBar: ComponentType<SaveBarProps>
  /** Absent entries: those of the screen before, or of any screen. */
  Navigation: ComponentType<{ entries?: readonly { to: string; label: string }[] }>
  /** Fulfilled once the person wants to leave what is unsaved; never when they stay. */
  confirmLeaving: () => Promise<void>
}

/** State of a navigation that the admin has asked about already. */
export const leavingConfirmed = { isLeavingConfirmed: true } as const

export const isLeavingConfirmed = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isLeavingConfirmed' in state

export const HostContext = createContext<Host | null>(null)

export function useHost(): Host {
  const host = useContext(HostContext)
  if (!host) throw new Error('A screen needs a host around it.')
  const navigate = useLocalPaths(host.navigate)

  return useMemo(() => ({ ...host, navigate }), [host, navigate])
}

/**
 * Navigates within the product only.
 *
 * @throws Error while rendering, to show the error page: errors in event handlers don't get there
 */
export function useLocalPaths(navigate: Go): Go {
  const [fault, setFault] = useState<Error | null>(null)
  if (fault) throw fault

  return useCallback(
    (path, options) => {
      if (safeRedirectPath(path, '') === '')
        setFault(new Error(`Refusing to navigate to an external URL: ${path}`))
      else navigate(path, options)
    },
    [navigate],
  )
}
