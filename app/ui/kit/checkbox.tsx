import {
  Checkbox as PolarisCheckbox,
  type CheckboxProps as PolarisCheckboxProps,
} from '@shopify/polaris'

type CheckboxProps = Pick<
  PolarisCheckboxProps,
  'checked' | 'error' | 'helpText' | 'id' | 'label' | 'labelHidden' | 'name' | 'onChange' | 'value'
>

/** A checkbox with its label. */
export function Checkbox(props: CheckboxProps) {
  return <PolarisCheckbox {...props} />
}
