import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Banner } from '../kit/banner.tsx'
import { StepUp } from './step-up.tsx'

/** Message about the whole form, announced by screen readers. */
export function FormMessage({ answer }: { answer: FormResponse | undefined }) {
  const message = answer?.message ?? answer?.errors['']?.join(' ')
  const tone = answer?.proof ? 'warning' : 'critical'
  return (
    <>
      <div role="alert">{message && <Banner tone={tone}>{message}</Banner>}</div>
      {answer?.proof && <StepUp ways={answer.proof} />}
    </>
  )
}
