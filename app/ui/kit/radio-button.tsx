import {
  RadioButton as PolarisRadioButton,
  type RadioButtonProps as PolarisRadioButtonProps,
} from '@shopify/polaris'

type RadioButtonProps = Pick<
  PolarisRadioButtonProps,
  'checked' | 'helpText' | 'id' | 'label' | 'name' | 'onChange' | 'value'
>

/** One option of a group with the same `name`. */
export function RadioButton(props: RadioButtonProps) {
  return <PolarisRadioButton {...props} />
}
