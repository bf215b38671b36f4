import { Button as PolarisButton, type ButtonProps as PolarisButtonProps } from '@shopify/polaris'
import { Link } from '@remix-run/react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'

/** `variant="primary"` marks the one main action of a form or a screen. */
type ButtonProps = Pick<
  PolarisButtonProps,
  | 'accessibilityLabel'
  | 'ariaControls'
  | 'ariaExpanded'
  | 'children'
  | 'disabled'
  | 'external'
  | 'fullWidth'
  | 'icon'
  | 'loading'
  | 'onClick'
  | 'pressed'
  | 'size'
  | 'submit'
  | 'tone'
  | 'url'
  | 'variant'
>

/** A button, or a link that looks like one when it has a `url`. */
export const Button: (props: ButtonProps) => ReactNode = PolarisButton

/** Polaris' own, because its button takes neither a name and value nor another element. */
const look =
  'Polaris-Button Polaris-Button--pressable Polaris-Button--sizeMedium Polaris-Button--textAlignCenter Polaris-Button--variant'

const Words = ({ children }: { children: ReactNode }) => (
  <span className="Polaris-Text--root Polaris-Text--bodySm Polaris-Text--medium">{children}</span>
)

type NativeButtonProps = Omit<ComponentPropsWithoutRef<'button'>, 'className'> & {
  /** The button that does what can't be undone. */
  isCritical?: boolean
}

/** A button that adds its name and value to its form, or takes the focus when it appears. */
export const NativeButton = ({ isCritical, children, ...rest }: NativeButtonProps) => (
  <button
    {...rest}
    className={look + (isCritical ? 'Primary Polaris-Button--toneCritical' : 'Secondary')}
  >
    <Words>{children}</Words>
  </button>
)

type ToggleLinkProps = {
  /** Address with the part open, or closed when it is. */
  to: string
  isOpen: boolean
  children: ReactNode
}

/** A button that opens a part of the screen by its address, without a script too. */
export const ToggleLink = ({ to, isOpen, children }: ToggleLinkProps) => (
  <Link
    className={`${look}Secondary${isOpen ? ' Polaris-Button--pressed' : ''}`}
    to={to}
    aria-expanded={isOpen}
    preventScrollReset
  >
    <Words>{children}</Words>
  </Link>
)

type SummaryButtonProps = { label?: string | undefined; children: ReactNode }

/** The button that opens its `details`, without a script too. */
export const SummaryButton = ({ label, children }: SummaryButtonProps) => (
  <summary className={`${look}Secondary`} aria-label={label}>
    <Words>{children}</Words>
  </summary>
)
