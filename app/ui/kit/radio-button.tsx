import {
  RadioButton as PolarisRadioButton,
  type RadioButtonProps as PolarisRadioButtonProps,
} from '@shopify/polaris'
import type { ReactNode } from 'react'

type RadioButtonProps = Pick<
  PolarisRadioButtonProps,
  'checked' | 'helpText' | 'id' | 'label' | 'name' | 'onChange' | 'value'
>

/** One option of a group with the same `name`. */
export const RadioButton: (props: RadioButtonProps) => ReactNode = PolarisRadioButton
