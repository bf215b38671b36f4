import { Button as PolarisButton, type ButtonProps as PolarisButtonProps } from '@shopify/polaris'
import type { ReactNode } from 'react'

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
