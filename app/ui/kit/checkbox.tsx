import {
  Checkbox as PolarisCheckbox,
  type CheckboxProps as PolarisCheckboxProps,
} from '@shopify/polaris'
import type { ReactNode } from 'react'

type CheckboxProps = Pick<
  PolarisCheckboxProps,
  'checked' | 'error' | 'helpText' | 'id' | 'label' | 'labelHidden' | 'name' | 'onChange' | 'value'
>

/** A checkbox with its label. */
export const Checkbox: (props: CheckboxProps) => ReactNode = PolarisCheckbox
