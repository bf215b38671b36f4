import {
  InlineError as PolarisInlineError,
  Labelled as PolarisLabelled,
  TextField as PolarisTextField,
  type LabelledProps as PolarisLabelledProps,
  type TextFieldProps as PolarisTextFieldProps,
} from '@shopify/polaris'
import type { ReactNode } from 'react'

export type TextFieldProps = PolarisTextFieldProps

/**
 * A text field with its label, help and error. Forms that are sent use the fields of
 * app/ui/forms/fields.tsx, which show the answer's errors.
 */
export const TextField: (props: TextFieldProps) => ReactNode = PolarisTextField

type InlineErrorProps = {
  message: string
  /** ID of the field or group that the error belongs to. */
  fieldID: string
}

/** The error of a field that doesn't show errors itself. Every text field loads it. */
export const InlineError: (props: InlineErrorProps) => ReactNode = PolarisInlineError

type LabelledProps = Pick<PolarisLabelledProps, 'children' | 'error' | 'helpText' | 'id' | 'label'>

/** Label, help and error around an input of our own. */
export const Labelled: (props: LabelledProps) => ReactNode = PolarisLabelled
