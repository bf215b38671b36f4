import {
  Labelled as PolarisLabelled,
  type LabelledProps as PolarisLabelledProps,
} from '@shopify/polaris'

type LabelledProps = Pick<PolarisLabelledProps, 'children' | 'error' | 'helpText' | 'id' | 'label'>

/** Label, help and error around an input of our own. */
export function Labelled(props: LabelledProps) {
  return <PolarisLabelled {...props} />
}
