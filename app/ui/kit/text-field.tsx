import {
  TextField as PolarisTextField,
  type TextFieldProps as PolarisTextFieldProps,
} from '@shopify/polaris'
import type { ReactNode } from 'react'

export type TextFieldProps = PolarisTextFieldProps

/**
 * A text field with its label, help and error. Forms that are sent use the fields of
 * app/ui/forms/fields.tsx, which show the answer's errors.
 */
export const TextField: (props: TextFieldProps) => ReactNode = PolarisTextField
