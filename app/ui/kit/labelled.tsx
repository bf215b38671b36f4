import {
  Labelled as PolarisLabelled,
  type LabelledProps as PolarisLabelledProps,
} from '@shopify/polaris'
import type { ReactNode } from 'react'

type LabelledProps = Pick<PolarisLabelledProps, 'children' | 'error' | 'helpText' | 'id' | 'label'>

/** Label, help and error around an input of our own. */
export const Labelled: (props: LabelledProps) => ReactNode = PolarisLabelled
