/** The keys of the screen in front. */
import { useLocation } from '@remix-run/react'
import { NativeButton } from '#app/ui/kit/button.tsx'

type Key = { keys: string; does: string }

const listKeys: readonly Key[] = [
  { keys: 'Space', does: 'Select a row, or turn its switch on or off' },
  { keys: 'Enter', does: 'Press “Move up” or “Move down” to change the order' },
]

const chartKeys: readonly Key[] = [
  { keys: '← →', does: 'Go through the days of the chart, once it has the focus' },
]

/** Keys beyond those of every screen, by the beginning of its address. */
const screenKeys: readonly (readonly [string, readonly Key[]])[] = [
  ['/popup-nudges/list', listKeys],
  ['/inline-nudges', listKeys],
  ['/', chartKeys],
  ['/statistics', chartKeys],
]

type KeysProps = { opener: string; onClose: () => void }

/** @param props.opener label of the keys that open the palette */
export function Keys({ opener, onClose }: KeysProps) {
  const { pathname } = useLocation()
  const keys: Key[] = [
    { keys: opener, does: 'Search screens, nudges and actions' },
    { keys: '?', does: 'Show this list' },
    { keys: 'Tab', does: 'Go to the next field, button or link' },
    { keys: 'Esc', does: 'Close a menu or a dialog' },
    ...(screenKeys.find(([path]) => path === pathname)?.[1] ?? []),
  ]
  return (
    <div className="palette__content palette__content--keys">
      <h2 className="dialog__title">Keyboard shortcuts</h2>
      <dl className="palette__keys">
        {keys.map((one) => (
          <div key={one.does}>
            <dt>
              <kbd>{one.keys}</kbd>
            </dt>
            <dd>{one.does}</dd>
          </div>
        ))}
      </dl>
      <NativeButton type="button" autoFocus onClick={onClose}>
        Close
      </NativeButton>
    </div>
  )
}
