import { InlineError as PolarisInlineError } from '@shopify/polaris'

type InlineErrorProps = {
  message: string
  /** ID of the field or group that the error belongs to. */
  fieldID: string
}

/** The error of a field that doesn't show errors itself. */
export function InlineError(props: InlineErrorProps) {
  return <PolarisInlineError {...props} />
}
