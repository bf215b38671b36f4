import { InlineError as PolarisInlineError } from '@shopify/polaris'
import type { ReactNode } from 'react'

type InlineErrorProps = {
  message: string
  /** ID of the field or group that the error belongs to. */
  fieldID: string
}

/** The error of a field that doesn't show errors itself. */
export const InlineError: (props: InlineErrorProps) => ReactNode = PolarisInlineError
