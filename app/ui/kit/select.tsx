import { Select as PolarisSelect, type SelectProps as PolarisSelectProps } from '@shopify/polaris'
import type { ReactNode } from 'react'

type SelectProps = Pick<
  PolarisSelectProps,
  'error' | 'helpText' | 'id' | 'label' | 'labelHidden' | 'name' | 'onChange' | 'options' | 'value'
>

/** A choice of one from a list. */
export const Select: (props: SelectProps) => ReactNode = PolarisSelect
