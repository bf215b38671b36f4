import { Select as PolarisSelect, type SelectProps as PolarisSelectProps } from '@shopify/polaris'

type SelectProps = Pick<
  PolarisSelectProps,
  'error' | 'helpText' | 'id' | 'label' | 'labelHidden' | 'name' | 'onChange' | 'options' | 'value'
>

/** A choice of one from a list. */
export function Select(props: SelectProps) {
  return <PolarisSelect {...props} />
}
