/** The shell that screens use inside Shopify's admin, through App Bridge. */
import { Modal, NavMenu, SaveBar, TitleBar, useAppBridge } from '@shopify/app-bridge-react'
import { useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { useCallback, useEffect, useMemo, useRef, type ComponentProps, type ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import {
  HostContext,
  leavingConfirmed,
  type AdminParts,
  type Host,
  type SaveBarProps,
} from '#app/browser/host.ts'
import { brake } from '#app/browser/brake.ts'
import { tabStorage } from '#app/browser/kept-storage.ts'
import { loadPage } from '#app/browser/load-page.ts'
import { useToast } from '#app/browser/toast-context.ts'
import { frameParameters } from '#app/platforms/frame-parameters.ts'
import { listNavigation, personEntries } from '#app/platforms/navigation-entries.ts'
import { keepFrameParameters, plainPath } from './frame-address.ts'
import { useReentry } from '#app/platforms/framed/re-entry.ts'
import { errorPath } from './shell-request.ts'
import { ThemeBlock } from './theme-block.tsx'
import adminCss from './admin.css?url'

export function ShopifyHost({ children }: { children: ReactNode }) {
  const showOnPage = useToast()
  const navigate = useNavigate()
  const bridge = useAppBridge()
  useAdminNavigation()
  useLoadingBar()
  useFrameAddress()
  const findShop = useCallback(() => bridge.config.shop ?? '', [bridge])
  useReentry({ findTenant: findShop, navigate })

  const host = useMemo<Host>(
    () => ({
      // The admin's toasts are for what went well. A fault stays in the page, where it can be read again.
      toast: (tone, message, act) => {
        if (tone !== 'success') showOnPage(tone, message, act)
        else if (act) bridge.toast.show(message, { action: act.label, onAction: act.run })
        else bridge.toast.show(message)
      },
      navigate,
      openTop,
      logIn: (path) => {
        const next = wayOut(plainPath(path))
        if (next === null) navigate(`${errorPath}?reason=session`, { replace: true })
        else openTop(`shopify:admin/apps/${bridge.config.apiKey}${next}`)
      },
      reload,
      frame: { findTenant: findShop, plainPath },
      admin: {
        async requestScopes(scopes) {
          const { result } = await bridge.scopes.request([...scopes])
          return result === 'granted-all'
        },
        ThemeBlock,
        Title,
        Dialog,
        SaveBar: AdminSaveBar,
        Navigation,
        confirmLeaving: () => bridge.saveBar.leaveConfirmation(),
      },
    }),
    [bridge, showOnPage, navigate, findShop],
  )

  return (
    <HostContext.Provider value={host}>
      <link rel="stylesheet" href={adminCss} />
      {children}
    </HostContext.Provider>
  )
}

const reload = () => {
  loadPage(window, frameParameters.shopify)
}

/** App Bridge opens it: the frame itself can't leave the admin. */
const openTop = (address: string) => {
  window.open(address, '_top')
}

/** The path to open in the admin. Null: it was opened a moment ago, and a session is refused again. */
function wayOut(path: string): string | null {
  const { href } = window.location
  const address = brake('left', path, { href, storage: tabStorage(window), now: Date.now })
  if (address === null) return null
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

const Title: AdminParts['Title'] = ({ title, action }) => {
  const navigate = useNavigate()
  return (
    <TitleBar title={title}>
      {action && (
        <button
          type="button"
          variant="primary"
          {...('isBusy' in action && action.isBusy ? { loading: '' } : {})}
          onClick={() => {
            if ('to' in action) navigate(action.to)
            else action.onAct()
          }}
        >
          {action.label}
        </button>
      )}
    </TitleBar>
  )
}

/** The admin draws title and buttons; what is between them keeps its place in our tree. */
const Dialog: AdminParts['Dialog'] = (props) => {
  const { title, isOpen, onClose, act, dismiss, children } = props
  return (
    <Modal open={isOpen} onHide={onClose}>
      <div>{children}</div>
      <TitleBar title={title}>
        {act && (
          <button
            type="button"
            variant="primary"
            {...(act.isCritical ? { tone: 'critical' } : {})}
            {...(act.isBusy ? { loading: '' } : {})}
            onClick={act.onAct}
          >
            {act.label}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {dismiss}
        </button>
      </TitleBar>
    </Modal>
  )
}

const AdminSaveBar = ({ isSaving, onSave, onDiscard }: SaveBarProps) => (
  <SaveBar open>
    <button type="button" variant="primary" {...(isSaving ? { loading: '' } : {})} onClick={onSave}>
      Save
    </button>
    <button type="button" disabled={isSaving} onClick={onDiscard}>
      Discard
    </button>
  </SaveBar>
)

type Entries = NonNullable<ComponentProps<AdminParts['Navigation']>['entries']>

/** For screens that know no site, errors among them: the admin keeps the entries that it had. */
let lastEntries: Entries = [...listNavigation({ site: null, team: null }), ...personEntries]

/** Before hydration nothing follows a click, and the admin would load a page without its parameters. */
const Navigation: AdminParts['Navigation'] = ({ entries }) => {
  const isHydrated = useHydrated()
  useEffect(() => {
    lastEntries = entries ?? lastEntries
  }, [entries])
  return (
    isHydrated && (
      <NavMenu>
        {(entries ?? lastEntries).map(({ to, label }) => (
          <a key={to} href={to} {...(to === '/' ? { rel: 'home' } : {})}>
            {label}
          </a>
        ))}
      </NavMenu>
    )
  )
}

/** Follows the admin's navigation, which has asked about unsaved changes itself. */
function useAdminNavigation() {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const href = target instanceof Element ? target.getAttribute('href') : null
      if (href !== null) navigate(href, { state: leavingConfirmed })
    }
    document.addEventListener('shopify:navigate', follow)
    return () => {
      document.removeEventListener('shopify:navigate', follow)
    }
  }, [navigate])
}

function useLoadingBar() {
  const bridge = useAppBridge()
  const isLoading = useNavigation().state === 'loading'
  const wasLoading = useRef(false)
  useEffect(() => {
    if (isLoading === wasLoading.current) return
    wasLoading.current = isLoading
    bridge.loading(isLoading)
  }, [bridge, isLoading])
}

/** A frame that reloads shows the same screen: the server knows the shop by its address. */
function useFrameAddress() {
  const { key } = useLocation()
  useEffect(() => {
    const { history, location } = window
    const address = keepFrameParameters(location.href, window.shopify.config)
    if (address !== location.href) history.replaceState(history.state, '', address)
  }, [key])
}
