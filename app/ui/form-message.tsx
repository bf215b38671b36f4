import { Banner } from '@shopify/polaris'
import type { FormAnswer } from '#app/lib/form-answer.ts'

/** The sentence about a form as a whole, read out when it appears. */
export function FormMessage({ answer }: { answer: FormAnswer | undefined }) {
  const message = answer?.message ?? answer?.errors['']?.join(' ')
  return <div role="alert">{message && <Banner tone="critical">{message}</Banner>}</div>
}
