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
export function Checkbox({ error = false, ...props }: CheckboxProps): ReactNode {
  // Polaris announces every error but null as one, also false.
  return <PolarisCheckbox {...props} {...(error === false ? {} : { error })} />
}
